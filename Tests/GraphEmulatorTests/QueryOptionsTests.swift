import JSON
import Testing

@testable import GraphEmulator

@Suite struct QueryOptionsTests {
  static let address = RequestAddress(root: "http://127.0.0.1:8080/v1.0", path: "/me/contacts")
  static let people: [JSON] = (0..<25).map { number in
    [
      "@odata.etag": "W/\"\(number)\"", "id": "id\(number)", "displayName": "Person \(number % 5)",
      "surname": number.isMultiple(of: 2) ? nil : "Odd", "extensions": [["id": "x"]],
    ]
  }

  static func options(
    _ query: String, for rules: ResourceRules = .contacts
  ) throws(GraphError) -> QueryOptions {
    try QueryOptions(QueryString(query), for: rules)
  }

  @Test func `pages follow one another until there is no link`() throws {
    var query = "%24top=10&$select=displayName&x=a%2Bb%26c"
    var seen: [String] = []
    var links: [String] = []
    while true {
      let options = try Self.options(query)
      let body = options.body(
        options.page(of: Self.people) { $0 }, of: "users('u')/contacts", at: Self.address)
      for item in body["value"]?.array ?? [] {
        #expect(item.object?.keys == ["@odata.etag", "id", "displayName"])
        seen.append(item["id"]?.string ?? "")
      }
      guard let link = body["@odata.nextLink"]?.string else { break }
      links.append(link)
      query = String(link.drop { $0 != "?" }.dropFirst())
    }
    #expect(seen == (0..<25).map { "id\($0)" })
    #expect(
      links
        == [10, 20].map {
          "http://127.0.0.1:8080/v1.0/me/contacts?$top=10&$select=displayName&x=a%2Bb%26c&$skip=\($0)"
        })
  }

  @Test func `order, count and filter go together`() throws {
    let options = try Self.options(
      "$orderby=displayName desc,createdDateTime&$count=true&$filter=surname eq 'odd'&$top=3")
    let page = options.page(of: Self.people) { $0 }
    #expect(page.items.compactMap { $0["id"]?.string } == ["id9", "id19", "id3"])
    #expect(page.count == 12)
    #expect(page.nextSkip == 3)
    let body = options.body(page, of: "users('u')/contacts", at: Self.address)
    #expect(body["@odata.count"] == 12)
    #expect(
      body["@odata.context"] == "http://127.0.0.1:8080/v1.0/$metadata#users('u')/contacts")
  }

  @Test(arguments: [
    ("", 10), ("$top=1", 1), ("$top=1000", 1000), ("$top=5000", 1000),
  ])
  func `the size of a page`(query: String, size: Int) throws {
    #expect(try Self.options(query).pageSize() == size)
  }

  @Test func `a wished page size counts where there is no $top`() throws {
    #expect(try Self.options("").pageSize(preferred: 3) == 3)
    #expect(try Self.options("$top=7").pageSize(preferred: 3) == 7)
    #expect(try Self.options("").pageSize(preferred: 0) == 1)
  }

  @Test(arguments: [
    ("$top=0", "ErrorInvalidUrlQuery"), ("$top=-1", "ErrorInvalidUrlQuery"),
    ("$top=many", "ErrorInvalidUrlQuery"), ("$top=", "ErrorInvalidUrlQuery"),
    ("$skip=-1", "ErrorInvalidUrlQuery"), ("$count=maybe", "ErrorInvalidUrlQuery"),
    ("$orderby=emailAddresses", "ErrorInvalidUrlQuery"), ("$orderby=displayName up", "BadRequest"),
    ("$select=shoeSize", "BadRequest"), ("$expand=photo", "ExpandNotSupported"),
    ("$expand=shoes", "BadRequest"), ("$top=1&%24TOP=2", "BadRequest"), ("$apply=x", "BadRequest"),
    ("$filter=shoeSize eq 4", "ErrorInvalidUrlQueryFilter"),
  ])
  func `an option that contacts refuse`(query: String, code: String) {
    let error = #expect(throws: GraphError.self) { try Self.options(query) }
    #expect(error?.status == 400)
    #expect(error?.code == code)
  }

  @Test func `events order by a time, not by the object around it`() throws {
    #expect(throws: Never.self) { try Self.options("$orderby=start%2FdateTime", for: .events) }
    #expect(throws: GraphError.self) { try Self.options("$orderby=start", for: .events) }
  }

  @Test func `events cannot be searched, contacts can`() throws {
    let error = #expect(throws: GraphError.self) {
      try Self.options("$search=\"x\"", for: .events)
    }
    #expect(error?.code == "SearchEvents")
    let options = try Self.options("$search=\"person 3\"")
    #expect(options.page(of: Self.people) { $0 }.items.count == 5)
  }

  @Test func `change tracking names everything it does not go with`() {
    let error = #expect(throws: GraphError.self) {
      try Self.options(
        "startDateTime=a&endDateTime=b&$select=subject&$filter=x&$orderby=y",
        for: .calendarViewDelta)
    }
    #expect(error?.code == "ErrorInvalidUrlQuery")
    #expect(error?.message.hasSuffix("'$orderby, $filter, $select'.") == true)
    #expect(throws: Never.self) { try Self.options("$select=displayName", for: .contactsDelta) }
  }

  @Test func `expansions come filtered, and not at all when nothing is left`() throws {
    let item: JSON = [
      "id": "1",
      "singleValueExtendedProperties": [
        ["id": "String {A} Name X", "value": "1"], ["id": "String {A} Name Y", "value": "2"],
      ],
    ]
    let one = try Self.options(
      "$expand=singleValueExtendedProperties($filter=id+eq+'String+{a}+Name+X')", for: .event)
    #expect(
      one.shaped(item)["singleValueExtendedProperties"]
        == [["id": "String {A} Name X", "value": "1"]])
    let none = try Self.options(
      "$expand=singleValueExtendedProperties($filter=id eq 'String {A} Name Z')", for: .event)
    #expect(none.shaped(item).object?.keys == ["id"])
    #expect(try Self.options("", for: .event).shaped(item).object?.keys == ["id"])
  }

  @Test func `a view loses two times under $select`() throws {
    let item: JSON = ["id": "1", "createdDateTime": "2026-06-01T00:00:00Z", "subject": "x"]
    let query = "$select=subject,createdDateTime"
    #expect(
      try Self.options(query, for: .calendarView).shaped(item).object?.keys == ["id", "subject"])
    #expect(try Self.options(query, for: .events).shaped(item) == item)
  }

  @Test(arguments: [
    ("a=1&a=2", "a=1&a=2"), ("q=%zz%4", "q=%25zz%254"), ("=x&&y", "=x&y="),
    ("s=2026-01-01T00:00:00+01:00", "s=2026-01-01T00%3A00%3A00%2001%3A00"),
    ("n=Zo%C3%AB%20%26", "n=Zo%C3%AB%20%26"),
  ])
  func `a query read and written again`(text: String, again: String) {
    #expect(QueryString(text).encoded == again)
  }
}
