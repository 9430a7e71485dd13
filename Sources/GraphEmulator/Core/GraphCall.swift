package import FoundationEssentials
package import HTTPServer
package import JSON

/// One request to Graph, taken apart, on behalf of a user whose token was good.
package struct GraphCall: Sendable {
  package var method: String
  /// The path below the version, one decoded segment each, in the letter case it was sent in.
  ///
  /// `/users/{id}` has already become `me`, with `owner` saying whose.
  package var segments: [String]
  /// The parts of the path that the route's pattern left open, and the arguments of a function, by the
  /// names the pattern gives them.
  package var parameters: [String: String] = [:]
  /// Where links of the answer start, as the client reached it: `http://127.0.0.1:8080/v1.0`.
  package var root: String
  /// The path below the version as sent, escapes in place: `/me/events/AAA%3D`.
  package var path: String
  package var rawQuery: String
  package var query: GraphQuery
  package var headers: ServerFields
  package var body: [UInt8]
  /// Who signed in.
  package var user: EmulatorUser
  /// Whose mailbox or profile the path names; `user` for `/me`.
  package var owner: EmulatorUser
  /// The token's permissions, short and in lower case: `calendars.read`.
  package var scopes: Set<String>
  /// The moment the service takes as now; stands still under `--clock`.
  package var now: Date
  /// In `request-id`; new for each request.
  package var requestID: String
  /// The client's own `client-request-id`, or `requestID` where it sent none.
  package var clientRequestID: String

  package init(
    method: String, root: String, path: String, rawQuery: String = "", headers: ServerFields = [:],
    body: [UInt8] = [], user: EmulatorUser, scopes: Set<String>, now: Date, requestID: String,
    clientRequestID: String
  ) {
    self.method = method
    self.segments = GraphPath.segments(of: path)
    self.root = root
    self.path = path
    self.rawQuery = rawQuery
    self.query = GraphQuery(rawQuery)
    self.headers = headers
    self.body = body
    self.user = user
    self.owner = user
    self.scopes = scopes
    self.now = now
    self.requestID = requestID
    self.clientRequestID = clientRequestID
  }

  /// Scheme, host and port as the client reached the service: `root` without the version.
  package var host: String {
    root.lastIndex(of: "/").map { String(root[..<$0]) } ?? root
  }

  /// The body as an object.
  ///
  /// - Throws: 400 `UnableToDeserializePostBody` for no body or anything but a JSON object.
  package func object() throws(GraphError) -> JSONObject {
    guard let value = try? JSON(parsing: body), let object = value.object else {
      throw .badRequest("UnableToDeserializePostBody", "were unable to deserialize ")
    }
    return object
  }

  /// The `Prefer` settings of all field lines: names in lower case, values without quotes, bare ones
  /// with an empty value.
  ///
  /// Source: RFC 7240 section 2.
  package var preferences: [String: String] {
    var result: [String: String] = [:]
    for line in headers.values(of: "Prefer") {
      for preference in GraphHeader.split(line, at: [",", ";"]) {
        let parts = preference.split(separator: "=", maxSplits: 1)
        guard let name = parts.first.map({ GraphHeader.trimmed($0).lowercased() }), !name.isEmpty
        else { continue }
        let value = parts.count > 1 ? GraphHeader.unquoted(GraphHeader.trimmed(parts[1])) : ""
        if result[name] == nil { result[name] = value }
      }
    }
    return result
  }
}

/// Reading header field values.
package enum GraphHeader {
  /// `text` cut at any of `separators` that stands outside double quotes.
  package static func split(_ text: String, at separators: Set<Character>) -> [String] {
    var parts = [""]
    var quoted = false
    for character in text {
      if character == "\"" { quoted.toggle() }
      if !quoted, separators.contains(character) {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// `text` without blanks and tabs around it.
  package static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard let start = text.firstIndex(where: { !isBlank($0) }),
      let end = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[start...end])
  }

  /// `text` without one pair of double quotes around it.
  package static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }
}
