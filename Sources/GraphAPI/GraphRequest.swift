package import HTTP
package import JSON

/// One call of Graph, before it knows its root, its token and its attempt.
///
/// Kept as a value so that `--dry-run` prints exactly what would be sent.
package struct GraphRequest: Sendable, Equatable {
  package var method: String
  /// Below the version root, percent-encoded: `/me/events/AAMk%3D`.
  package var path: String
  /// Names with their `$`, in the order they are sent.
  package var query: QueryItems
  package var headers: HTTPFields
  package var body: JSON?
  /// What is sent in place of `body` where that is no JSON.
  package var content: Content?
  package var repeatability: Repeatability

  /// Bytes that go as they are, such as a picture, with their media type.
  package struct Content: Sendable, Hashable {
    package var bytes: [UInt8]
    package var type: String

    package init(bytes: [UInt8], type: String) {
      self.bytes = bytes
      self.type = type
    }
  }

  package init(
    method: String = "GET", path: String, query: QueryItems = [:],
    headers: HTTPFields = [:], body: JSON? = nil, content: Content? = nil,
    repeatability: Repeatability? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.content = content
    self.repeatability =
      repeatability
      ?? (["GET", "HEAD", "DELETE"].contains(method) ? .repeatable : .onlyWhenNotCarriedOut)
  }

  /// Path and query as they follow the version root.
  package var target: String { query.appended(to: path) }

  /// The request in somebody else's mailbox, where `/me` is `/users/{address}`; nil leaves it as it is.
  ///
  /// Source: Microsoft Graph, "Get shared or delegated Outlook calendar and its events".
  package func addressed(to mailbox: String?) -> GraphRequest {
    guard let mailbox, path.hasPrefix("/me/") else { return self }
    var request = self
    request.path = "/users/\(PercentEncoding.segment(mailbox))" + path.dropFirst(3)
    return request
  }

  /// What `--dry-run` prints: method, URL below the version root, headers and body; of bytes their
  /// type and number.
  package var preview: JSON {
    var object: JSONObject = ["method": .string(method), "url": .string(target)]
    object["headers"] = .object(
      JSONObject(headers.fields.map { ($0.name, JSON.string($0.value)) }))
    object["body"] = body ?? .null
    if let content {
      object["content"] = ["type": .string(content.type), "size": .number(content.bytes.count)]
    }
    return .object(object)
  }
}

/// The wishes of one call, sent in `Prefer`.
///
/// Source: Microsoft Graph, "List calendarView" and "Obtain immutable identifiers".
package struct Preferences: Sendable, Hashable {
  /// The zone that `start` and `end` come in; ours is always UTC, conversion is done here.
  package var timeZone: String?
  package var bodyContentType: String?
  package var maxPageSize: Int?

  package init(timeZone: String? = nil, bodyContentType: String? = nil, maxPageSize: Int? = nil) {
    self.timeZone = timeZone
    self.bodyContentType = bodyContentType
    self.maxPageSize = maxPageSize
  }

  /// Times in UTC, the only zone that needs no list of names to be read.
  package static let utc = Preferences(timeZone: "UTC")

  /// The field value; immutable ids are asked for always, since ids of the two kinds do not mix.
  package var field: String {
    var wishes: [String] = []
    if let timeZone { wishes.append("outlook.timezone=\"\(timeZone)\"") }
    if let bodyContentType { wishes.append("outlook.body-content-type=\"\(bodyContentType)\"") }
    wishes.append("IdType=\"ImmutableId\"")
    if let maxPageSize { wishes.append("odata.maxpagesize=\(maxPageSize)") }
    return wishes.joined(separator: ", ")
  }
}
