import HTTP
import JSON

/// A request to Graph, taken apart by those who answer it without a network.
struct OfflineCall {
  var method: String
  /// Below the version root, percent-encoded, without the query.
  var path: String
  /// The parts of the path, decoded.
  var segments: [String]
  /// The names of the query with their values, decoded.
  var query: [String: String] = [:]
  /// What goes along when it is sent later.
  var headers: [String: String] = [:]
  var body: JSONObject?

  /// Nil for a request to another address than one below `root`.
  init?(_ request: HTTPRequest, root: String) {
    guard request.url.hasPrefix(root + "/") else { return nil }
    let parts = request.url.dropFirst(root.count)
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    method = request.method
    path = String(parts[0])
    segments = path.split(separator: "/").map { PercentEncoding.decode($0) }
    for item in parts.dropFirst().first?.split(separator: "&") ?? [] {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      query[PercentEncoding.decode(pair[0])] =
        pair.count > 1 ? PercentEncoding.decode(pair[1]) : ""
    }
    for name in ["Prefer", "If-Match"] { headers[name] = request.headers[name] }
    body = request.body.flatMap { (try? JSON(parsing: $0))?.object }
  }
}
