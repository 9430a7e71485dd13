import JSON
import Testing

@testable import GraphEmulator

@Suite struct ODataFilterTests {
  static let event: JSON = [
    "subject": "Budget: what's new?", "isAllDay": false, "showAs": "oof",
    "reminderMinutesBeforeStart": 15,
    "start": ["dateTime": "2026-06-01T08:00:00.0000000", "timeZone": "UTC"],
    "createdDateTime": "2026-05-01T10:00:00.1234567Z", "categories": ["Red", "Travel"],
    "organizer": ["emailAddress": ["name": "Ana", "address": "Ana@Contoso.example"]],
    "seriesMasterId": nil,
    "singleValueExtendedProperties": [
      ["id": "String {66f5a359-4659-4830-9070-00040ec6ac6e} Name Fun", "value": "Food"],
      ["id": "Integer {66f5a359-4659-4830-9070-00040ec6ac6e} Name Size", "value": "12"],
    ],
  ]

  @Test(arguments: [
    ("startswith(subject,'bud')", true),
    ("startsWith(subject,'nope')", false),
    ("contains(subject,'what''s new')", true),
    ("contains(tolower(subject),'BUDGET')", true),
    ("SUBJECT eq 'budget: what''s new?'", true),
    ("subject eq 'x' or subject ne 'x'", true),
    ("contains(subject,'x'' or subject ne ''')", false),
    ("isAllDay eq false", true),
    ("isAllDay", false),
    ("not isAllDay and not (isAllDay)", true),
    ("showAs eq 'OOF'", true),
    ("showAs eq microsoft.graph.freeBusyStatus'oof'", true),
    ("reminderMinutesBeforeStart ge 15 and reminderMinutesBeforeStart lt 16", true),
    ("15 lt reminderMinutesBeforeStart", false),
    ("start/dateTime ge '2026-06-01T08:00:00'", true),
    ("start/dateTime le '2026-06-01T08:00'", true),
    ("start/dateTime lt '2026-06-01T08:00:00Z'", false),
    ("start/dateTime gt '2026-06-01'", true),
    ("createdDateTime gt 2026-05-01T12:00:00+02:00", true),
    ("createdDateTime lt 2026-05-01", false),
    ("organizer/emailAddress/address eq 'ana@contoso.example'", true),
    ("seriesMasterId eq null", true),
    ("seriesMasterId ne null", false),
    ("categories/any(c:c eq 'travel')", true),
    ("categories/any()", true),
    ("categories/all(c:startswith(c,'R'))", false),
    ("false eq isAllDay and (subject eq 'a' or showAs eq 'oof')", true),
    (
      "singleValueExtendedProperties/Any(ep: ep/id eq 'String "
        + "{66f5a359-4659-4830-9070-00040ec6ac6e} Name Fun' and ep/value eq 'Food')", true
    ),
    (
      "singleValueExtendedProperties/any(ep: ep/id eq 'Integer "
        + "{66f5a359-4659-4830-9070-00040ec6ac6e} Name Size' and cast(ep/value, Edm.Int32) gt 9)",
      true
    ),
  ])
  func `an event fulfils a filter`(text: String, fulfils: Bool) throws {
    let rules = try #require(ResourceRules.events.filter)
    #expect(try ODataFilterParser.filter(text, rules: rules).matches(Self.event) == fulfils)
  }

  @Test(arguments: [
    "attendees/any(a:a/emailAddress/address eq 'x')", "body/content eq 'x'", "recurrence ne null",
    "subject", "subject eq", "subject eq 'x", "subject eq 'x' and", "(subject eq 'x'", "eq 'x'",
    "subject eq 5", "isAllDay eq 'true'", "start/dateTime ge 2026-06-01T00:00:00Z",
    "createdDateTime ge '2026-06-01T00:00:00Z'", "start eq 'x'", "nothing eq 'x'",
    "subject in ('a','b')", "startswith(start/dateTime,'2026')", "subject eq 'a' 'b'",
    "categories eq 'Red'", "subject add 1 eq 2", "$filter", "subject eq subject",
    "concat(subject,'a') eq 'b'", "showAs gt 'busy'",
  ])
  func `a filter on events that Graph refuses`(text: String) throws {
    let error = #expect(throws: GraphError.self) {
      try QueryOptions(
        QueryString(items: [.init(name: "$filter", value: text)]), for: .events)
    }
    #expect(error?.status == 400)
    #expect(error?.code == "ErrorInvalidUrlQueryFilter")
  }

  @Test(arguments: [
    ("emailAddresses/any(a:a/address eq 'Garth@contoso.example')", true),
    ("startswith(displayName,'gar')", true),
    ("surname eq 'fort' and companyName eq null", true),
  ])
  func `a contact fulfils a filter`(text: String, fulfils: Bool) throws {
    let contact: JSON = [
      "displayName": "Garth Fort", "surname": "Fort", "companyName": nil,
      "emailAddresses": [["name": "G", "address": "garth@contoso.example"]],
    ]
    let rules = try #require(ResourceRules.contacts.filter)
    #expect(try ODataFilterParser.filter(text, rules: rules).matches(contact) == fulfils)
  }

  @Test(arguments: [
    "emailAddresses/any(a:a/name eq 'x')", "emailAddresses/any(a:startswith(a/address,'x'))",
    "emailAddresses/any(a:contains(a/address,'x'))", "contains(displayName,'x')",
    "tolower(displayName) eq 'x'", "personalNotes eq 'x'", "emailAddresses/any(a:b/address eq 'x')",
  ])
  func `a filter on contacts that Graph refuses`(text: String) throws {
    let rules = try #require(ResourceRules.contacts.filter)
    #expect(throws: ODataSyntaxError.self) {
      try ODataFilterParser.filter(text, rules: rules)
    }
  }

  @Test func `depth is bounded`() throws {
    let rules = try #require(ResourceRules.events.filter)
    let text = String(repeating: "(", count: 10_000) + "isAllDay"
    #expect(throws: ODataSyntaxError.self) {
      try ODataFilterParser.filter(text, rules: rules)
    }
  }

  @Test(arguments: [
    ("2026-06-01", "2026-06-01T00:00:00.0000000Z"),
    ("2026-06-01T01:30:00+02:00", "2026-05-31T23:30"),
    ("2026-06-01T01:30:00.5", "2026-06-01T01:30:00.500000000-00:00"),
  ])
  func `two spellings of one instant`(left: String, right: String) throws {
    let instants = try #require(ODataInstant(left), "\(left)")
    #expect(instants == ODataInstant(right))
  }

  @Test(arguments: [
    "", "2026", "2026-02-30", "2026-06-01 08:00", "2026-06-01T25:00", "2026-06-01T08:00:00+2",
    "2026-06-01T08:00:00.", "2026-06-01T08:00:00Zx", "Travel",
  ])
  func `a text that is no instant`(text: String) { #expect(ODataInstant(text) == nil) }
}
