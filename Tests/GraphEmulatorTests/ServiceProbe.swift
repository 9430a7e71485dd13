import FoundationEssentials
import HTTPServer
import JSON

@testable import GraphEmulator

/// Calls to a service of its own, without HTTP in between.
struct ServiceProbe {
  /// What came back.
  struct Answer {
    var status: Int
    var json: JSON
    var bytes: [UInt8]
    var type: String?
    var headers: ServerFields

    /// Graph's word for a refusal.
    var code: String? { json["error"]?["code"]?.string }
    var message: String? { json["error"]?["message"]?.string }
    var items: [JSON] { json["value"]?.array ?? [] }
    var id: String { json["id"]?.string ?? "" }
    var nextLink: String? { json["@odata.nextLink"]?.string }
    var deltaLink: String? { json["@odata.deltaLink"]?.string }

    func texts(_ name: String) -> [String] { items.compactMap { $0[name]?.string } }
  }

  static let root = "http://127.0.0.1:8080/v1.0"
  static let everything: Set<String> = [
    "user.read", "user.readbasic.all", "calendars.readwrite", "contacts.readwrite",
    "mailboxsettings.readwrite", "people.read", "user.readwrite",
  ]

  let service: GraphService
  let directory: EmulatorDirectory
  var user: EmulatorUser
  var scopes = Self.everything
  /// 2026-11-30T08:00:00Z, a Monday.
  var now = Date(timeIntervalSince1970: 1_796_025_600)

  init(now: Date? = nil, _ seed: (Date) throws -> Seed? = { _ in nil }) throws {
    if let now { self.now = now }
    let seed = try seed(self.now)
    directory = seed?.directory ?? .demo
    user = directory.users[0]
    var configuration = EmulatorConfiguration()
    configuration.clock = self.now
    service = try GraphService(configuration: configuration, directory: directory, seed: seed)
  }

  /// The answer to a request; `target` is below the version, or a whole link that came back.
  func send(
    _ method: String, _ target: String, _ body: JSON? = nil, headers: ServerFields = [:],
    bytes: [UInt8] = []
  ) async -> Answer {
    let target = target.hasPrefix(Self.root) ? String(target.dropFirst(Self.root.count)) : target
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    let call = GraphCall(
      method: method, root: Self.root, path: parts[0], rawQuery: parts.count > 1 ? parts[1] : "",
      headers: headers, body: body?.bytes(.wire) ?? bytes, user: user, scopes: scopes, now: now,
      requestID: "r", clientRequestID: "c")
    switch await service.respond(to: call) {
    case .failure(let error):
      return Answer(
        status: error.status, json: error.body(date: now, requestID: "r", clientRequestID: "c"),
        bytes: [], headers: error.headers)
    case .success(let answer):
      switch answer.body {
      case .none:
        return Answer(status: answer.status, json: .null, bytes: [], headers: answer.headers)
      case .json(let json):
        return Answer(status: answer.status, json: json, bytes: [], headers: answer.headers)
      case .bytes(let bytes, let type):
        return Answer(
          status: answer.status, json: .null, bytes: bytes, type: type, headers: answer.headers)
      }
    }
  }

  func get(_ target: String, headers: ServerFields = [:]) async -> Answer {
    await send("GET", target, headers: headers)
  }

  func post(_ target: String, _ body: JSON) async -> Answer { await send("POST", target, body) }

  /// All items of a list, page by page.
  func all(_ target: String) async -> [JSON] {
    var answer = await get(target)
    var items = answer.items
    while let link = answer.nextLink {
      answer = await get(link)
      items += answer.items
    }
    return items
  }

  /// All items of a round of changes, and the link for the next one.
  func round(_ target: String, headers: ServerFields = [:]) async -> (items: [JSON], link: String) {
    var answer = await get(target, headers: headers)
    var items = answer.items
    while let link = answer.nextLink {
      answer = await get(link, headers: headers)
      items += answer.items
    }
    return (items, answer.deltaLink ?? "")
  }
}
