import GraphAPI
import HTTP
import JSON
import Testing

import Store

@Suite struct DeltaRoundTests {
  static func page(_ items: String, next: String? = nil, delta: String? = nil) throws -> DeltaPage {
    let links = [
      next.map { #","@odata.nextLink":"\#($0)""# }, delta.map { #","@odata.deltaLink":"\#($0)""# },
    ].compactMap(\.self).joined()
    return try DeltaPage(try #require(JSON(parsing: #"{"value":[\#(items)]\#(links)}"#).object))
  }

  static func refusal(_ status: Int, _ code: String, _ headers: HTTPFields = [:]) -> ServerError {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return ServerError(
      HTTPResponse(
        status: status, headers: headers,
        body: Array(#"{"error":{"code":"\#(code)","message":"No."}}"#.utf8)))
  }

  @Test func `a round asks for its first page, follows links and ends with one`() throws {
    var round = DeltaRound(.calendar)
    #expect(round.isFull && round.step == .first)
    // An empty page is not the end.
    try round.take(Self.page("", next: "n1"))
    #expect(round.step == .follow("n1"))
    try round.take(Self.page(#"{"id":"a"}"#, next: "n2"))
    try round.take(Self.page("", delta: "d1"))
    #expect(round.step == .complete(deltaLink: "d1"))
    let later = DeltaRound(.calendar, from: "d1")
    #expect(!later.isFull && later.step == .follow("d1"))
  }

  @Test func `a page says what is there and what is gone`() throws {
    let page = try Self.page(
      #"{"id":"a","subject":"x"},{"id":"b","@removed":{"reason":"deleted"}},{"subject":"no id"}"#,
      delta: "d")
    #expect(
      page.entries == [.item(id: "a", ["id": "a", "subject": "x"]), .removed(id: "b")])
    #expect(page.link == .delta("d"))
  }

  @Test(arguments: [
    (#"{"value":[]}"#, DeltaError.noWayOn), (#"{"@odata.deltaLink":"d"}"#, .noList),
    (#"{"value":[],"@odata.nextLink":"","@odata.deltaLink":""}"#, .noWayOn),
  ])
  func `what is no page is refused`(text: String, expected: DeltaError) throws {
    let object = try #require(JSON(parsing: text).object)
    #expect(throws: expected) { try DeltaPage(object) }
  }

  @Test func `a link that comes again ends the round with an error`() throws {
    var round = DeltaRound(.contactFolder, from: "d0")
    try round.take(Self.page("", next: "n1"))
    #expect(throws: DeltaError.repeatedLink) { try round.take(Self.page("", next: "d0")) }
  }

  // C041
  @Test(arguments: [
    (410, "SyncStateNotFound"), (410, "syncStateInvalid"), (410, "resyncRequired"),
    (410, "ErrorSyncFolderNotFound"), (410, "SomethingNew"), (404, "ErrorSyncFolderNotFound"),
    (400, "SyncStateInvalid"), (409, "ResyncRequired"), (400, "ErrorInvalidUrlQuery"),
  ])
  func `a refused link makes the round start anew, once`(status: Int, code: String) {
    var round = DeltaRound(.calendar, from: "d0")
    let isMended = round.recover(from: Self.refusal(status, code))
    #expect(isMended)
    #expect(round.isFull && round.step == .first)
    let isMendedAgain = round.recover(from: Self.refusal(status, code))
    #expect(!isMendedAgain)
  }

  @Test func `a refusal that says where to go on is followed`() {
    var round = DeltaRound(.calendar, from: "d0")
    let place = "https://graph.test/v1.0/me/calendarView/delta?$deltatoken="
    let isMended = round.recover(
      from: Self.refusal(410, "SyncStateNotFound", ["Location": place]))
    #expect(isMended)
    #expect(round.isFull && round.step == .follow(place))
    round.restart()
    #expect(round.isFull && round.step == .first)
  }

  @Test(arguments: [401, 403, 429, 500, 503])
  func `other errors end the round`(status: Int) {
    var round = DeltaRound(.calendar, from: "d0")
    let isMended = round.recover(from: Self.refusal(status, "Other"))
    #expect(!isMended)
    #expect(round.step == .follow("d0"))
  }
}
