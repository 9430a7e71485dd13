import GraphAPI
import JSON
import TestSupport
import Testing

@Suite struct MailboxSettingsTests {
  // C007
  @Test(
    arguments: [
      (#"{"timeZone":""}"#, nil),
      (#"{"timeZone":null,"workingHours":{"timeZone":{"name":"Pacific Standard Time"}}}"#, nil),
      (#"{"timeZone":[]}"#, nil), ("{}", nil), ("[]", nil), ("null", nil),
      (#"{"timeZone":5}"#, nil),
      (#"{"timeZone":"Romance Standard Time"}"#, "Romance Standard Time"),
    ] as [(String, String?)])
  func `the zone is a text or nothing`(json: String, zone: String?) throws {
    #expect(MailboxSettings(try Sample.json(json)).timeZone == zone)
  }

  @Test(
    arguments: [
      (#"{"timeFormat":"HH:mm"}"#, false), (#"{"timeFormat":"h:mm tt"}"#, true),
      (#"{"timeFormat":"hh:mm"}"#, true), (#"{"timeFormat":""}"#, nil),
      (#"{"timeFormat":[]}"#, nil),
      ("{}", nil),
    ] as [(String, Bool?)])
  func `the clock follows the pattern`(json: String, twelve: Bool?) throws {
    #expect(MailboxSettings(try Sample.json(json)).usesTwelveHours == twelve)
  }

  @Test(
    arguments: [
      (#"{"language":{"locale":"de-DE","displayName":"Deutsch"}}"#, "de-DE"),
      (#"{"language":{"locale":""}}"#, nil), (#"{"language":"de"}"#, nil),
      (#"{"language":null}"#, nil),
    ] as [(String, String?)])
  func `the language is a tag or nothing`(json: String, tag: String?) throws {
    #expect(MailboxSettings(try Sample.json(json)).language == tag)
  }

  @Test func `working hours are read where they have a start and an end`() throws {
    let json = try Sample.json(
      #"{"workingHours":{"daysOfWeek":["Monday","friday",5],"startTime":"08:00:00.0000000","endTime":"17:30:00.0000000","timeZone":{"name":"Pacific Standard Time"}}}"#
    )
    let hours = MailboxSettings(json).workingHours
    #expect(hours?.days == ["monday", "friday"])
    #expect(hours?.start == "08:00")
    #expect(hours?.end == "17:30")
    #expect(hours?.timeZone == "Pacific Standard Time")
    for text in ["{}", #"{"workingHours":null}"#, #"{"workingHours":{"startTime":"08:00"}}"#] {
      #expect(MailboxSettings(try Sample.json(text)).workingHours == nil)
    }
  }
}
