import CalendarTime

/// How a time is written, after `strftime` of POSIX; names are English in every locale.
package struct TimeFormat: Hashable, Sendable {
  private enum Piece: Hashable {
    case text(String)
    case part(Character)
  }

  private let pieces: [Piece]

  /// Every directive and what it stands for, for help.
  package static let directives: [(letter: Character, meaning: String)] = [
    ("Y", "year, 2026"), ("m", "month, 12"), ("d", "day, 01"), ("e", "day, 1"),
    ("H", "hour, 00 to 23"), ("I", "hour, 01 to 12"), ("k", "hour, 0 to 23"),
    ("l", "hour, 1 to 12"), ("M", "minute"), ("S", "second"), ("p", "am or pm"),
    ("a", "Tue"), ("A", "Tuesday"), ("b", "Dec"), ("B", "December"), ("y", "year, 26"),
    ("j", "day of the year, 335"), ("u", "weekday, 1 is Monday"), ("w", "weekday, 0 is Sunday"),
    ("V", "ISO week, 49"), ("G", "year of the ISO week"), ("F", "2026-12-01"), ("T", "15:00:00"),
    ("R", "15:00"), ("s", "seconds since 1970"), ("z", "offset, +0100"), ("Z", "zone, CET"),
    ("n", "line feed"), ("t", "tab"), ("%", "%"),
  ]

  /// What shows of a clock, and has nothing to show of a date.
  private static let clockLetters: Set<Character> = ["H", "I", "k", "l", "M", "S"]

  init(_ text: Substring) throws(TemplateError) {
    guard !text.isEmpty else { throw TemplateError("the format of a time is empty") }
    var pieces: [Piece] = []
    var plain = ""
    var rest = text
    while let character = rest.popFirst() {
      guard character == "%" else {
        plain.append(character)
        continue
      }
      guard let letter = rest.popFirst() else {
        throw TemplateError("the format \"\(text)\" ends with %; %% is one in the text")
      }
      guard Self.directives.contains(where: { $0.letter == letter }) else {
        throw TemplateError("%\(letter) is no part of a time; graphcal help templates lists them")
      }
      if !plain.isEmpty { pieces.append(.text(plain)) }
      plain = ""
      switch letter {
      case "F": pieces += [.part("Y"), .text("-"), .part("m"), .text("-"), .part("d")]
      case "R": pieces += [.part("H"), .text(":"), .part("M")]
      case "T": pieces += [.part("H"), .text(":"), .part("M"), .text(":"), .part("S")]
      default: pieces.append(.part(letter))
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  /// The time in this format; of a date the clock shows as `--`.
  package func text(_ time: TemplateTime) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .part(let letter): Self.text(letter, time)
      }
    }.joined()
  }

  private static func text(_ letter: Character, _ time: TemplateTime) -> String {
    if time.isDate, clockLetters.contains(letter) { return "--" }
    return switch letter {
    case "H", "I", "k", "l", "M", "S", "p": clock(letter, time)
    case "s": time.unixSecond.map(String.init) ?? ""
    case "z": time.offset.map { OffsetText.extended($0).replacing(":", with: "") } ?? ""
    case "Z": time.abbreviation ?? ""
    case "n": "\n"
    case "t": "\t"
    case "%": "%"
    default: day(letter, time.wall.date)
    }
  }

  private static func clock(_ letter: Character, _ time: TemplateTime) -> String {
    let wall = time.wall
    let twelve = wall.hour % 12 == 0 ? 12 : wall.hour % 12
    return switch letter {
    case "H": wall.hour.padded(to: 2)
    case "I": twelve.padded(to: 2)
    case "k": String(wall.hour)
    case "l": String(twelve)
    case "M": wall.minute.padded(to: 2)
    case "S": wall.second.padded(to: 2)
    default: time.isDate ? "" : wall.hour < 12 ? "am" : "pm"
    }
  }

  private static func day(_ letter: Character, _ date: CalendarDate) -> String {
    let week = WeekNumber(containing: date)
    let (year, month, day) = date.components
    switch letter {
    case "Y": return year.padded(to: 4)
    case "y": return (year % 100).padded(to: 2)
    case "m": return month.padded(to: 2)
    case "b": return Month(containing: date).shortName
    case "B": return Month(containing: date).name
    case "d": return day.padded(to: 2)
    case "e": return String(day)
    case "a": return date.weekday.shortName
    case "A": return date.weekday.name
    case "u": return String(date.weekday.rawValue)
    case "w": return String(date.weekday.rawValue % 7)
    case "V": return week.week.padded(to: 2)
    case "G": return week.year.padded(to: 4)
    case "j":
      guard let first = CalendarDate(year: year, month: 1, day: 1) else { return "" }
      return (date.daysSinceEpoch - first.daysSinceEpoch + 1).padded(to: 3)
    default: return ""
    }
  }
}
