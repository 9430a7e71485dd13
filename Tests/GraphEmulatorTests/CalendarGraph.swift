import FoundationEssentials
import HTTPServer
import JSON
import SQLite

@testable import GraphEmulator

/// Calendars and events of Graph without HTTP: calls go straight to the router.
final class CalendarGraph {
  let store: MailboxStore
  var router: GraphRouter
  var now: Date
  var scopes: Set<String> = ["calendars.readwrite", "calendars.read.shared"]

  init(
    quirks: Set<EmulatorQuirk> = [], now: String = "2026-11-30T08:00:00Z",
    location: Database.Location = .memory
  ) throws {
    store = try MailboxStore(location, directory: .demo, quirks: quirks)
    self.now = try Date(now, strategy: .iso8601)
    router = GraphRouter { (call) throws(GraphError) in
      try GraphService.withOwner(call, in: .demo)
    }
    router.addCalendars(store)
  }

  /// The answer to a call.
  ///
  /// `target` is what stands behind the version, with its query; `user` counts in the demo directory.
  func answer(
    _ method: String, _ target: String, _ body: JSON? = nil, prefer: String? = nil,
    ifMatch: String? = nil, user: Int = 0
  ) throws(GraphError) -> GraphAnswer {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    var headers: ServerFields = [:]
    if let prefer { headers["Prefer"] = prefer }
    if let ifMatch { headers["If-Match"] = ifMatch }
    return try router.respond(
      to: GraphCall(
        method: method, root: "http://127.0.0.1:8080/v1.0", path: parts[0],
        rawQuery: parts.count > 1 ? parts[1] : "", headers: headers,
        body: body?.bytes(.wire) ?? [], user: store.directory.users[user], scopes: scopes, now: now,
        requestID: "r", clientRequestID: "c"))
  }

  @discardableResult
  func json(
    _ method: String, _ target: String, _ body: JSON? = nil, prefer: String? = nil,
    ifMatch: String? = nil, user: Int = 0
  ) throws -> JSON {
    let answer = try answer(method, target, body, prefer: prefer, ifMatch: ifMatch, user: user)
    guard case .json(let json) = answer.body else { return .null }
    return json
  }

  /// Gives the mailbox of the first user a home zone.
  func settle(in zone: String) throws {
    try store.perform(for: store.directory.users[0], now: now) { (mailbox) throws(GraphError) in
      try mailbox.setSettings(["timeZone": .string(zone)])
    }
  }

  func get(_ target: String, prefer: String? = nil, user: Int = 0) throws -> JSON {
    try json("GET", target, prefer: prefer, user: user)
  }

  /// All items of a list, by its links.
  func all(_ target: String, prefer: String? = nil, user: Int = 0) throws -> [JSON] {
    var items: [JSON] = []
    var next: String? = target
    while let target = next {
      let page = try get(target, prefer: prefer, user: user)
      items += page["value"]?.array ?? []
      next = page["@odata.nextLink"]?.string.map {
        String($0.dropFirst("http://127.0.0.1:8080/v1.0".count))
      }
    }
    return items
  }

  /// Status and code of the refusal of a call, or nil when it went through.
  func refusal(
    _ method: String, _ target: String, _ body: JSON? = nil, prefer: String? = nil,
    ifMatch: String? = nil, user: Int = 0
  ) -> String? {
    do {
      _ = try answer(method, target, body, prefer: prefer, ifMatch: ifMatch, user: user)
      return nil
    } catch { return "\(error.status) \(error.code)" }
  }

  /// A new event of the first user.
  @discardableResult
  func add(_ event: JSON, to folder: String = "/me", prefer: String? = nil) throws -> JSON {
    try json("POST", folder + "/events", event, prefer: prefer)
  }
}

extension JSON {
  /// The `id` of a resource, percent-encoded for a path.
  var pathID: String { PercentCoding.encoded(self["id"]?.string ?? "") }

  /// `start` as one text: `2026-11-30T09:00 UTC`.
  var startText: String { timeText("start") }
  var endText: String { timeText("end") }

  private func timeText(_ name: String) -> String {
    let time = self[name]
    return "\(time?["dateTime"]?.string?.prefix(16) ?? "?") \(time?["timeZone"]?.string ?? "?")"
  }

  var subject: String { self["subject"]?.string ?? "?" }
}

/// A timed event as clients send it.
func timed(
  _ subject: String, _ start: String, _ end: String, zone: String = "UTC",
  more: JSONObject = [:]
) -> JSON {
  var event: JSONObject = [
    "subject": .string(subject),
    "start": ["dateTime": .string(start), "timeZone": .string(zone)],
    "end": ["dateTime": .string(end), "timeZone": .string(zone)],
  ]
  for (name, value) in more { event[name] = value }
  return .object(event)
}
