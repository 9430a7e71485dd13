import CalendarTime
import FoundationEssentials
import GraphAPI
import HTTP
import JSON
import TestSupport

/// Roots, clients and answers that the tests share.
enum Sample {
  static let root = "https://graph.test/v1.0"
  static let zones = ZoneDatabase.system(environment: [:])
  static let week = instant("2026-11-30T00:00:00Z")..<instant("2026-12-07T00:00:00Z")

  static func instant(_ text: String) -> Date {
    Date(parsingRFC3339: text) ?? .distantPast
  }

  static func client(
    _ transport: ScriptedTransport, tokens: Tokens = Tokens(), pageCeiling: Int = 1000
  ) -> GraphClient {
    GraphClient(root: root, transport: transport, pageCeiling: pageCeiling) { rejected in
      try await tokens.next(replacing: rejected)
    }
  }

  /// A page of a list that holds items with these ids.
  static func page(_ ids: [String], next: String? = nil) -> ScriptedTransport.Answer {
    var page: JSONObject = ["value": .array(ids.map { ["id": .string($0)] })]
    if let next { page["@odata.nextLink"] = .string(next) }
    return .success(.json(JSON.object(page).text(.wire)))
  }

  static func answer(
    _ status: Int, _ body: String, type: String? = "application/json", _ headers: HTTPFields = [:]
  ) -> ScriptedTransport.Answer {
    var headers = headers
    headers["Content-Type"] = type
    return .success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  static func json(_ text: String) throws -> JSON { try JSON(parsing: text) }
}

/// Tokens `token-1`, `token-2`, …: a new one whenever the server has refused one.
actor Tokens {
  private(set) var rejected: [GraphClient.RejectedToken] = []
  private let renewal: (any Error & Sendable)?

  /// - Parameter renewal: the failure that a renewal ends with.
  init(renewal: (any Error & Sendable)? = nil) { self.renewal = renewal }

  func next(replacing token: GraphClient.RejectedToken?) throws -> String {
    if let token {
      rejected.append(token)
      if let renewal { throw renewal }
    }
    return "token-\(rejected.count + 1)"
  }
}

extension GraphError {
  var paging: Paging? {
    guard case .paging(let paging) = self else { return nil }
    return paging
  }

  var server: ServerError? {
    guard case .server(let error) = self else { return nil }
    return error
  }

  var notGraph: NotGraph? {
    guard case .notGraph(let answer) = self else { return nil }
    return answer
  }
}
