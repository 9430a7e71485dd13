import Calendaring
import Testing

@Suite struct JoinLinkTests {
  @Test(arguments: [
    (
      "Join: https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b%7d.",
      JoinLink.Provider.teams,
      "https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b%7d"
    ),
    ("https://teams.live.com/meet/9312345 (Teams)", .teams, "https://teams.live.com/meet/9312345"),
    (
      "Zoom <https://us02web.zoom.us/j/81234?pwd=ab&amp;x=1>", .zoom,
      "https://us02web.zoom.us/j/81234?pwd=ab&x=1"
    ),
    (
      "see https://example.org/agenda, then https://meet.google.com/abc-defg-hij!", .meet,
      "https://meet.google.com/abc-defg-hij"
    ),
    (
      #"<a href="https://contoso.webex.com/meet/kim">here</a>"#, .webex,
      "https://contoso.webex.com/meet/kim"
    ),
    (
      "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fzoom.us%2Fj%2F77&data=05%7C02",
      .zoom, "https://zoom.us/j/77"
    ),
  ])
  func `links of the usual meetings are found in text and HTML`(
    text: String, provider: JoinLink.Provider, address: String
  ) {
    let link = JoinLink(in: text)
    #expect(link?.provider == provider)
    #expect(link?.address == address)
  }

  @Test(arguments: [
    "", "no link", "https://example.org/teams.microsoft.com/l/meetup-join/x",
    "https://teams.microsoft.com.evil.example/l/meetup-join/x",
    "https://teams.microsoft.com@evil.example/l/meetup-join/x", "http://zoom.us/j/1",
    "https://zoom.us/pricing", "https://teams.microsoft.com/", "https://",
    "https://meet.google.com/",
  ])
  func `other addresses are none`(text: String) { #expect(JoinLink(in: text) == nil) }

  @Test func `what Graph names comes first, then the place, then the body`() {
    let body = "https://zoom.us/j/3"
    #expect(
      JoinLink.of(named: "https://meet.contoso.example/1", location: body, body: body)?.address
        == "https://meet.contoso.example/1")
    #expect(
      JoinLink.of(named: "https://meet.contoso.example/1", location: nil, body: nil)?.provider
        == .other)
    #expect(
      JoinLink.of(named: "javascript:alert(1)", location: "Room 1", body: body)?.address == body)
    #expect(
      JoinLink.of(named: nil, location: "https://zoom.us/j/2", body: body)?.address.last == "2")
    #expect(JoinLink.of(named: nil, location: nil, body: nil) == nil)
    #expect(JoinLink(named: "https://x.example/\u{1B}[31m") == nil)
  }
}
