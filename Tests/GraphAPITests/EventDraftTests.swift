import CalendarTime
import Calendaring
import GraphAPI
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct EventDraftTests {
  private static let day = CalendarDate(daysSinceEpoch: 20_903)  // 2027-03-26

  private static let timed = EventDraft(
    subject: "Sync",
    time: .timed(
      start: WallTime(date: day, hour: 9, minute: 0),
      end: WallTime(date: day, hour: 9, minute: 30),
      zoneName: "W. Europe Standard Time"), transactionID: "t-1")

  // C020: what is sent back has no Z and its zone beside it.
  @Test func `a draft sends wall time, zone and transaction, and nothing that was not asked for`() {
    #expect(
      Self.timed.body == [
        "subject": "Sync",
        "start": [
          "dateTime": "2027-03-26T09:00:00.0000000", "timeZone": "W. Europe Standard Time",
        ],
        "end": ["dateTime": "2027-03-26T09:30:00.0000000", "timeZone": "W. Europe Standard Time"],
        "transactionId": "t-1",
      ])
  }

  @Test func `a draft with everything`() {
    var draft = Self.timed
    draft.attendees = [
      Attendee(person: Person(name: "Kim", address: "kim@contoso.example")),
      Attendee(person: Person(name: nil, address: "room4@contoso.example"), role: .resource),
    ]
    draft.location = "Room 4"
    draft.bodyText = "Péter & co\n"
    draft.reminder = .minutesBefore(15)
    draft.categories = ["Red", "Blue"]
    draft.showAs = .workingElsewhere
    draft.isPrivate = true
    let body = draft.body
    #expect(
      body["attendees"] == [
        [
          "emailAddress": ["address": "kim@contoso.example", "name": "Kim"], "type": "required",
        ],
        ["emailAddress": ["address": "room4@contoso.example"], "type": "resource"],
      ])
    #expect(body["location"] == ["displayName": "Room 4"])
    #expect(body["body"] == ["contentType": "text", "content": "Péter & co\n"])
    #expect(body["isReminderOn"] == true)
    #expect(body["reminderMinutesBeforeStart"] == 15)
    #expect(body["categories"] == ["Red", "Blue"])
    #expect(body["showAs"] == "workingElsewhere")
    #expect(body["sensitivity"] == "private")
    draft.reminder = .off
    #expect(draft.body["isReminderOn"] == false)
    #expect(draft.body["reminderMinutesBeforeStart"] == nil)
  }

  // C017
  @Test func `whole days go from midnight to midnight in one zone`() {
    var draft = Self.timed
    draft.time = .allDay(
      first: Self.day, end: Self.day.adding(days: 2), zoneName: "W. Europe Standard Time")
    #expect(draft.body["isAllDay"] == true)
    #expect(
      draft.body["start"] == [
        "dateTime": "2027-03-26T00:00:00.0000000", "timeZone": "W. Europe Standard Time",
      ])
    #expect(
      draft.body["end"] == [
        "dateTime": "2027-03-28T00:00:00.0000000", "timeZone": "W. Europe Standard Time",
      ])
  }

  @Test func `a series carries its rule`() throws {
    var draft = Self.timed
    draft.recurrence = try RecurrenceRule(
      .weekly([.friday]), start: Self.day, end: .count(2), timeZone: "W. Europe Standard Time")
    #expect(
      draft.body["recurrence"] == [
        "pattern": [
          "type": "weekly", "interval": 1, "daysOfWeek": ["friday"], "firstDayOfWeek": "monday",
        ],
        "range": [
          "type": "numbered", "startDate": "2027-03-26", "numberOfOccurrences": 2,
          "recurrenceTimeZone": "W. Europe Standard Time",
        ],
      ])
  }

  @Test func `the request may be repeated, into whatever calendar`() {
    let request = Self.timed.request()
    #expect(request.method == "POST")
    #expect(request.target == "/me/events")
    #expect(request.repeatability == .repeatable)
    #expect(request.headers["Prefer"] == Preferences.utc.field)
    #expect(Self.timed.request(calendarID: "A/b=").target == "/me/calendars/A%2Fb%3D/events")
  }
}
