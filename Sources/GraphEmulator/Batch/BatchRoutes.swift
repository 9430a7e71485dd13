import HTTPServer
import JSON

/// Several requests in one.
///
/// Source: Microsoft Graph "Combine multiple HTTP requests using JSON batching".
struct BatchRoutes {
  private static let largest = 20

  func add(to router: inout GraphRouter) {
    router.addRelaying("POST", "/$batch", scopes: []) { (call, router) throws(GraphError) in
      let requests = try Self.requests(in: call)
      var answers: [(id: String, answer: Result<GraphAnswer, GraphError>)] = []
      var succeeded: [String: Bool] = [:]
      var waiting = requests
      while !waiting.isEmpty {
        let ready = waiting.filter { $0.dependsOn.allSatisfy { succeeded[$0] != nil } }
        // What depends on itself never becomes ready.
        guard !ready.isEmpty else { throw .invalidBatch }
        for request in ready {
          let isFree = request.dependsOn.allSatisfy { succeeded[$0] == true }
          let answer = isFree ? Self.answer(request, of: call, router) : .failure(.failedDependency)
          succeeded[request.id.lowercased()] = Self.isSuccess(answer)
          answers.append((request.id, answer))
        }
        waiting.removeAll { request in ready.contains { $0.id == request.id } }
      }
      // The service promises no order, so the emulator never gives the order of the requests.
      return .ok([
        "responses": .array(answers.reversed().map { Self.response($0.id, $0.answer, call) })
      ])
    }
  }

  private static func requests(in call: GraphCall) throws(GraphError) -> [BatchRequest] {
    guard let elements = (try? JSON(parsing: call.body))?["requests"]?.array, !elements.isEmpty
    else { throw .invalidBatch }
    guard elements.count <= largest else {
      throw .badRequest("BadRequest", "Number of requests inside batch exceeds the limit.")
    }
    var requests: [BatchRequest] = []
    var ids: Set<String> = []
    for element in elements {
      let request = try BatchRequest(element)
      guard ids.insert(request.id.lowercased()).inserted else {
        throw .badRequest("BadRequest", "Request Id \(request.id) has to be unique in a batch.")
      }
      requests.append(request)
    }
    guard requests.allSatisfy({ ids.isSuperset(of: $0.dependsOn) }) else { throw .invalidBatch }
    return requests
  }

  private static func answer(
    _ request: BatchRequest, of call: GraphCall, _ router: GraphRouter
  ) -> Result<GraphAnswer, GraphError> {
    guard request.path.lowercased() != "/$batch" else { return .failure(.invalidBatch) }
    let inner = GraphCall(
      method: request.method, root: call.root, path: request.path, rawQuery: request.query,
      headers: request.headers, body: request.body, user: call.user, scopes: call.scopes,
      now: call.now, requestID: call.requestID, clientRequestID: call.clientRequestID)
    do throws(GraphError) {
      return .success(try router.respond(to: inner))
    } catch {
      return .failure(error)
    }
  }

  private static func isSuccess(_ answer: Result<GraphAnswer, GraphError>) -> Bool {
    guard case .success(let answer) = answer else { return false }
    return (200..<400).contains(answer.status)
  }

  private static func response(
    _ id: String, _ answer: Result<GraphAnswer, GraphError>, _ call: GraphCall
  ) -> JSON {
    var headers: JSONObject = ["Cache-Control": "no-cache"]
    var response: JSONObject = ["id": .string(id)]
    var body: JSON?
    let fields: ServerFields
    switch answer {
    case .success(let answer):
      response["status"] = .number(answer.status)
      fields = answer.headers
      switch answer.body {
      case .none: break
      case .json(let json):
        headers["Content-Type"] = "application/json;odata.metadata=minimal;charset=utf-8"
        body = json
      case .bytes(let bytes, let type):
        headers["Content-Type"] = .string(type)
        body = .string(
          type.hasPrefix("text/")
            ? String(decoding: bytes, as: UTF8.self) : Base64.text(bytes, alphabet: .plain))
      }
    case .failure(let error):
      response["status"] = .number(error.status)
      fields = error.headers
      headers["Content-Type"] = "application/json"
      body = error.body(
        date: call.now, requestID: call.requestID, clientRequestID: call.clientRequestID)
    }
    for (name, value) in fields.fields { headers[name] = .string(value) }
    response["headers"] = .object(headers)
    if let body { response["body"] = body }
    return .object(response)
  }
}

extension GraphError {
  fileprivate static let failedDependency = GraphError(
    status: 424, code: "FailedDependency",
    message: "The request could not be performed because a request it depends on failed.")
}
