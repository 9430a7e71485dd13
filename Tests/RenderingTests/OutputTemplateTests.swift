import CalendarTime
import JSON
import Testing

@testable import Rendering

@Suite struct OutputTemplateTests {
  private static let item: JSON = [
    "id": "AAMkAG", "subject": "Plan\u{1B}[31m\nüber", "@odata.etag": "W/\"1\"",
    "start": ["dateTime": "2026-12-01T15:00:00.0000000", "timeZone": "Europe/Berlin"],
    "createdDateTime": "2026-11-30T08:05:09Z",
    "location": ["displayName": "Room 4", "uniqueId": .null],
    "nowhere": ["displayName": "", "address": [:], "locationType": "default"],
    "organizer": ["emailAddress": ["name": "Ana Reed", "address": "ana@contoso.example"]],
    "attendees": [
      [
        "emailAddress": ["name": "Bo", "address": "bo@contoso.example"],
        "status": ["response": "none"],
      ],
      [
        "emailAddress": ["name": "", "address": "cy@contoso.example"],
        "status": ["response": "accepted"],
      ],
    ],
    "categories": ["Red", "Blue"], "isAllDay": false, "body": .null,
    "graphcal": [
      "id": "k7m2p9x4", "start": "2026-12-01T15:00:00+01:00", "end": "2026-12-01T16:30:00+01:00",
      "durationMinutes": 90,
    ],
  ]
  private static let day: JSON = [
    "subject": "Fair", "graphcal": ["start": "2026-12-24", "end": "2026-12-26"],
  ]

  private func text(_ template: String, _ item: JSON = item, zone: Zone? = nil) throws -> String {
    try OutputTemplate(template).text(item, zone: zone)
  }

  @Test(arguments: [
    ("{start:%H:%M} {subject|40}", "15:00 Plan über"), ("[{subject|4}]", "[Pla…]"),
    ("[{subject|12}]", "[Plan über   ]"), ("[{subject|>12}]", "[   Plan über]"),
    ("[{subject|^12}]", "[ Plan über  ]"), ("[{subject|<12}]", "[Plan über]"),
    ("[{subject|<4}]", "[Pla…]"), ("{{{id}}}", "{k7m2p9x4}"), ("{.id}", "AAMkAG"),
    ("{etag}", "W/\"1\""), ("{@odata.etag}", "W/\"1\""), ("{start}", "2026-12-01T15:00:00+01:00"),
    ("{graphcal.end:%k.%M}", "16.30"), ("{.start:%F %R}", "2026-12-01 15:00"),
    ("{start.timeZone}", "Europe/Berlin"), ("{start.dateTime:%I:%M %p}", "03:00 pm"),
    ("{location}", "Room 4"), ("<{nowhere}>", "<>"), ("{organizer}", "Ana Reed"),
    ("{organizer.name}", "Ana Reed"),
    ("{organizer.address}", "ana@contoso.example"), ("{attendees}", "Bo, cy@contoso.example"),
    ("{attendees.address}", "bo@contoso.example, cy@contoso.example"),
    ("{attendees.response}", "none, accepted"), ("{categories}", "Red, Blue"),
    ("{isAllDay}", "false"), ("{durationMinutes|>5} min", "   90 min"), ("<{body}>", "<>"),
    ("<{body:%H:%M}>", "<>"), ("a\\tb\\n{id}\\\\", "a\tb\nk7m2p9x4\\"), ("{id}   ", "k7m2p9x4"),
    ("{start:%a %A %b %B %e %d %y %j}", "Tue Tuesday Dec December 1 01 26 335"),
    ("{start:%V %G %u %w %s %z %S %%}", "49 2026 2 2 1796133600 +0100 00 %"),
    ("{createdDateTime:%T}", "08:05:09"), ("{subject:%H}", "Plan über"),
    ("{start:%H:%M|>7}|{end:%l}", "  15:00|4"),
  ])
  func `fields are shown as asked`(template: String, expected: String) throws {
    #expect(try text(template) == expected)
  }

  @Test func `times are in the zone of the command`() throws {
    let zone = try ZoneDatabase.system(environment: [:]).zone(named: "America/New_York")
    #expect(try text("{start:%H:%M %z %Z}", zone: zone) == "09:00 -0500 EST")
    #expect(try text("{createdDateTime:%H:%M}", zone: zone) == "03:05")
  }

  @Test func `a date has no time of day`() throws {
    #expect(try text("{start:%a %H:%M} {end:%d.%m.}", Self.day) == "Thu --:-- 26.12.")
    #expect(try text("{start:%z%s%p}|", Self.day) == "|")
    let none: JSON = ["x": "0001-01-01T00:00:00Z"]
    #expect(try text("{x:%Y}|", none) == "0001-01-01T00:00:00Z|")
  }

  @Test(arguments: [
    ("plain", "no field"), ("{subject", "no }"), ("a } b", "stands alone"),
    ("{}", "names no field"),
    ("{a b}", "names no field"), ("{start:%Q}", "%Q"), ("{start:%}", "ends with %"),
    ("{start:}", "empty"), ("{subject|x}", "no width"), ("{subject|0}", "no width"),
    ("{subject|1001}", "no width"), ("{subject|}", "no width"), ("{subject|-4}", "no width"),
  ])
  func `what is not understood is said`(template: String, words: String) throws {
    let error = try #require(throws: TemplateError.self) { try OutputTemplate(template) }
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test(arguments: [
    ("{subject}", true), ("{organizer.name}", true), ("{start}", true), ("{durationMinutes}", true),
    ("{graphcal.id}", true), ("{graphcal.nope}", false), ("{start.dateTime}", true),
    ("{start.nope}", false), ("{etag}", true), ("{@odata.etag}", true), ("{nope}", false),
    ("{.id}", true), ("{Subject}", false),
  ])
  func `fields are checked against what items have`(template: String, isKnown: Bool) throws {
    let known = [
      "@odata.etag", "graphcal", "graphcal.durationMinutes", "graphcal.id", "graphcal.start", "id",
      "organizer", "start", "start.dateTime", "start.timeZone", "subject",
    ]
    let fields = try OutputTemplate(template).fields
    #expect(fields.map { $0.isKnown(among: known) } == [isKnown])
    #expect(
      TemplateField.names(of: known)
        == ["durationMinutes", "etag", "id", "organizer", "start", "subject"])
  }
}
