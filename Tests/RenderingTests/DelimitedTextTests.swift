import JSON
import Rendering
import Testing

@Suite struct DelimitedTextTests {
  private static let item: JSON = [
    "id": "AAMk", "@odata.etag": "W/\"1\"", "subject": "a\tb\nc,\"d\" \\ \u{1b}[m",
    "showAs": "busy",
    "location": ["displayName": "Room 4"],
    "organizer": ["emailAddress": ["name": nil, "address": "l@x.example"]],
    "categories": ["red", "blue"],
    "graphcal": [
      "id": "kx7q", "start": "2026-11-30T09:00:00+01:00", "end": "2026-11-30T09:30:00+01:00",
    ],
  ]

  @Test func `TSV has one row an item, whatever is in it`() {
    let text = DelimitedText(.tsv, columns: DelimitedText.eventColumns).text([Self.item, [:]])
    #expect(
      text == """
        id\tstart\tend\tsubject\tlocation\torganizer\tshowAs\tetag
        kx7q\t2026-11-30T09:00:00+01:00\t2026-11-30T09:30:00+01:00\ta\\tb\\nc,"d" \\\\ \\u001b[m\tRoom 4\tl@x.example\tbusy\tW/"1"
        \t\t\t\t\t\t\t

        """)
  }

  @Test func `CSV quotes by RFC 4180`() {
    let text = DelimitedText(
      .csv, columns: [.init("subject", "subject"), .init("categories", "categories")]
    )
    .text([Self.item])
    #expect(text == "subject,categories\r\n\"a\\tb\\nc,\"\"d\"\" \\ \\u001b[m\",red;blue\r\n")
  }

  @Test func `what some programs take for the end of a line is escaped`() {
    let text = DelimitedText(.tsv, columns: [.init("subject", "subject")])
      .text([["subject": "a\u{2028}b\u{2029}c\u{85}d"]])
    #expect(text == "subject\na\\u2028b\\u2029c\\u0085d\n")
  }

  @Test func `no item leaves the header`() {
    #expect(DelimitedText(.csv, columns: [.init("id", "id")]).text([]) == "id\r\n")
  }

  private static let known = [
    "id", "subject", "start", "start.dateTime", "start.timeZone", "attendees", "@odata.etag",
    "graphcal",
    "graphcal.id", "graphcal.start",
  ]

  @Test func `fields are selected and stay nested`() throws {
    let item: JSON = [
      "id": "1", "start": ["dateTime": "d", "timeZone": "z"],
      "attendees": [["type": "required", "emailAddress": ["name": "A"]], ["type": "optional"]],
      "@odata.etag": "e", "graphcal": ["id": "k"],
    ]
    let fields = try FieldSelection(
      parsing:
        "start.dateTime, subject,attendees.emailAddress.name,attendees.type,@odata.etag,graphcal.id,id",
      known: Self.known)
    #expect(
      fields.select(from: item).text(.wire)
        == #"{"start":{"dateTime":"d"},"subject":null,"attendees":[{"emailAddress":{"name":"A"},"type":"required"},{"emailAddress":null,"type":"optional"}],"@odata.etag":"e","graphcal":{"id":"k"},"id":"1"}"#
    )
    let columns = DelimitedText.columns(
      for: try FieldSelection(parsing: "id,start.dateTime,@odata.etag", known: Self.known))
    #expect(
      DelimitedText(.tsv, columns: columns).text([item])
        == "id\tstart.dateTime\t@odata.etag\n1\td\te\n")
  }

  @Test(arguments: [
    ("sbuject", "sbuject", ["subject"]),
    ("id,start.datetime", "start.datetime", ["start.dateTime"]),
    ("dateTime", "dateTime", ["start.dateTime"]), ("graphcal.nothing", "graphcal.nothing", []),
    ("id.inner.x", "", []), (",", "", []), ("xyz", "xyz", []),
  ])
  func `a field that nobody knows is refused`(text: String, field: String, near: [String]) {
    // An open field may have anything inside, so `id.inner.x` is taken.
    guard text != "id.inner.x" else {
      #expect(throws: Never.self) { try FieldSelection(parsing: text, known: Self.known) }
      return
    }
    let error = #expect(throws: FieldSelectionError.self) {
      try FieldSelection(parsing: text, known: Self.known)
    }
    #expect(error?.field == field)
    if !near.isEmpty { #expect(error?.near.starts(with: near) == true) }
    #expect(error?.hint.isEmpty == false)
  }
}
