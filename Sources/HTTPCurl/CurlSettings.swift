import CCurl
import HTTP

/// What every transfer of one transport has in common, ready for libcurl.
struct CurlSettings: Sendable {
  private let milliseconds: Int
  private let bodyLimit: Int
  private let userAgent: String
  private let certificateFile: String?
  private let certificateFolder: String?

  init(_ configuration: CurlTransport.Configuration) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap { configuration.environment[$0] }.first { !$0.isEmpty }
    }
    milliseconds = max(1, Int(configuration.timeLimit / .milliseconds(1)))
    bodyLimit = configuration.bodyLimit
    userAgent = configuration.userAgent
    certificateFile = first("CURL_CA_BUNDLE", "SSL_CERT_FILE")
    certificateFolder = first("SSL_CERT_DIR")
  }

  /// Prepares a fresh or reset handle for a transfer.
  func apply(to handle: EasyHandle, for transfer: CurlTransfer) throws(TransportError) {
    try applyRules(to: handle)
    try applyRoute(to: handle, for: transfer)
    try applyCallbacks(to: handle, for: transfer)
    try applyMethod(to: handle, for: transfer.request)
    try handle.setHeaders(headerLines(of: transfer.request))
  }

  private func applyRules(to handle: EasyHandle) throws(TransportError) {
    try handle.set(CURLOPT_NOSIGNAL, to: 1)
    _ = handle.setIfKnown(graphcal_curlopt_quick_exit, to: 1)
    _ = handle.setIfKnown(
      graphcal_curlopt_protocols, to: Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
    try handle.set(CURLOPT_FOLLOWLOCATION, to: 0)
    try handle.set(CURLOPT_PATH_AS_IS, to: 1)
    try handle.set(CURLOPT_USERAGENT, to: userAgent)
    // Empty: every encoding that this libcurl can undo.
    try handle.set(CURLOPT_ACCEPT_ENCODING, to: "")
    try handle.set(CURLOPT_TCP_KEEPALIVE, to: 1)
    try handle.set(CURLOPT_CONNECTTIMEOUT_MS, to: milliseconds)
    // Measured over seconds before it is compared, so that alone would notice a silence of 1 s after 7.
    // It has libcurl look once a second, which is when `CurlTransfer.isMoving` looks too.
    try handle.set(CURLOPT_LOW_SPEED_LIMIT, to: 1)
    try handle.set(CURLOPT_LOW_SPEED_TIME, to: max(1, (milliseconds + 999) / 1000))
    try handle.setSize(CURLOPT_MAXFILESIZE_LARGE, to: bodyLimit)
  }

  private func applyRoute(
    to handle: EasyHandle, for transfer: CurlTransfer
  ) throws(TransportError) {
    try handle.set(CURLOPT_URL, to: transfer.request.url)
    // Both are set always, so that libcurl does not look into the environment by itself.
    try handle.set(CURLOPT_PROXY, to: transfer.proxy?.url ?? "")
    try handle.set(CURLOPT_NOPROXY, to: "")
    try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, to: 1)
    try handle.set(CURLOPT_SSLVERSION, to: Int(CURL_SSLVERSION_TLSv1_2))
    try handle.set(CURLOPT_SSL_VERIFYPEER, to: 1)
    try handle.set(CURLOPT_SSL_VERIFYHOST, to: 2)
    if let certificateFile {
      try handle.set(CURLOPT_CAINFO, to: certificateFile)
      try handle.set(CURLOPT_PROXY_CAINFO, to: certificateFile)
    }
    if let certificateFolder {
      try handle.set(CURLOPT_CAPATH, to: certificateFolder)
      try handle.set(CURLOPT_PROXY_CAPATH, to: certificateFolder)
    }
    if transfer.url.scheme == .https {
      try handle.set(CURLOPT_HTTP_VERSION, to: Int(CURL_HTTP_VERSION_2TLS))
      // Requests at the same time wait for one HTTP/2 connection rather than open one each.
      try handle.set(CURLOPT_PIPEWAIT, to: 1)
    } else {
      try handle.set(CURLOPT_HTTP_VERSION, to: Int(CURL_HTTP_VERSION_1_1))
    }
  }

  private func applyCallbacks(
    to handle: EasyHandle, for transfer: CurlTransfer
  ) throws(TransportError) {
    try unsafe handle.set(CURLOPT_WRITEFUNCTION, to: CurlCallbacks.takeBody)
    try handle.set(CURLOPT_WRITEDATA, to: transfer)
    try unsafe handle.set(CURLOPT_HEADERFUNCTION, to: CurlCallbacks.takeHeader)
    try handle.set(CURLOPT_HEADERDATA, to: transfer)
    try unsafe handle.set(CURLOPT_READFUNCTION, to: CurlCallbacks.giveBody)
    try handle.set(CURLOPT_READDATA, to: transfer)
    try unsafe handle.setSeek(CurlCallbacks.rewindBody)
    try handle.set(CURLOPT_SEEKDATA, to: transfer)
    try handle.set(CURLOPT_NOPROGRESS, to: 0)
    try unsafe handle.setProgress(CurlCallbacks.watchProgress)
    try handle.set(CURLOPT_XFERINFODATA, to: transfer)
    transfer.longestSilence = .milliseconds(milliseconds)
    if unsafe !handle.setBeforeRequest(CurlCallbacks.beforeRequest, object: transfer) {
      transfer.assumeStarted()
      if !transfer.mayGoOutTwice {
        // Only a used connection makes libcurl send twice.
        try handle.set(CURLOPT_FRESH_CONNECT, to: 1)
      }
    }
  }

  private func applyMethod(
    to handle: EasyHandle, for request: HTTPRequest
  ) throws(TransportError) {
    if request.body != nil || ["POST", "PUT", "PATCH"].contains(request.method) {
      try handle.set(CURLOPT_POST, to: 1)
      try handle.setSize(CURLOPT_POSTFIELDSIZE_LARGE, to: request.body?.count ?? 0)
    } else if request.method == "HEAD" {
      try handle.set(CURLOPT_NOBODY, to: 1)
    } else {
      try handle.set(CURLOPT_HTTPGET, to: 1)
    }
    guard !request.method.isEmpty, request.method.utf8.allSatisfy(Self.isToken) else {
      throw refusal("the method is no word")
    }
    if request.method != "HEAD" { try handle.set(CURLOPT_CUSTOMREQUEST, to: request.method) }
  }

  private func headerLines(of request: HTTPRequest) throws(TransportError) -> [String] {
    // libcurl would ask the server for leave to send large bodies, and name a form by itself.
    var lines = ["Expect:"]
    if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
    for field in request.headers.fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.isToken) else {
        throw refusal("a header has no usable name")
      }
      guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }) else {
        throw refusal("the header \(field.name) has control characters")
      }
      lines.append(field.value.isEmpty ? field.name + ";" : "\(field.name): \(field.value)")
    }
    return lines
  }

  private func refusal(_ detail: String) -> TransportError {
    TransportError(reason: .other, host: "", detail: detail, wasNotSent: true)
  }

  /// Whether a byte may stand in the name of a method or a header.
  ///
  /// Source: RFC 9110 section 5.6.2, `token`.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
