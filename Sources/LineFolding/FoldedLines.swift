/// Content lines as iCalendar and vCard have them: folded, with CR LF at their ends.
///
/// No line is longer than 75 octets, and none begins or ends within a character.
/// Sources: RFC 5545 section 3.1; RFC 6350 section 3.2.
package struct FoldedLines: Sendable {
  package typealias Parameter = (name: String, value: String)

  private static let width = 75
  /// All lines so far.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Adds a property whose value is written already; controls in it are left out, tabs stay.
  package mutating func add(
    _ name: String, _ parameters: [Parameter] = [], raw value: String
  ) {
    var line = name
    for parameter in parameters { line += ";\(parameter.name)=\(Self.quoted(parameter.value))" }
    add(line + ":" + value)
  }

  /// Adds a line that is all there.
  package mutating func add(_ line: String) {
    if line.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return add(ascii: Array(line.utf8)) }
    var room = Self.width
    for scalar in line.unicodeScalars {
      // What no text may hold, and what a terminal would obey.
      if scalar.value < 32 && scalar != "\t" || (0x7F...0x9F).contains(scalar.value) { continue }
      let size = UTF8.width(scalar)
      if size > room {
        bytes += [13, 10, 32]
        room = Self.width - 1
      }
      bytes += UTF8.encode(scalar) ?? .init()
      room -= size
    }
    bytes += [13, 10]
  }

  /// Adds a line of plain ASCII, however long it is.
  package mutating func add(ascii line: [UInt8]) {
    bytes.reserveCapacity(bytes.count + line.count + line.count / 24 + 2)
    bytes += line.prefix(Self.width)
    for place in stride(from: Self.width, to: line.count, by: Self.width - 1) {
      bytes += [13, 10, 32]
      bytes += line[place..<min(place + Self.width - 1, line.count)]
    }
    bytes += [13, 10]
  }

  /// A parameter's value, in quotes where it has to be (RFC 6868).
  private static func quoted(_ value: String) -> String {
    var text = ""
    for character in value {
      switch character {
      case "^": text += "^^"
      case "\"": text += "^'"
      case "\n", "\r", "\r\n": text += "^n"
      default: text.append(character)
      }
    }
    return text.contains(where: { ":;,".contains($0) }) ? "\"\(text)\"" : text
  }
}
