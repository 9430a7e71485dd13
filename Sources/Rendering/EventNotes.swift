package import Calendaring
package import Terminal

/// What is said about an event besides its name, in words: colour alone tells nobody enough.
package enum EventNotes {
  /// The name of an event as it may be shown.
  ///
  /// What may not be seen is `(private)`, or what others learn of it, such as `(busy)`; only a name that
  /// is truly missing is `(no subject)`.
  static func subject(_ event: CalendarEvent) -> StyledLine {
    let clean = TextSanitizer.line(event.subject ?? "")
    guard clean.contains(where: { !$0.isWhitespace }) else {
      if event.hidesDetails { return StyledLine("(\(words(event.showAs) ?? "busy"))", .dim) }
      return StyledLine(
        event.subject == nil && event.isPrivate ? "(private)" : "(no subject)", .dim)
    }
    if event.isCancelled { return StyledLine(clean, Style([.dim, .strike])) }
    return StyledLine(clean, event.response == .declined ? .dim : .plain)
  }

  /// The notes of a row in the order of their weight; `beyond` is what the row's time leaves open.
  ///
  /// `clashes` names what the event overlaps with.
  static func row(
    _ event: CalendarEvent, beyond: [String]?, isRunning: Bool, clashes: [String] = []
  ) -> Notes {
    var notes = Notes()
    if event.isCancelled { notes.add(["cancelled"], Style(color: .red)) }
    if event.isPending { notes.add([pending, "unsent"], Style(color: .yellow)) }
    if event.isStuck { notes.add([stuck, "stuck"], Style(color: .red)) }
    if isRunning { notes.add(["now"], Style(.bold, color: .green)) }
    if case .unknownZone(let name, _, _) = event.span {
      let long = name.isEmpty ? "no zone" : "unknown zone \(name)"
      notes.add([long, "zone?"], Style(color: .yellow))
    }
    if let beyond { notes.add(beyond) }
    if !event.isCancelled, let (forms, style) = answer(event) { notes.add(forms, style) }
    if event.hasConflict {
      notes.addEssential(Self.words(clashes), Style(color: .red))
    }
    if event.isPrivate { notes.add(["private"], .dim) }
    if event.kind != .singleInstance { notes.add(["repeats"], .dim) }
    if event.isOnlineMeeting { notes.add(["online"], .dim) }
    return notes
  }

  /// With what an event overlaps: all of it, and where that is much the first two and how many more.
  private static func words(_ clashes: [String]) -> [String] {
    guard !clashes.isEmpty else { return ["conflict"] }
    let all = "with " + clashes.joined(separator: ", ")
    let few = clashes.prefix(2).joined(separator: ", ")
    return clashes.count > 3 ? [all, "with \(few) +\(clashes.count - 2)"] : [all]
  }

  /// What is said of something that waits in the outbox.
  package static let pending = "not sent yet"

  /// What is said of something whose change is stuck in the outbox and not shown.
  package static let stuck = "change stuck"

  /// The same behind something else, for what does wait; otherwise nothing.
  package static func pendingMark(_ isPending: Bool) -> StyledLine {
    isPending ? StyledLine("  " + pending, Style(color: .yellow)) : StyledLine()
  }

  /// What the time is shown as; nil for words newer than this program.
  package static func words(_ showAs: CalendarEvent.ShowAs) -> String? {
    switch showAs {
    case .free, .tentative, .busy: showAs.rawValue
    case .oof: "away"
    case .workingElsewhere: "working elsewhere"
    case .unknown: nil
    }
  }

  /// How the owner stands to an event that takes place.
  private static func answer(_ event: CalendarEvent) -> ([String], Style)? {
    if event.awaitsAnswer { return (["not answered", "answer?"], Style(color: .yellow)) }
    if event.response == .declined { return (["declined"], .dim) }
    if event.response == .tentativelyAccepted || event.showAs == .tentative {
      return (["tentative"], Style(color: .yellow))
    }
    return switch event.showAs {
    case .oof: (["away"], Style(color: .magenta))
    case .workingElsewhere: (["elsewhere"], .dim)
    default: nil
    }
  }
}

/// Short remarks that give way one by one where there is no room, the last first.
struct Notes: Sendable {
  private var items: [[StyledLine]] = []

  /// Adds a remark in one or more forms, the longest first.
  mutating func add(_ forms: [String], _ style: Style = .plain) {
    items.append(forms.map { StyledLine($0, style) })
  }

  /// The cells that they want kept: all of them in their shortest forms as far as that is not much, and
  /// in any case those up to the last that must not be left out.
  var weight: Int {
    func cells(_ count: Int) -> Int { joined(items.prefix(count).compactMap(\.last)).cells }
    let all = cells(items.count)
    return all <= Self.fewCells ? all : cells(essential)
  }

  /// Cells of notes that are kept whole rather than the name of an event in its comfort.
  private static let fewCells = 16

  /// How many of them must not be left out.
  private var essential = 0

  /// Whether some of them must not be left out.
  var hasEssential: Bool { essential > 0 }

  /// Adds a remark that has to be read.
  mutating func addEssential(_ forms: [String], _ style: Style = .plain) {
    add(forms, style)
    essential = items.count
  }

  /// All of them, whole.
  var line: StyledLine { joined(items.compactMap(\.first)) }

  /// As many as fit, whole rather than cut, the first one in any case.
  func fitted(to cells: Int) -> StyledLine {
    let forms = items.map(\.count).max() ?? 0
    for count in stride(from: items.count, to: 0, by: -1) {
      for form in 0..<forms {
        let line = joined(items.prefix(count).map { $0[min(form, $0.count - 1)] })
        if line.cells <= cells { return line }
      }
    }
    return items.first?.last ?? StyledLine()
  }

  private func joined(_ notes: [StyledLine]) -> StyledLine {
    var line = StyledLine()
    for note in notes {
      if !line.isEmpty { line.append(", ", .dim) }
      line += note
    }
    return line
  }
}

/// Where an event is and who else organizes it, in one column.
struct EventPlace: Sendable {
  private let location: StyledLine
  private let organizer: StyledLine
  private let separator: StyledLine
  private let ellipsis: String

  init(_ event: CalendarEvent, symbols: Symbols) {
    location = StyledLine(event.location ?? "", .dim)
    // Who keeps the calendar knows the own name.
    let person = event.isOrganizer ? nil : event.organizer
    organizer = StyledLine(person.map(PersonText.short) ?? "", .dim)
    let isOne = location.isEmpty || organizer.isEmpty
    separator = isOne ? StyledLine() : StyledLine(" \(symbols.dot) ", .dim)
    ellipsis = symbols.ellipsis
  }

  var line: StyledLine { location + separator + organizer }

  /// Both with less room, of which the person keeps half.
  func fitted(to cells: Int) -> StyledLine {
    guard !separator.isEmpty else { return line }
    let room = max(2, cells - separator.cells)
    let person = organizer.cut(
      to: max(room - location.cells, room - room / 2), ellipsis: ellipsis)
    return location.cut(to: room - person.cells, ellipsis: ellipsis) + separator + person
  }
}
