import FoundationEssentials
import HTTPServer
import JSON

/// Takes each request to the service it is for, and makes an HTTP answer of what comes back.
struct FrontDesk: Sendable {
  let configuration: EmulatorConfiguration
  let directory: EmulatorDirectory
  let graph: GraphService

  func answer(_ request: ServerRequest) async -> ServerResponse {
    let parts = request.target.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts[0])
    let query = parts.count > 1 ? String(parts[1]) : ""
    return await graphAnswer(request, path: path, query: query)
  }

  private func graphAnswer(
    _ request: ServerRequest, path: String, query: String
  ) async -> ServerResponse {
    let version = "/v1.0"
    let requestID = UUID().uuidString.lowercased()
    let clientRequestID = request.headers["client-request-id"] ?? requestID
    guard let user = directory.users.first, path.lowercased().hasPrefix(version + "/") else {
      return ServerResponse(status: 404)
    }
    let call = GraphCall(
      method: request.method, root: root(of: request) + version,
      path: String(path.dropFirst(version.count)), rawQuery: query, headers: request.headers,
      body: request.body, user: user, scopes: [], now: configuration.now, requestID: requestID,
      clientRequestID: clientRequestID)
    let result = await graph.respond(to: call)
    var response: ServerResponse
    switch result {
    case .success(let answer):
      response = ServerResponse(status: answer.status, headers: answer.headers)
      switch answer.body {
      case .none: break
      case .json(let json):
        response.body = json.bytes(.wire)
        if response.headers["Content-Type"] == nil {
          response.headers["Content-Type"] = Self.jsonType
        }
      case .bytes(let bytes, let type):
        response.body = bytes
        response.headers["Content-Type"] = type
      }
    case .failure(let error):
      response = ServerResponse(status: error.status, headers: error.headers)
      response.headers["Content-Type"] = "application/json"
      response.body =
        error
        .body(
          date: configuration.realTime(), requestID: requestID, clientRequestID: clientRequestID
        ).bytes(.wire)
    }
    response.headers["request-id"] = requestID
    response.headers["client-request-id"] = clientRequestID
    return response
  }

  /// Where the client reached the service.
  private func root(of request: ServerRequest) -> String {
    let scheme = configuration.identity == nil ? "http" : "https"
    return "\(scheme)://\(request.headers["Host"] ?? "127.0.0.1")"
  }

  private static let jsonType =
    "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8"
}
