import HTTPServer
import JSON

/// One request inside a batch.
struct BatchRequest {
  var id: String
  var method: String
  /// Below the version, with a slash in front and without the query.
  var path: String
  var query: String
  var headers: ServerFields
  var body: [UInt8]
  /// Lower-case ids of the requests that have to succeed first.
  var dependsOn: [String]

  /// Reads one element of `requests`.
  ///
  /// - Throws: 400, which is meant for the whole batch.
  init(_ json: JSON) throws(GraphError) {
    guard let id = json["id"]?.string ?? json["id"]?.number?.text, !id.isEmpty,
      let method = json["method"]?.string?.uppercased(),
      ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(method),
      let url = json["url"]?.string, !url.isEmpty, !Self.isAbsolute(url)
    else { throw .invalidBatch }
    self.id = id
    self.method = method
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts[0].hasPrefix("/") ? String(parts[0]) : "/" + parts[0]
    query = parts.count > 1 ? String(parts[1]) : ""
    headers = ServerFields()
    for (name, value) in json["headers"]?.object ?? [:] {
      guard let text = value.string ?? value.number?.text else { continue }
      headers.append(name, text)
    }
    body = try Self.body(json["body"] ?? .null, id: id, type: headers["Content-Type"])
    dependsOn = (json["dependsOn"]?.array ?? []).compactMap { $0.string?.lowercased() }
  }

  private static func isAbsolute(_ url: String) -> Bool {
    url.hasPrefix("//") || url.prefix { $0 != "/" && $0 != "?" }.contains(":")
  }

  /// JSON as it stands; anything else comes as Base64.
  private static func body(
    _ json: JSON, id: String, type: String?
  ) throws(GraphError) -> [UInt8] {
    if json.isNull { return [] }
    guard let type = type?.lowercased() else {
      throw .badRequest(
        "BadRequest", "Write request id : \(id) does not contain Content-Type header or body.")
    }
    if type.hasPrefix("application/json") { return json.bytes(.wire) }
    guard let text = json.string, let bytes = Base64.bytes(text) else { throw .invalidBatch }
    return bytes
  }
}

extension GraphError {
  static let invalidBatch = GraphError.badRequest("BadRequest", "Invalid batch payload format.")
}
