/// A file of iCalendar, looked through from end to end: what is in it and where.
///
/// The components themselves are read one at a time, so that a large file costs little more than its
/// size. Source: RFC 5545 section 3.4.
package struct CalendarFile: Sendable {
  /// A component by its place in the file.
  struct Part: Sendable {
    /// In capitals: `VEVENT`.
    var kind: String
    /// The number of the line that begins it.
    var line: Int
    var range: Range<Int>
  }

  /// One of the calendars of the file.
  struct Calendar: Sendable {
    /// The value of `METHOD` in capitals.
    var method: String?
    var methodLine: Int?
    /// The value of `X-WR-TIMEZONE`.
    var zoneName: String?
    var zones: [Part] = []
    var events: [Part] = []
  }

  /// The largest file that is read at all, in bytes.
  package static let largest = 128 << 20

  let text: [UInt8]
  let calendars: [Calendar]
  /// How many components there are that are no events, by their kind in capitals.
  package let skipped: [String: Int]

  /// Looks through a file.
  ///
  /// - Throws: `CalendarFileError` for what is no iCalendar at all, and for a file that was cut off or
  ///   whose components do not end as they begin.
  package init(_ bytes: [UInt8]) throws(CalendarFileError) {
    text = try FileText.utf8(bytes)
    var index = Index(ContentLines(text))
    try index.read()
    calendars = index.calendars
    skipped = index.skipped
  }

  /// What the file is for, in capitals: `REQUEST`, `CANCEL`; nil where it says nothing.
  package var methods: Set<String> { Set(calendars.compactMap(\.method)) }

  /// How many events there are, changed single ones of a series counted for themselves.
  package var eventCount: Int { calendars.reduce(0) { $0 + $1.events.count } }

  private struct Index {
    var lines: ContentLines
    var calendars: [Calendar] = []
    var skipped: [String: Int] = [:]
    /// The components that are open, the innermost last.
    private var open: [(kind: String, line: Int, offset: Int)] = []

    private static let deepest = 16

    init(_ lines: ContentLines) { self.lines = lines }

    mutating func read() throws(CalendarFileError) {
      while let line = try lines.line() {
        if let kind = Self.value(of: "BEGIN", in: line) {
          try begin(kind, line)
        } else if let kind = Self.value(of: "END", in: line) {
          try end(kind, line)
        } else if open.count == 1 {
          note(line)
        } else if open.isEmpty {
          throw CalendarFileError(line: line.number, reason(line))
        }
      }
      if let left = open.last {
        throw CalendarFileError(
          line: left.line, "the file ends within the \(left.kind) that begins here; it was cut off")
      }
      if calendars.isEmpty { throw CalendarFileError("it is empty, no iCalendar file") }
    }

    private mutating func begin(_ kind: String, _ line: ContentLines.Line) throws(CalendarFileError)
    {
      if open.isEmpty {
        guard kind == "VCALENDAR" else {
          throw CalendarFileError(line: line.number, reason(line, kind))
        }
        calendars.append(Calendar())
      } else if kind == "VCALENDAR" || kind == "VEVENT" && open.count > 1 {
        throw CalendarFileError(
          line: line.number,
          "a \(kind) begins within the \(open.last?.kind ?? "") of line \(open.last?.line ?? 0)")
      }
      open.append((kind, line.number, line.offset))
      if open.count > Self.deepest {
        throw CalendarFileError(line: line.number, "components are nested too deeply")
      }
    }

    private mutating func end(_ kind: String, _ line: ContentLines.Line) throws(CalendarFileError) {
      guard let last = open.popLast(), last.kind == kind else {
        throw CalendarFileError(line: line.number, "END:\(kind) ends nothing that was begun")
      }
      guard open.count == 1, !calendars.isEmpty else { return }
      let part = Part(kind: kind, line: last.line, range: last.offset..<lines.position)
      switch kind {
      case "VEVENT": calendars[calendars.count - 1].events.append(part)
      case "VTIMEZONE": calendars[calendars.count - 1].zones.append(part)
      default: skipped[kind, default: 0] += 1
      }
    }

    /// Keeps what a calendar says of itself.
    private mutating func note(_ line: ContentLines.Line) {
      let place = calendars.count - 1
      if let method = Self.value(of: "METHOD", in: line), !method.isEmpty {
        calendars[place].method = method
        calendars[place].methodLine = line.number
      } else if let zone = Self.text(of: "X-WR-TIMEZONE", in: line), !zone.isEmpty {
        calendars[place].zoneName = zone
      }
    }

    /// The value of a property without parameters, in capitals.
    private static func value(of name: String, in line: ContentLines.Line) -> String? {
      text(of: name, in: line)?.uppercased()
    }

    private static func text(of name: String, in line: ContentLines.Line) -> String? {
      let start = line.bytes.prefix(name.utf8.count + 1)
      guard start.count == name.utf8.count + 1, let mark = start.last,
        mark == UInt8(ascii: ":") || mark == UInt8(ascii: ";"),
        String(decoding: start.dropLast(), as: UTF8.self).uppercased() == name,
        let colon = line.bytes.firstIndex(of: UInt8(ascii: ":"))
      else { return nil }
      return String(decoding: line.bytes[(colon + 1)...], as: UTF8.self).trimmed
    }

    /// Why a line that stands outside of all calendars, and may begin a component, cannot be there.
    private func reason(_ line: ContentLines.Line, _ kind: String? = nil) -> String {
      guard !calendars.isEmpty else { return Self.notCalendar(line.bytes) }
      if let kind {
        return "a \(kind) begins after a calendar, which is to be in a file of its own"
      }
      return "what stands after a calendar has to begin with BEGIN:VCALENDAR"
    }

    private static func notCalendar(_ bytes: ArraySlice<UInt8>) -> String {
      let text = String(decoding: bytes.prefix(200), as: UTF8.self).trimmed
      let lowercase = text.lowercased()
      if lowercase.hasPrefix("begin:vcard") {
        return "no iCalendar file but a vCard: it holds contacts"
      }
      if lowercase.hasPrefix("<!doctype") || lowercase.hasPrefix("<html") {
        return "no iCalendar file but a web page (a sign-in page?)"
      }
      return "no iCalendar file: it has to begin with BEGIN:VCALENDAR"
    }
  }
}

extension StringProtocol {
  /// Without blanks at both ends.
  var trimmed: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop { $0.isWhitespace })
  }
}
