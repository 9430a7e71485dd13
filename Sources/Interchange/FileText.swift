/// The bytes of a file as UTF-8, whatever they came as.
enum FileText {
  /// Decodes UTF-8 and, with a byte order mark, UTF-16.
  ///
  /// - Throws: `CalendarFileError` with the line of the first byte that is no text: a NUL, or what is
  ///   not UTF-8.
  static func utf8(_ bytes: [UInt8]) throws(CalendarFileError) -> [UInt8] {
    var text = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      text.removeFirst(3)
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      text = try utf16(bytes)
    }
    if let place = text.firstIndex(of: 0) {
      throw CalendarFileError(
        line: line(of: place, in: text), "it holds a NUL byte, which no text has")
    }
    if String(validating: text, as: UTF8.self) == nil { try checkUnfolded(text) }
    return text
  }

  /// Looks at each line by itself, since a fold may stand within a character.
  private static func checkUnfolded(_ text: [UInt8]) throws(CalendarFileError) {
    var lines = ContentLines(text)
    while let line = try lines.line() {
      guard String(validating: line.bytes, as: UTF8.self) == nil else { continue }
      throw CalendarFileError(
        line: line.number,
        "it is not UTF-8 (Latin-1?); convert it with iconv -f latin1 -t utf-8")
    }
  }

  private static func utf16(_ bytes: [UInt8]) throws(CalendarFileError) -> [UInt8] {
    guard bytes.count.isMultiple(of: 2) else {
      throw CalendarFileError("it is UTF-16 and ends within a character")
    }
    let isLittle = bytes[0] == 0xFF
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The number of the line that a byte stands in; CR LF, LF and CR each end one.
  private static func line(of place: Int, in bytes: [UInt8]) -> Int {
    var line = 1
    for index in bytes[..<place].indices {
      let isEnd =
        bytes[index] == UInt8(ascii: "\n")
        || bytes[index] == UInt8(ascii: "\r") && bytes[index + 1] != UInt8(ascii: "\n")
      if isEnd { line += 1 }
    }
    return line
  }
}
