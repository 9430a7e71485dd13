/// The content lines of a text, unfolded, one after another.
///
/// Bytes are unfolded before anything is decoded, so a fold may stand within a character. CR LF, LF and
/// CR end a line, and a blank or a tab continues it (RFC 5545 section 3.1).
struct ContentLines {
  struct Line {
    /// The number of its first line in the file, from 1.
    var number: Int
    /// Where it begins in the text.
    var offset: Int
    var bytes: ArraySlice<UInt8>
  }

  /// More than the service takes in one request, so nothing longer can be meant.
  static let longest = 4 << 20
  /// Folds of one line; at 75 octets a line these make as much as `longest`.
  static let mostFolds = 57_000

  private let text: [UInt8]
  private var next: Int
  private let end: Int
  private var number: Int

  /// The lines of `range`, whose first has the number `line`.
  init(_ text: [UInt8], range: Range<Int>? = nil, line: Int = 1) {
    self.text = text
    next = range?.lowerBound ?? 0
    end = range?.upperBound ?? text.count
    number = line
  }

  /// The next line that is not empty; nil at the end.
  ///
  /// The value of an attachment may be of any length.
  mutating func line() throws(CalendarFileError) -> Line? {
    while next < end {
      let (offset, first) = (next, number)
      let piece = physicalLine()
      var bytes = text[piece]
      var folds = 0
      if continues {
        var whole = Array(bytes)
        let isAttachment = Self.isAttachment(bytes)
        while continues {
          next += 1
          whole += text[physicalLine()]
          folds += 1
          if !isAttachment, folds > Self.mostFolds || whole.count > Self.longest {
            throw CalendarFileError(
              line: first, "a line of more than \(Self.longest >> 20) MB or \(Self.mostFolds) folds"
            )
          }
        }
        bytes = whole[...]
      }
      if bytes.count > Self.longest, !Self.isAttachment(bytes) {
        throw CalendarFileError(line: first, "a line of more than \(Self.longest >> 20) MB")
      }
      if bytes.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) {
        return Line(number: first, offset: offset, bytes: bytes)
      }
    }
    return nil
  }

  /// Where the line after the one given last begins.
  var position: Int { next }

  private var continues: Bool {
    next < end && (text[next] == UInt8(ascii: " ") || text[next] == UInt8(ascii: "\t"))
  }

  /// Goes past one line of the file; its bytes without the end.
  private mutating func physicalLine() -> Range<Int> {
    let start = next
    var index = next
    while index < end, text[index] != UInt8(ascii: "\n"), text[index] != UInt8(ascii: "\r") {
      index += 1
    }
    let piece = start..<index
    if index < end {
      let isPair =
        text[index] == UInt8(ascii: "\r") && index + 1 < end
        && text[index + 1] == UInt8(ascii: "\n")
      index += isPair ? 2 : 1
    }
    next = index
    number += 1
    return piece
  }

  private static func isAttachment(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(decoding: bytes.prefix(6), as: UTF8.self).uppercased() == "ATTACH"
  }
}
