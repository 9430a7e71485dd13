import CalendarTime
package import Calendaring
package import FoundationEssentials
package import Terminal

/// One event with everything that is known of it, as `show` prints it.
package struct EventDetails: Sendable {
  /// What the organizer wrote, in the form the server sent it.
  package struct Body: Sendable {
    package var text: String
    package var isHTML: Bool

    package init(text: String, isHTML: Bool) {
      self.text = text
      self.isHTML = isHTML
    }
  }

  package var event: CalendarEvent
  package var shortID: String?
  package var body: Body?
  /// How the series goes on, in words; see `RecurrenceText`.
  package var recurrence: String?
  /// Minutes before the start; nil without a reminder.
  package var reminderMinutes: Int?
  /// The zone the event was written in, by whatever name.
  package var originalZone: String?
  /// Graph's word: `low`, `normal`, `high`.
  package var importance: String?
  package var created: Date?
  package var changed: Date?
  /// Where the event opens in a browser.
  package var webLink: String?

  package init(event: CalendarEvent) { self.event = event }

  /// People listed before the rest is only counted.
  package static let shownAttendees = 10

  /// The event as lines; the body is wrapped on a terminal only.
  package func lines(time: TimeText, now: Date, on surface: Surface) -> [StyledLine] {
    var title = StyledLine(EventNotes.subject(event).text, .bold)
    if event.isCancelled { title.append("  cancelled", Style(color: .red)) }
    var lines = title.wrapped(to: surface.width)
    lines += fields(time: time, now: now, symbols: surface.symbols).lines(width: surface.width)
    let text = bodyText
    if !text.isEmpty {
      lines.append("")
      lines += text.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { StyledLine(String($0)).wrapped(to: surface.width) }
    }
    return lines
  }

  /// When and what in one line, for a command that has just made or changed it.
  package func oneLine(time: TimeText, on surface: Surface) -> StyledLine {
    let when = EventTimeText(time: time, symbols: surface.symbols).whole(event.span)
    return StyledLine(when + "  ") + StyledLine(EventNotes.subject(event).text, .bold)
  }

  /// When it is, in words: `Mon 30 Nov 2026 07:45–08:30`.
  package func when(time: TimeText, on surface: Surface) -> String {
    EventTimeText(time: time, symbols: surface.symbols).whole(event.span)
  }

  /// Its name as it may be shown, cleaned: `(private)` and `(no subject)` where there is none.
  package var title: String { EventNotes.subject(event).text }

  private func fields(time: TimeText, now: Date, symbols: Symbols) -> FieldBlock {
    var block = FieldBlock()
    let texts = EventTimeText(time: time, symbols: symbols)
    var when = StyledLine(texts.whole(event.span))
    if event.span.contains(now, in: time.zone), !event.isCancelled {
      when.append("  now", Style(.bold, color: .green))
    }
    block.add("When", when)
    switch event.span {
    case .timed:
      if let minutes = event.span.durationMinutes, minutes > 0 {
        block.add("Length", TimeText.length(minutes: minutes))
      }
      let original = originalZone.flatMap { $0 == time.zone.name || $0.isEmpty ? nil : $0 }
      block.add("Zone", original.map { "\(time.zone.name); written in \($0)" } ?? time.zone.name)
    case .unknownZone(let name, _, _):
      block.add("Zone", name.isEmpty ? "none given" : "\(name) (unknown; times as written)")
    case .allDay: break
    }
    block.add("Repeats", recurrence ?? seriesNote)
    block.add("Where", event.location)
    block.add("Join", event.joinURL)
    if event.joinURL == nil, event.isOnlineMeeting { block.add("Join", "online meeting") }
    block.add("Organizer", event.organizer.map(PersonText.full))
    block.add("Attendees", lines: attendees(symbols: symbols))
    if !event.isOrganizer { block.add("Your answer", answer) }
    block.add("Shown as", Self.words(event.showAs))
    if event.sensitivity != .normal { block.add("Sensitivity", event.sensitivity.rawValue) }
    if let importance, importance.lowercased() != "normal" { block.add("Importance", importance) }
    block.add("Categories", event.categories.joined(separator: ", "))
    block.add(
      "Reminder",
      reminderMinutes.map { $0 == 0 ? "at the start" : TimeText.length(minutes: $0) + " before" })
    if event.hasAttachments { block.add("Attachments", "yes") }
    block.add("Calendar", event.calendarName)
    block.add("Created", created.map { stamp($0, time) })
    block.add("Changed", changed.map { stamp($0, time) })
    block.add("Link", webLink)
    block.add("Short id", shortID)
    block.add("Id", event.id)
    return block
  }

  private var seriesNote: String? {
    switch event.kind {
    case .singleInstance: nil
    case .occurrence: "one of a series"
    case .exception: "one of a series, changed"
    case .seriesMaster: "a series"
    }
  }

  private func attendees(symbols: Symbols) -> [StyledLine] {
    let all = event.attendees
    guard !all.isEmpty else { return [] }
    var lines = [StyledLine(summary(of: all))]
    for attendee in all.prefix(Self.shownAttendees) {
      var line = StyledLine(PersonText.full(attendee.person))
      if attendee.role != .required { line.append(" (\(attendee.role.rawValue))", .dim) }
      if let (word, style) = Self.words(attendee.response) { line.append("  " + word, style) }
      lines.append(line)
    }
    if all.count > Self.shownAttendees {
      lines.append(StyledLine("\(all.count - Self.shownAttendees) more", .dim))
    }
    return lines
  }

  private func summary(of attendees: [Attendee]) -> String {
    let counts = [("accepted", 0), ("tentative", 0), ("declined", 0)].map { word, _ in
      (word, attendees.count { Self.words($0.response)?.0 == word })
    }.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    let total = attendees.count == 1 ? "1 person" : "\(attendees.count) people"
    return ([total] + counts).joined(separator: ", ")
  }

  private var answer: StyledLine? {
    if event.awaitsAnswer { return StyledLine("not answered", Style(color: .yellow)) }
    return Self.words(event.response).map { StyledLine($0.0, $0.1) }
  }

  private static func words(_ response: CalendarEvent.Response) -> (String, Style)? {
    switch response {
    case .accepted: ("accepted", Style(color: .green))
    case .declined: ("declined", Style(color: .red))
    case .tentativelyAccepted: ("tentative", Style(color: .yellow))
    case .organizer: ("organizer", .dim)
    case .none, .notResponded: nil
    }
  }

  private static func words(_ showAs: CalendarEvent.ShowAs) -> String? {
    switch showAs {
    case .free, .tentative, .busy: showAs.rawValue
    case .oof: "away"
    case .workingElsewhere: "working elsewhere"
    case .unknown: nil
    }
  }

  private func stamp(_ instant: Date, _ time: TimeText) -> String {
    "\(time.zone.date(at: instant).heading) \(time.time(instant))"
  }

  /// The body as text, without empty lines at its ends.
  private var bodyText: String {
    guard let body else { return "" }
    let text = body.isHTML ? HTMLText.plain(body.text) : TextSanitizer.block(body.text)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    func isBlank(_ line: Substring?) -> Bool { line.map { $0.allSatisfy(\.isWhitespace) } ?? false }
    while isBlank(lines.first) { lines.removeFirst() }
    while isBlank(lines.last) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
