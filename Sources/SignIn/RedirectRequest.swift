import HTTP

/// A request that a browser sent to the redirect address, read as HTTP/1.1 (RFC 9112).
///
/// Only what a redirect needs: a request line, `Host`, and a form of a known length.
struct RedirectRequest: Equatable {
  let method: String
  /// Without query, not decoded.
  let path: String
  /// The `Host` field, lower case.
  let host: String
  /// The items of the query, or of the form that was posted.
  let items: QueryItems

  /// Whether `bytes` hold a request to its end, or something that will never become one.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard let head = Head(bytes) else { return false }
    guard let length = head.contentLength else { return true }
    return bytes.count - head.size >= length
  }

  /// Nil for anything that is no such request.
  init?(_ bytes: [UInt8]) {
    guard let head = Head(bytes), let first = head.lines.first else { return nil }
    let words = first.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      return nil
    }
    method = String(words[0])
    let target = words[1].split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(target[0])
    host = head["host"]?.lowercased() ?? ""
    guard method == "POST" else {
      items = target.count == 2 ? QueryItems(parsing: target[1]) : QueryItems()
      return
    }
    let type = head["content-type"]?.lowercased() ?? ""
    guard type.hasPrefix("application/x-www-form-urlencoded"), let length = head.contentLength,
      bytes.count - head.size >= length
    else { return nil }
    items = QueryItems(
      parsing: String(decoding: bytes[head.size..<head.size + length], as: UTF8.self))
  }

  /// The lines before the empty one.
  private struct Head {
    /// Up to and with the empty line.
    let size: Int
    let lines: [Substring]

    init?(_ bytes: [UInt8]) {
      let end = Array("\r\n\r\n".utf8)
      guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
        return nil
      }
      size = start + end.count
      lines = String(decoding: bytes[..<start], as: UTF8.self).split(separator: "\r\n")
        .map { $0[...] }
    }

    subscript(name: String) -> String? {
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == name else { continue }
        return String(parts[1].drop { $0 == " " || $0 == "\t" })
      }
      return nil
    }

    /// Nil without the field; 0 for one that holds no number.
    var contentLength: Int? { self["content-length"].map { max(Int($0) ?? 0, 0) } }
  }
}
