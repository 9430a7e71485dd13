/// A request as it came over the wire.
package struct RawRequest: Sendable {
  /// The number of its connection, from 1.
  package var connection: Int
  /// Request line and header lines without line ends.
  package var lines: [String]
  package var body: [UInt8]

  package var method: String { word(0) }
  /// The second word of the request line: path and query, or `host:port` of a CONNECT.
  package var target: String { word(1) }
  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The first header of this name, compared without letter case.
  package subscript(name: String) -> String? {
    let wanted = name.lowercased() + ":"
    guard let line = lines.dropFirst().first(where: { $0.lowercased().hasPrefix(wanted) }) else {
      return nil
    }
    var value = line.dropFirst(wanted.count).drop { $0 == " " }
    while value.last == " " { value.removeLast() }
    return String(value)
  }

  private func word(_ index: Int) -> String {
    let words = (lines.first ?? "").split(separator: " ")
    return index < words.count ? String(words[index]) : ""
  }
}
