package import HTTP
import JSON

/// Why a call of Graph did not give what was asked for.
package enum GraphError: Error, Sendable {
  /// The server answered with an error.
  case server(ServerError)
  /// There is no complete answer.
  case transport(TransportError)
  /// No token could be had; the sign-in layer's own error says why.
  case authorization(any Error)
  /// The token was refused twice, the second one fresh.
  case tokenRefused(ServerError)
  /// The answer is not what Graph sends; the text says what it is instead.
  case notGraph(NotGraph)
  /// The list did not end, or its next link leads elsewhere.
  case paging(Paging)

  /// An answer that is no Graph answer: a proxy's page, a cut body, another shape.
  package struct NotGraph: Sendable, Hashable {
    package var status: Int
    package var host: String
    /// One line: "the body is HTML (a proxy or gateway?)".
    package var what: String
    package var requestID: String?
  }

  /// What is wrong with the links of a list.
  package enum Paging: Sendable, Hashable {
    /// The same link came twice.
    case repeatedLink
    /// More pages than a list may have.
    case tooManyPages(Int)
    /// Another scheme, host or port than the root's.
    case foreignLink(host: String)
  }
}

/// An error answer of Graph, or of something that stands in front of it.
///
/// Source: Microsoft Graph, "Microsoft Graph error responses and resource types".
package struct ServerError: Sendable, Hashable {
  /// Where the request went.
  package var host: String?
  package var status: Int
  /// The deepest code that the body holds, else nil.
  package var code: String?
  /// The body's message, cut to 200 characters; may hold control characters of its sender.
  package var message: String?
  /// The server's id of the exchange, for its support.
  package var requestID: String?
  package var clientRequestID: String?
  /// Seconds, when the answer named a wait that is longer than was allowed here.
  package var retryAfter: Double?
  /// The `Date` of the answer, to find a wrong clock.
  package var date: String?
  /// The body was a page, not JSON.
  package var isHTML: Bool
  /// Where the answer says to go on, as a 410 of a round of changes may.
  package var location: String?
}

extension ServerError {
  /// Reads an error answer of any shape: Graph's object, a bare string, a page, nothing.
  package init(_ response: HTTPResponse, host: String? = nil) {
    self.init(
      host: host, status: response.status, code: nil, message: nil,
      requestID: response.headers["request-id"],
      clientRequestID: response.headers["client-request-id"],
      retryAfter: response.headers["Retry-After"].flatMap(Double.init),
      date: response.headers["Date"], isHTML: response.isHTML)
    location = response.headers["Location"].flatMap { $0.isEmpty ? nil : $0 }
    guard !isHTML, let body = try? JSON(parsing: response.body) else { return }
    switch body["error"] {
    case .string(let text): message = Self.shortened(text)
    case .object(let error):
      code = Self.deepestCode(in: error)
      message = error["message"]?.string.map(Self.shortened)
      let inner = (error["innerError"] ?? error["innererror"])?.object
      requestID = requestID ?? inner?["request-id"]?.string
      clientRequestID = clientRequestID ?? inner?["client-request-id"]?.string
    default: break
    }
  }

  /// The code furthest down `innerError`, which is the most exact one; numbers only repeat the status.
  private static func deepestCode(in error: JSONObject) -> String? {
    func word(_ json: JSON?) -> String? {
      json?.string.flatMap { $0.contains(where: \.isLetter) ? $0 : nil }
    }
    var code = word(error["code"])
    var level = (error["innerError"] ?? error["innererror"])?.object
    while let current = level {
      code = word(current["code"]) ?? code
      level = (current["innerError"] ?? current["innererror"])?.object
    }
    return code
  }

  private static func shortened(_ text: String) -> String {
    text.count > 200 ? String(text.prefix(199)) + "…" : text
  }
}

extension HTTPResponse {
  /// Whether the body says or looks like it is a page for people.
  package var isHTML: Bool {
    if let type = headers["Content-Type"]?.lowercased() {
      return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
    }
    return body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
  }
}

extension GraphError {
  /// Whether the service may have carried the request out although no answer says so.
  ///
  /// An answer that cannot be read says nothing either, and one that nobody waited for is none. Of a
  /// request that may not be repeated this is for the person to find out.
  package var leavesOutcomeOpen: Bool {
    switch self {
    case .server(let error): HTTPResponse.leavesOutcomeOpen(status: error.status)
    case .transport(let error): !error.wasNotSent
    case .notGraph: true
    case .authorization, .tokenRefused, .paging: false
    }
  }
}
