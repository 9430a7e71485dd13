import FoundationEssentials
import HTTPServer
import JSON

/// Takes each request to the service it is for, and makes an HTTP answer of what comes back.
struct FrontDesk: Sendable {
  let configuration: EmulatorConfiguration
  let graph: GraphService
  let identity: IdentityPlatform
  let log: ExchangeLog?

  private static let version = "/v1.0"
  /// The one operation of Graph that reaches into the identity platform.
  private static let revocation = ["me", "revokesigninsessions"]

  func answer(_ request: ServerRequest) async -> ServerResponse {
    let visit = Visit(request, hasTLS: configuration.identity != nil)
    let fault = await graph.takeFault(method: request.method, path: visit.path)
    var response = await work(visit, fault)
    switch fault?.kind {
    case .drop, .refuse: response.delivery = .none
    case .truncate: response.delivery = .truncated
    case .slow(let milliseconds): response.delay = .milliseconds(milliseconds)
    default: break
    }
    await log?.add(
      request, response, root: visit.root, at: configuration.realTime(), fault: fault)
    return response
  }

  /// The answer, with nothing done where the fault forbids it.
  private func work(_ visit: Visit, _ fault: EmulatorFault?) async -> ServerResponse {
    if let page = fault?.page { return page }
    if fault?.kind == .refuse { return ServerResponse(status: 503) }
    if visit.isForGraph || visit.isForUploads {
      let result: Result<GraphAnswer, GraphError> =
        if let error = fault?.graphError(root: visit.root) {
          .failure(error)
        } else {
          visit.isForUploads ? await uploadAnswer(visit) : await graphAnswer(visit)
        }
      return response(to: visit, result)
    }
    let call = IdentityCall(
      visit.request, path: visit.path, query: visit.query, root: visit.root,
      requestID: visit.requestID)
    var response: ServerResponse
    if let error = fault?.identityError {
      response = await identity.refusal(error, call)
      if let retryAfter = fault?.retryAfter { response.headers["Retry-After"] = retryAfter }
    } else if let answer = await identity.answer(call) {
      response = answer
    } else {
      response = .page(
        .message("Not found", "There is nothing at this address. Graph starts at /v1.0."),
        status: 404)
    }
    response.headers["x-ms-request-id"] = visit.requestID
    response.headers["client-request-id"] = call.correlationID
    return response
  }

  private func uploadAnswer(_ visit: Visit) async -> Result<GraphAnswer, GraphError> {
    await graph.upload(
      UploadRequest(
        method: visit.request.method, host: visit.root, path: visit.path, query: visit.query,
        headers: visit.request.headers, body: visit.request.body, now: configuration.now))
  }

  private func graphAnswer(_ visit: Visit) async -> Result<GraphAnswer, GraphError> {
    do throws(GraphError) {
      let caller = try await identity.caller(
        authorization: visit.request.headers["Authorization"], root: visit.root)
      let call = GraphCall(
        method: visit.request.method, root: visit.root + Self.version,
        path: String(visit.path.dropFirst(Self.version.count)), rawQuery: visit.query,
        headers: visit.request.headers, body: visit.request.body, user: caller.user,
        scopes: Set(caller.permissions.map { $0.lowercased() }), now: configuration.now,
        requestID: visit.requestID, clientRequestID: visit.clientRequestID)
      if call.method == "POST", call.segments.map({ $0.lowercased() }) == Self.revocation {
        return .success(try await identity.revokeSessions(of: caller, root: visit.root))
      }
      return await graph.respond(to: call)
    } catch {
      return .failure(error)
    }
  }

  private func response(
    to visit: Visit, _ result: Result<GraphAnswer, GraphError>
  ) -> ServerResponse {
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
      let body = error.body(
        date: configuration.realTime(), requestID: visit.requestID,
        clientRequestID: visit.clientRequestID)
      response.body = body.bytes(.wire)
    }
    response.headers["Cache-Control"] = "private"
    response.headers["request-id"] = visit.requestID
    response.headers["client-request-id"] = visit.clientRequestID
    return response
  }

  private static let jsonType =
    "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8"

  /// One request with what is needed of it in several places.
  private struct Visit {
    let request: ServerRequest
    let path: String
    let query: String
    /// Scheme, host and port as the client reached the service.
    let root: String
    let requestID = UUID().uuidString.lowercased()

    init(_ request: ServerRequest, hasTLS: Bool) {
      self.request = request
      let parts = request.target.split(
        separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      path = String(parts[0])
      query = parts.count > 1 ? String(parts[1]) : ""
      // A proxy in front that speaks TLS says so; links have to lead back to it.
      let outer = request.headers["X-Forwarded-Proto"]?.lowercased()
      let scheme = hasTLS || outer == "https" ? "https" : "http"
      root = "\(scheme)://\(request.headers["Host"] ?? "127.0.0.1")"
    }

    var clientRequestID: String { request.headers["client-request-id"] ?? requestID }

    var isForGraph: Bool {
      let lower = path.lowercased()
      return lower == FrontDesk.version || lower.hasPrefix(FrontDesk.version + "/")
    }

    var isForUploads: Bool { UploadRequest.isFor(path) }
  }
}
