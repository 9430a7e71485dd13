import HTTP
import JSON
import TestSupport

/// A service that takes batches and asks another for each of their parts.
actor BatchingService: Transport {
  let service: Service
  /// The requests of each batch that came, in order.
  private(set) var batches: [[JSON]] = []

  init(_ service: Service) { self.service = service }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard request.method == "POST", request.url.hasSuffix("/v1.0/$batch") else {
      return try await service.send(request)
    }
    let parts = (try? JSON(parsing: request.body ?? []))?["requests"]?.array ?? []
    batches.append(parts)
    var failed: Set<String> = []
    var responses: [JSON] = []
    for part in parts {
      let id = part["id"]?.string ?? ""
      let dependsOn = (part["dependsOn"]?.array ?? []).compactMap(\.string)
      var response = HTTPResponse(status: 424)
      if failed.isDisjoint(with: dependsOn) {
        var headers = HTTPFields()
        for (name, value) in part["headers"]?.object ?? [:] { headers[name] = value.string }
        response = try await service.send(
          HTTPRequest(
            method: part["method"]?.string ?? "",
            url: Machine.graphRoot + (part["url"]?.string ?? ""), headers: headers,
            body: part["body"]?.bytes(.wire), repeatability: .onlyWhenNotCarriedOut))
      }
      if response.status >= 300 { failed.insert(id) }
      var answer: JSONObject = ["id": .string(id), "status": .number(response.status)]
      answer["headers"] = .object(
        JSONObject(response.headers.fields.map { ($0.name, .string($0.value)) }))
      if let body = try? JSON(parsing: response.body) { answer["body"] = body }
      responses.append(.object(answer))
    }
    return .json((["responses": .array(responses.reversed())] as JSON).text(.wire))
  }
}
