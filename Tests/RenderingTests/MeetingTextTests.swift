import Rendering
import Testing

@Suite struct MeetingTextTests {
  static let rule = String(repeating: "_", count: 80)
  static let teams = """
    \(rule)
    Microsoft Teams Need help?<https://aka.ms/JoinTeamsMeeting?omkt=en-US>
    Join the meeting now<https://teams.microsoft.com/l/meetup-join/19%3ameeting_x/0?context=y>
    Meeting ID: 234 567 890 12
    Passcode: 8uYkPz
    Dial in by phone
    +1 323-555-0166,,123456789#<tel:+13235550166,,123456789#> United States, Los Angeles
    Find a local number<https://dialin.teams.microsoft.com/x?id=123>
    Phone conference ID: 123 456 789#
    For organizers: Meeting options<https://teams.microsoft.com/meetingOptions/?x>
    \(rule)
    """
  static let access = [
    "Meeting ID: 234 567 890 12", "Passcode: 8uYkPz",
    "+1 323-555-0166,,123456789# United States, Los Angeles",
    "Phone conference ID: 123 456 789#",
  ]

  @Test func `what Teams wrote goes, and what opens the meeting is kept`() {
    let meeting = MeetingText("Agenda: numbers\n\n" + Self.teams + "\nSee you")
    #expect(meeting.text == "Agenda: numbers\n\nSee you")
    #expect(meeting.access == Self.access)
  }

  @Test func `a part without its last rule goes to the end of the text`() {
    let text = Self.teams.split(separator: "\n").dropLast().joined(separator: "\n")
    let meeting = MeetingText("First\n" + text)
    #expect(meeting.text == "First")
    #expect(meeting.access == Self.access)
  }

  @Test func `rules of people stay`() {
    let text = "One\n\(Self.rule)\nTwo: https://example.com\n\(Self.rule)\nThree"
    #expect(MeetingText(text).text == text)
    #expect(MeetingText(text).access.isEmpty)
    #expect(MeetingText("").text.isEmpty)
    #expect(MeetingText("____\nteams.microsoft.com").text == "____\nteams.microsoft.com")
  }
}

@Suite struct PlainTextHTMLTests {
  @Test(arguments: [
    ("", ""), (" \n ", ""), ("Back on Monday", "<p>Back on Monday</p>"),
    ("a\nb\n\nc", "<p>a<br>\nb</p>\n<p>c</p>"),
    (
      "<script>alert(\"x\")</script> & co",
      "<p>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; co</p>"
    ),
    ("one\r\ntwo", "<p>one<br>\ntwo</p>"),
  ])
  func `plain text is shown as it was typed`(text: String, body: String) {
    let html = PlainTextHTML.html(text)
    #expect(html == (body.isEmpty ? "" : "<html><body>\n\(body)\n</body></html>"))
  }
}

@Suite struct AttachmentSizeTests {
  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1449, "1.4 kB"), (9949, "9.9 kB"),
    (9950, "10 kB"), (23_400, "23 kB"), (999_400, "999 kB"), (999_600, "1.0 MB"),
    (1_440_000, "1.4 MB"), (150_000_000, "150 MB"), (5_000_000_000, "5.0 GB"), (-1, ""),
  ])
  func `sizes as people say them`(bytes: Int, text: String) {
    #expect(AttachmentList.size(bytes) == text)
  }
}
