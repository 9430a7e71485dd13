import HTTP

/// One request on its way, and what has come back so far.
///
/// Unchecked: `isCancelled` is guarded by the loop's lock; the rest belongs to the caller until the
/// transfer is submitted, and to the loop's thread from then on.
final class CurlTransfer: @unchecked Sendable {
  typealias Answer = Result<HTTPResponse, TransportError>

  let request: HTTPRequest
  let url: HTTPURL
  let proxy: ProxyRules.Proxy?
  let bodyLimit: Int
  var isCancelled = false
  /// The longest time without a byte, once the request goes out.
  var longestSilence = Duration.seconds(30)

  private(set) var headers = HTTPFields()
  private(set) var body: [UInt8] = []
  /// Whether the request has begun to go out, on any connection.
  private(set) var isStarted = false
  /// Whether libcurl wanted to send a second time what may be sent only once.
  private(set) var wasRepeatRefused = false
  private(set) var isTooLarge = false
  /// Whether the empty line after the header lines has come.
  private(set) var headersEnded = false
  /// Whether it was given up since nothing came for so long.
  private(set) var isSilent = false
  private var lastMove: ContinuousClock.Instant?
  private var movedBytes = 0
  private var headerBytes = 0
  private var sentBytes = 0
  private var continuation: CheckedContinuation<Answer, Never>?

  /// All header lines together; servers of Microsoft stay under 16 KiB.
  private static let headerLimit = 256 * 1024

  init(request: HTTPRequest, url: HTTPURL, proxy: ProxyRules.Proxy?, bodyLimit: Int) {
    self.request = request
    self.url = url
    self.proxy = proxy
    self.bodyLimit = bodyLimit
  }

  func resume(on continuation: CheckedContinuation<Answer, Never>) {
    self.continuation = continuation
  }

  /// Gives the answer to whoever waits; later ones are ignored.
  func finish(_ answer: Answer) {
    continuation?.resume(returning: answer)
    continuation = nil
  }

  /// Notes that the connection stands and the request goes out now.
  ///
  /// libcurl sends a request again by itself when a connection that was used before breaks before
  /// an answer has come, POST included: the server may have carried the first one out.
  ///
  /// - Returns: false when it must not go out a second time.
  func start() -> Bool {
    if isStarted && !mayGoOutTwice {
      wasRepeatRefused = true
      return false
    }
    isStarted = true
    sentBytes = 0
    lastMove = .now
    return true
  }

  /// Whether the library may send the request again by itself.
  ///
  /// Not a DELETE: of a second one the answer says that nothing is there, and whoever sees only that
  /// cannot know that it was the own first one.
  var mayGoOutTwice: Bool { request.repeatability == .repeatable && request.method != "DELETE" }

  /// Marks the request as sent where the library cannot tell when it goes out.
  func assumeStarted() { isStarted = true }

  /// Notes how many bytes of both bodies have moved so far.
  ///
  /// Headers and the wait for them count from the moment the request goes out.
  ///
  /// - Returns: false when it has been silent for too long.
  func isMoving(bytes: Int) -> Bool {
    guard isStarted, let last = lastMove else { return true }
    let now = ContinuousClock.now
    if bytes != movedBytes {
      movedBytes = bytes
      lastMove = now
    } else if now - last > longestSilence {
      isSilent = true
    }
    return !isSilent
  }

  /// Takes one header line as it came, line end included.
  ///
  /// - Returns: false when there are too many.
  func takeHeader(_ line: some Collection<UInt8>) -> Bool {
    lastMove = .now
    headerBytes += line.count
    guard headerBytes <= Self.headerLimit else {
      isTooLarge = true
      return false
    }
    let text = String(decoding: line, as: UTF8.self)
    let trimmed = text.prefix { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }
    if trimmed.hasPrefix("HTTP/") {
      // A later status line replaces an interim answer.
      headers = HTTPFields()
      headersEnded = false
    } else if trimmed.isEmpty {
      headersEnded = true
    } else if !headersEnded, let colon = trimmed.firstIndex(of: ":") {
      let value = trimmed[trimmed.index(after: colon)...]
      headers.append(String(trimmed[..<colon]), Self.trim(value))
    }
    return true
  }

  /// Takes a piece of the body, already decompressed.
  ///
  /// - Returns: false when the body has grown too large.
  func takeBody(_ bytes: some Collection<UInt8>) -> Bool {
    guard body.count + bytes.count <= bodyLimit else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// The next bytes of the request body, at most `count`.
  func nextBytes(_ count: Int) -> ArraySlice<UInt8> {
    let body = request.body ?? []
    let piece = body[sentBytes...].prefix(count)
    sentBytes += piece.count
    return piece
  }

  /// Winds the request body back.
  ///
  /// - Returns: false when it must not be sent a second time.
  func rewind(to offset: Int) -> Bool {
    guard offset <= request.body?.count ?? 0 else { return false }
    guard mayGoOutTwice || sentBytes == 0 else {
      wasRepeatRefused = true
      return false
    }
    sentBytes = offset
    return true
  }

  private static func trim(_ text: Substring) -> String {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
