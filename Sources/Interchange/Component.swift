import ICalendarC

/// A component of iCalendar with the properties that are of use here.
struct Component {
  var kind: String
  /// The number of the line that begins it.
  var line: Int
  var properties: [ICalProperty] = []
  var children: [Component] = []

  /// The first property of this name.
  subscript(name: String) -> ICalProperty? { properties.first { $0.name == name } }

  func all(_ name: String) -> [ICalProperty] { properties.filter { $0.name == name } }

  /// The trimmed text of the first property of this name; nil without one and for an empty one.
  func text(_ name: String) -> String? {
    guard let text = self[name]?.text.trimmed, !text.isEmpty else { return nil }
    return text
  }
}

/// Reads components of a file, one at a time.
struct ComponentReader: ~Copyable {
  private let file: CalendarFile
  private let parser: ContentLineParser

  /// - Throws: `ICalError` on a machine without libical.
  init(_ file: CalendarFile) throws(ICalError) {
    self.file = file
    parser = try ContentLineParser()
  }

  /// The component at a place of the file; of other properties than these nothing is read.
  func component(
    _ part: CalendarFile.Part, properties wanted: Set<String>
  ) throws(CalendarFileError) -> Component {
    var lines = ContentLines(file.text, range: part.range, line: part.line)
    var open: [Component] = []
    while let line = try lines.line() {
      let name = Self.name(of: line.bytes)
      switch name {
      case "BEGIN": open.append(Component(kind: Self.kind(line.bytes), line: line.number))
      case "END":
        guard let done = open.popLast() else { break }
        guard !open.isEmpty else { return done }
        open[open.count - 1].children.append(done)
      default:
        guard wanted.contains(name), !open.isEmpty,
          let property = parser.property(line.bytes, number: line.number)
        else { continue }
        open[open.count - 1].properties.append(property)
      }
    }
    throw CalendarFileError(line: part.line, "the \(part.kind) that begins here does not end")
  }

  private static func name(of line: ArraySlice<UInt8>) -> String {
    let name = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
    return String(decoding: name.prefix(64), as: UTF8.self).uppercased()
  }

  private static func kind(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.drop { $0 != UInt8(ascii: ":") }.dropFirst(), as: UTF8.self).trimmed
      .uppercased()
  }
}
