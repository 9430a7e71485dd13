/// The rows of a table in a text file, one after another.
///
/// Comma, semicolon or tab part the fields, whichever the header has most of. A field in quotes may hold
/// separators, line ends and, doubled, quotes (RFC 4180).
struct DelimitedRows: Sequence, IteratorProtocol {
  struct Row {
    /// The line it begins on, from 1.
    var line: Int
    var fields: [String]
    /// The line of a quote that nothing closes; nil in whole rows.
    var openQuote: Int?
  }

  /// What one field may have; the rest of it is dropped.
  static let longestField = 1 << 20
  /// More columns than any program writes.
  static let mostFields = 2000

  private let bytes: [UInt8]
  private let separator: UInt8
  private var place = 0
  private var line = 1

  /// The rows of a file whose bytes are those of `TextBytes`.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    separator = Self.separator(of: bytes)
  }

  /// The next row that has anything in it.
  mutating func next() -> Row? {
    while place < bytes.count {
      let row = readRow()
      if row.fields.contains(where: { !$0.isEmpty }) { return row }
    }
    return nil
  }

  private mutating func readRow() -> Row {
    var row = Row(line: line, fields: [])
    var field: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    var quoteLine = line
    func end() {
      if row.fields.count < Self.mostFields { row.fields.append(Self.text(field)) }
      field.removeAll(keepingCapacity: true)
    }
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if isQuoted {
        if byte == UInt8(ascii: "\"") {
          if place < bytes.count, bytes[place] == byte {
            field.append(byte)
            place += 1
          } else {
            isQuoted = false
          }
          continue
        }
        if byte == 0x0A || byte == 0x0D && !(place < bytes.count && bytes[place] == 0x0A) {
          line += 1
        }
        if field.count < Self.longestField { field.append(byte) }
        continue
      }
      switch byte {
      case separator:
        end()
        wasQuoted = false
      case 0x0A, 0x0D:
        if byte == 0x0D, place < bytes.count, bytes[place] == 0x0A { place += 1 }
        line += 1
        end()
        return row
      case UInt8(ascii: "\"") where field.allSatisfy({ $0 == 0x20 }) && !wasQuoted:
        field.removeAll(keepingCapacity: true)
        (isQuoted, wasQuoted, quoteLine) = (true, true, line)
      default: if field.count < Self.longestField { field.append(byte) }
      }
    }
    end()
    row.openQuote = isQuoted ? quoteLine : nil
    return row
  }

  private static func text(_ field: [UInt8]) -> String {
    CardText.lines(CodePage.text(field, charset: nil) ?? "")
  }

  private static func separator(of bytes: [UInt8]) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes.prefix(1 << 16) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D {
        if counts.isEmpty { continue }
        break
      }
      counts[byte, default: 0] += 1
    }
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    return candidates.max { counts[$0] ?? 0 < counts[$1] ?? 0 } ?? UInt8(ascii: ",")
  }
}
