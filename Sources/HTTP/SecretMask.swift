import JSON

/// Takes passwords and tokens out of what is shown or written to a trace; mailbox text stays.
package enum SecretMask {
  /// What stands where a secret was.
  package static let mark = "***"

  /// Names of values that open something: of query items, form fields and JSON members.
  private static let names: Set<String> = [
    "access_token", "refresh_token", "id_token", "code", "code_verifier", "device_code",
    "client_info", "claims", "client_secret", "client_assertion", "assertion", "password",
    "authtoken", "session_state",
  ]
  private static let headerNames: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie",
  ]
  private static let addressHeaders: Set<String> = ["location", "content-location", "referer"]

  /// An address without its user information and without secret values in query and fragment.
  package static func url(_ text: String) -> String {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var start = String(parts[0])
    if let scheme = start.firstRange(of: "://") {
      let tail = start[scheme.upperBound...]
      let end = tail.firstIndex { $0 == "/" || $0 == "#" } ?? tail.endIndex
      if let at = tail[..<end].lastIndex(of: "@") {
        start = start[..<scheme.upperBound] + mark + start[at...]
      }
    }
    guard parts.count == 2 else { return fragment(of: start) }
    return start + "?" + fragment(of: pairs(parts[1]))
  }

  /// Header fields without tokens, cookies and claims; a scheme such as `Bearer` stays.
  package static func headers(_ fields: HTTPFields) -> HTTPFields {
    HTTPFields(fields.fields.map { .init(name: $0.name, value: value(of: $0)) })
  }

  /// A body without secret values: JSON, forms, and JSON that is not called so.
  ///
  /// JSON that cannot be read and may hold a secret is left out whole.
  package static func body(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
    let type = (contentType ?? "").lowercased()
    if type.hasPrefix("application/x-www-form-urlencoded") {
      return Array(pairs(Substring(String(decoding: bytes, as: UTF8.self))).utf8)
    }
    let first = bytes.first { $0 > 0x20 }
    let looksLikeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    guard type.contains("json") || looksLikeJSON else { return bytes }
    guard let value = try? JSON(parsing: bytes) else {
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      let mayHoldSecret = names.contains { text.contains("\"\($0)\"") }
      return mayHoldSecret ? Array("(unreadable, left out)".utf8) : bytes
    }
    let masked = json(value, inError: false)
    return masked == value ? bytes : masked.bytes(.wire)
  }

  private static func fragment(of text: String) -> String {
    guard let hash = text.firstIndex(of: "#") else { return text }
    return text[...hash] + pairs(text[hash...].dropFirst())
  }

  /// `name=value` pairs, everything but the secret values as it was.
  private static func pairs(_ text: Substring) -> String {
    let pairs = text.split(separator: "&", omittingEmptySubsequences: false)
    return pairs.map { pair in
      guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
      let name = PercentEncoding.decode(pair[..<equals], plusIsBlank: true).lowercased()
      guard names.contains(name) else { return String(pair) }
      // A fragment behind the last value is looked at by itself.
      let tail = pair.firstIndex(of: "#").map { pair[$0...] } ?? ""
      return pair[...equals] + mark + tail
    }.joined(separator: "&")
  }

  private static func value(of field: HTTPFields.Field) -> String {
    let name = field.name.lowercased()
    if headerNames.contains(name) {
      let scheme = field.value.prefix { $0 != " " }
      let hasScheme = name.hasSuffix("authorization") && scheme.count < field.value.count
      return hasScheme ? "\(scheme) \(mark)" : mark
    }
    if addressHeaders.contains(name) { return url(field.value) }
    return name == "www-authenticate" ? challenge(field.value) : field.value
  }

  /// A challenge without the value of `claims`.
  private static func challenge(_ text: String) -> String {
    text.replacing(/claims="[^"]*"/.ignoresCase(), with: "claims=\"\(mark)\"")
  }

  /// `code` names the kind of a Graph error, which is no secret, where it stands in one.
  private static func json(_ value: JSON, inError: Bool) -> JSON {
    switch value {
    case .array(let elements): .array(elements.map { json($0, inError: inError) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { key, value in
            let name = key.lowercased()
            let isSecret = names.contains(name) && !(inError && name == "code")
            if (isSecret || headerNames.contains(name)) && value.isScalar {
              return (key, .string(mark))
            }
            let isError = inError || name == "error" || name == "innererror"
            return (key, json(value, inError: isError))
          }))
    case .string(let text) where text.hasPrefix("https://") || text.hasPrefix("http://"):
      .string(url(text))
    default: value
    }
  }
}

extension JSON {
  fileprivate var isScalar: Bool {
    switch self {
    case .string, .number: true
    default: false
    }
  }
}
