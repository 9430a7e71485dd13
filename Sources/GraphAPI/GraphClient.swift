import CalendarTime
package import HTTP
package import JSON

/// Calls Graph with a token, renews a refused token once, and reads lists to their end.
package struct GraphClient: Sendable {
  /// Gives an access token; `rejected` is the one that the server has just refused, with its challenge.
  package typealias TokenSource =
    @Sendable (_ rejected: RejectedToken?) async throws -> String

  /// A token that the server did not take.
  package struct RejectedToken: Sendable, Hashable {
    package var token: String
    /// The `WWW-Authenticate` field lines of the answer.
    package var challenges: [String]
  }

  /// The version root without a slash at the end: `https://graph.microsoft.com/v1.0`.
  package private(set) var root: String
  /// Whose mailbox requests for `/me` go to: an address, or nil for that of the token's owner.
  package private(set) var mailbox: String?
  private var transport: any Transport
  private let token: TokenSource
  /// Pages that a list may have; with the smallest page this is still 10,000 items.
  private let pageCeiling: Int

  package init(
    root: String, transport: any Transport, pageCeiling: Int = 1000,
    token: @escaping TokenSource
  ) {
    self.root = root
    self.transport = transport
    self.pageCeiling = pageCeiling
    self.token = token
  }
}

extension GraphClient {
  /// The same client for another mailbox; nil is that of the token's owner.
  package func acting(in mailbox: String?) -> GraphClient {
    var client = self
    client.mailbox = mailbox
    return client
  }

  /// The same client for another version of the service.
  ///
  /// - Precondition: `root` has the origin of the client's own, since the token goes there.
  package func at(root: String) -> GraphClient {
    precondition(isAtHome(root), "a token goes to its own service alone")
    var client = self
    client.root = root
    return client
  }

  /// The same client on another wire.
  package func using(_ transport: any Transport) -> GraphClient {
    var client = self
    client.transport = transport
    return client
  }

  /// Sends `request` and gives the answer when its status is 2xx.
  ///
  /// - Throws: `GraphError.server` for any other status, a 401 only after the token was renewed;
  ///   `GraphError.notGraph` for a write that is answered with a page.
  package func send(_ request: GraphRequest) async throws(GraphError) -> HTTPResponse {
    let response = try await exchange(httpRequest(request, url: address(of: request)))
    // A write is often answered without a body; a page instead comes from something in between.
    if request.method != "GET", response.isHTML {
      throw .notGraph(notGraph("the body is HTML (a proxy or gateway?)", response: response))
    }
    return response
  }

  /// Sends `request` and gives whatever it is answered with, an error too.
  ///
  /// - Throws: `GraphError.tokenRefused` for a 401 after the token was renewed, `GraphError.notGraph` for
  ///   a redirect, which is not followed.
  package func answer(to request: GraphRequest) async throws(GraphError) -> HTTPResponse {
    try await exchange(httpRequest(request, url: address(of: request)), keepsErrors: true)
  }

  /// The JSON object that `request` is answered with.
  ///
  /// - Throws: `GraphError.notGraph` when the body of a 2xx answer is no JSON object.
  package func object(_ request: GraphRequest) async throws(GraphError) -> JSONObject {
    try object(in: try await send(request))
  }

  /// Sends a request that brings its own credentials in its address, without ours.
  ///
  /// - Throws: `GraphError.server` for any status that is not 2xx; `GraphError.notGraph` for a redirect.
  package func sendWithoutToken(_ request: HTTPRequest) async throws(GraphError) -> HTTPResponse {
    let response: HTTPResponse
    do { response = try await transport.send(request) } catch { throw .transport(error) }
    guard !(300..<400).contains(response.status) else {
      throw .notGraph(
        notGraph("a redirect to another page (a sign-in portal?)", response: response))
    }
    guard (200..<300).contains(response.status) else {
      throw .server(ServerError(response, host: HTTPURL(request.url)?.host))
    }
    return response
  }

  /// All items of the list behind `request`, in the order they came, each id once.
  ///
  /// Links are followed byte for byte, with the same headers, and only on the root's own origin.
  ///
  /// - Parameters:
  ///   - request: the first page.
  ///   - limit: reading stops at the page that holds as many items as this.
  ///   - keeping: which items are kept; the others are let go with their page.
  /// - Returns: the items, and whether more exist beyond `limit`.
  /// - Throws: whatever any page throws: a list is complete or it is an error.
  package func list(
    _ request: GraphRequest, limit: Int? = nil, keeping: @Sendable (JSON) -> Bool = { _ in true }
  ) async throws(GraphError) -> (items: [JSON], hasMore: Bool) {
    // A bare nil would be the null of JSON.
    try await list(request, limit: limit) { keeping($0) ? $0 : Optional.none }
  }

  /// The same list with each item made into something else as its page comes, so that no more is held of
  /// it; an item of which nothing is made is left out.
  package func list<Item: Sendable>(
    _ request: GraphRequest, limit: Int? = nil, as made: @Sendable (JSON) -> Item?
  ) async throws(GraphError) -> (items: [Item], hasMore: Bool) {
    var items: [Item] = []
    var seenIDs: Set<String> = []
    var seenLinks: Set<String> = []
    var next: String? = address(of: request)
    while let url = next {
      guard seenLinks.insert(url).inserted else { throw .paging(.repeatedLink) }
      guard seenLinks.count <= pageCeiling else { throw .paging(.tooManyPages(pageCeiling)) }
      let page = try object(in: try await exchange(httpRequest(request, url: url)))
      guard let values = page["value"]?.array else {
        throw .notGraph(notGraph("a list without \"value\""))
      }
      for value in values {
        guard let item = made(value) else { continue }
        guard let id = value["id"]?.string else {
          items.append(item)
          continue
        }
        if seenIDs.insert(id).inserted { items.append(item) }
      }
      next = try nextLink(of: page)
      if let limit, items.count >= limit {
        return (Array(items.prefix(limit)), next != nil || items.count > limit)
      }
    }
    return (items, false)
  }

  /// One page of a list: the first one of `request`, or the one behind a link, which is followed byte
  /// for byte, with the same headers.
  ///
  /// - Throws: `GraphError.paging` for a link to another origin than the root's, in the answer too.
  package func page(
    _ request: GraphRequest, at link: String? = nil
  ) async throws(GraphError) -> JSONObject {
    if let link { try requireHome(link) }
    let url = link ?? address(of: request)
    let page = try object(in: try await exchange(httpRequest(request, url: url)))
    for name in ["@odata.nextLink", "@odata.deltaLink"] {
      if let next = page[name]?.string, !next.isEmpty { try requireHome(next) }
    }
    return page
  }

  /// Whether a link leads to the root's own scheme, host and port, where alone the token may go.
  package func isAtHome(_ link: String) -> Bool {
    guard let target = HTTPURL(link), let home = HTTPURL(root) else { return false }
    return target.hasSameOrigin(as: home)
  }

  private func requireHome(_ link: String) throws(GraphError) {
    guard isAtHome(link) else {
      throw .paging(.foreignLink(host: HTTPURL(link)?.host ?? "an address that is no URL"))
    }
  }

  private func nextLink(of page: JSONObject) throws(GraphError) -> String? {
    guard let link = page["@odata.nextLink"]?.string, !link.isEmpty else { return nil }
    try requireHome(link)
    return link
  }

  private func address(of request: GraphRequest) -> String {
    root + request.addressed(to: mailbox).target
  }

  private func httpRequest(_ request: GraphRequest, url: String) -> HTTPRequest {
    var headers = request.headers
    headers["Accept"] = headers["Accept"] ?? "application/json"
    if let content = request.content {
      headers["Content-Type"] = content.type
    } else if request.body != nil {
      headers["Content-Type"] = "application/json"
    }
    return HTTPRequest(
      method: request.method, url: url, headers: headers,
      body: request.content?.bytes ?? request.body?.bytes(.wire),
      repeatability: request.repeatability)
  }

  /// One exchange with a token; on 401 once more with a fresh one.
  private func exchange(
    _ request: HTTPRequest, keepsErrors: Bool = false
  ) async throws(GraphError) -> HTTPResponse {
    var rejected: RejectedToken?
    while true {
      let current = try await accessToken(replacing: rejected)
      var authorized = request
      authorized.headers["Authorization"] = "Bearer " + current
      let response: HTTPResponse
      do { response = try await transport.send(authorized) } catch { throw .transport(error) }
      switch response.status {
      case 200..<300: return response
      case 401:
        guard rejected == nil else { throw .tokenRefused(ServerError(response, host: host)) }
        rejected = RejectedToken(
          token: current, challenges: response.headers.values(of: "WWW-Authenticate"))
      case 300..<400:
        throw .notGraph(
          notGraph("a redirect to another page (a sign-in portal?)", response: response))
      case _ where keepsErrors: return response
      default: throw .server(ServerError(response, host: host))
      }
    }
  }

  private func accessToken(replacing rejected: RejectedToken?) async throws(GraphError) -> String {
    do { return try await token(rejected) } catch { throw .authorization(error) }
  }

  /// Has the token renewed that was taken for a whole batch, but not for a part of it.
  ///
  /// `challenges` are the `WWW-Authenticate` fields of such parts.
  func renewToken(challenges: [String]) async throws(GraphError) {
    let current = try await accessToken(replacing: nil)
    _ = try await accessToken(replacing: RejectedToken(token: current, challenges: challenges))
  }

  /// The JSON object that is the body of an answer.
  package func object(in response: HTTPResponse) throws(GraphError) -> JSONObject {
    if response.isHTML {
      throw .notGraph(notGraph("the body is HTML (a proxy or gateway?)", response: response))
    }
    if response.body.isEmpty { throw .notGraph(notGraph("the body is empty", response: response)) }
    do {
      guard let object = try JSON(parsing: response.body).object else {
        throw GraphError.notGraph(notGraph("the body is no JSON object", response: response))
      }
      return object
    } catch let error as JSONError {
      throw .notGraph(
        notGraph(
          "the body is no JSON: \(error.reason) (line \(error.line), column \(error.column))",
          response: response))
    } catch let error as GraphError {
      throw error
    } catch {
      throw .notGraph(notGraph("the body could not be read", response: response))
    }
  }

  /// The host of the root, for people.
  var host: String { HTTPURL(root)?.host ?? root }

  private func notGraph(_ what: String, response: HTTPResponse? = nil) -> GraphError.NotGraph {
    GraphError.NotGraph(
      status: response?.status ?? 200, host: host, what: what,
      requestID: response?.headers["request-id"])
  }
}
