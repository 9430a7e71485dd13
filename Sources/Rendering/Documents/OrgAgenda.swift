import CalendarTime
import Calendaring
import FoundationEssentials
import Terminal

/// Events as headlines of Emacs Org mode, with timestamps that its agenda shows.
///
/// What is cancelled or declined has an inactive timestamp, which the agenda leaves out.
/// Sources: Org Syntax (orgmode.org/worg/org-syntax.html); Org Manual, "Escape Character".
struct OrgAgenda {
  let text: String

  init(_ document: EventDocument, _ sheets: DaySheets) {
    var lines = [
      "#+TITLE: " + OrgText.escaped(document.title),
      "# " + document.footing(sheets),
    ]
    lines += document.clockChanges.map { "# " + $0 }
    for entry in document.entries(sheets) { lines += Self.lines(entry, document) }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ entry: DocumentEntry, _ document: EventDocument) -> [String] {
    let event = entry.event
    var tags = event.categories.map(OrgText.tag).filter { !$0.isEmpty }
    if event.isCancelled { tags.append("cancelled") }
    let headline = "* " + OrgText.headline(entry.subject)
    var properties: [(String, String)] = []
    func add(_ name: String, _ value: String?) {
      let value = OrgText.escaped(value ?? "").trimmingBlanks
      if !value.isEmpty { properties.append((name, value)) }
    }
    add("GRAPHCAL_ID", document.shortIDs[event.id])
    if case .timed(let start, let end) = event.span {
      add("STARTS", start.rfc3339(in: document.time.zone))
      add("ENDS", end.rfc3339(in: document.time.zone))
    }
    if case .unknownZone(let name, _, _) = event.span { add("UNKNOWN_ZONE", name) }
    add("LOCATION", event.location)
    add("ORGANIZER", event.isOrganizer ? nil : event.organizer.map(PersonText.full))
    add("CALENDAR", event.calendarName)
    add("STATUS", entry.notes)
    var lines = [tags.isEmpty ? headline : headline + " :" + tags.joined(separator: ":") + ":"]
    if !properties.isEmpty {
      lines.append(":PROPERTIES:")
      lines += properties.map { ":\($0.0): \($0.1)" }
      lines.append(":END:")
    }
    lines.append(OrgText.timestamp(event.span, in: document.time.zone, isActive: !entry.isOff))
    if let link = entry.link { lines.append("[[\(OrgText.target(link.address))][Join]]") }
    return lines
  }
}

/// Texts as Org mode takes them.
enum OrgText {
  /// The sign that Org takes for the end of markup and nobody sees.
  private static let breaker = "\u{200B}"

  /// A text in one line in which nothing is a link, a timestamp, a macro, a block or code.
  ///
  /// A break goes behind whatever opens such a thing, and behind the colon of a word that could be a
  /// kind of link, since links of Org can run programs.
  static func escaped(_ text: String) -> String {
    // Org goes by scalars: a mark over a bracket leaves it a bracket.
    let characters = TextSanitizer.line(text).unicodeScalars.map(Character.init)
    var result = ""
    var previous: Character?
    for (index, character) in characters.enumerated() {
      result.append(character)
      let next = characters.indices.contains(index + 1) ? characters[index + 1] : " "
      if isOpener(character, before: next, after: previous)
        || (character == ":" && isLink(next: next, previous: previous, head: characters[..<index]))
      {
        result += breaker
      }
      previous = character
    }
    return result
  }

  /// Whether a sign and the one behind it could begin something else than text.
  private static func isOpener(
    _ sign: Character, before next: Character, after previous: Character?
  ) -> Bool {
    switch sign {
    case "<": next.isNumber || "<%".contains(next)
    case "[": next.isNumber || "[#%".contains(next)
    case "{", "@", "%": next == sign
    case "\\", "_", "^": next != " "
    case "#": next == "+"
    // Marks stand behind a blank or what opens something, and before a letter.
    case "*", "/", "=", "~", "+":
      next != " " && (previous.map { " -('\"{\u{200B}".contains($0) } ?? true)
    default: false
    }
  }

  /// Whether a colon could belong to a link, a tag or a drawer.
  private static func isLink(
    next: Character, previous: Character?, head: ArraySlice<Character>
  ) -> Bool {
    guard let previous, previous != " " else { return true }
    if next == " " || next.isNumber && previous.isNumber { return false }
    return (previous.isLetter || previous.isNumber)
      && !(next == "/" && head.suffix(5).elementsEqual("https"))
  }

  /// The words of a headline: without a keyword or priority at their beginning, or tags at their end.
  static func headline(_ text: String) -> String {
    var words = escaped(text).trimmingBlanks
    let first = words.prefix { $0 != " " }
    if keywords.contains(String(first)) { words = breaker + words }
    if words.hasSuffix(":") { words += breaker }
    return words
  }

  /// Words that make a task of a headline, or hide it.
  private static let keywords: Set<String> = [
    "TODO", "DONE", "COMMENT", "NEXT", "WAITING", "HOLD", "CANCELLED", "CANCELED", "STARTED",
    "PROJ", "STRT", "WAIT", "IDEA", "KILL", "SOMEDAY", "MEETING", "PHONE",
  ]

  /// A category as a tag, which has letters, digits and `_` only.
  static func tag(_ category: String) -> String {
    var tag = ""
    for character in TextSanitizer.line(category) {
      if character.isLetter || character.isNumber {
        tag.append(character)
      } else if !tag.hasSuffix("_") {
        tag.append("_")
      }
    }
    return tag == "_" ? "" : tag
  }

  /// The address of a link, in which no bracket ends it.
  static func target(_ address: String) -> String {
    var result = ""
    for character in address {
      switch character {
      case "[": result += "%5B"
      case "]": result += "%5D"
      case "\\": result += "%5C"
      case " ": result += "%20"
      default: result.append(character)
      }
    }
    return result
  }

  /// A timestamp: `<2026-11-30 Mon 09:00-10:00>`, over days `<…>--<…>`.
  static func timestamp(_ span: EventSpan, in zone: Zone, isActive: Bool) -> String {
    func stamp(_ date: CalendarDate, _ clock: String = "") -> String {
      let text = "\(date) \(date.weekday.shortName)" + (clock.isEmpty ? "" : " " + clock)
      return isActive ? "<\(text)>" : "[\(text)]"
    }
    func clock(_ wall: WallTime) -> String {
      "\((wall.secondOfDay / 3600).padded(to: 2)):\((wall.secondOfDay / 60 % 60).padded(to: 2))"
    }
    let (start, end): (WallTime, WallTime)
    switch span {
    case .allDay:
      let dates = span.dates(in: zone)
      return dates.lowerBound == dates.upperBound
        ? stamp(dates.lowerBound) : stamp(dates.lowerBound) + "--" + stamp(dates.upperBound)
    case .timed(let from, let to):
      (start, end) = (zone.wallTime(at: from), zone.wallTime(at: max(from, to)))
    case .unknownZone(_, let from, let to): (start, end) = (from, max(from, to))
    }
    if start == end { return stamp(start.date, clock(start)) }
    // Where the clocks are put back an end can read before its start: two stamps are read as they are.
    if start.date == end.date, end > start {
      return stamp(start.date, clock(start) + "-" + clock(end))
    }
    return stamp(start.date, clock(start)) + "--" + stamp(end.date, clock(end))
  }
}

extension String {
  /// Without blanks at both ends.
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
