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
  /// How the series goes on, in words, and which event of it this is; see `RecurrenceText`.
  package var recurrence: [String] = []
  /// Minutes before the start; nil without a reminder.
  package var reminderMinutes: Int?
  /// The zones that the event was written in.
  package var written = WrittenZones(start: nil)
  /// Numbers and codes for those who call a meeting.
  package var dialIn: [String] = []
  /// What is attached; nil where only that something is was asked.
  package var attachments: [AttachmentInfo]?
  /// Graph's word: `low`, `normal`, `high`.
  package var importance: String?
  package var created: Date?
  package var changed: Date?
  /// Where the event opens in a browser.
  package var webLink: String?

  package init(event: CalendarEvent) { self.event = event }

  /// The event as lines; the body is wrapped on a terminal only.
  package func lines(time: TimeText, now: Date, on surface: Surface) -> [StyledLine] {
    var title = StyledLine(EventNotes.subject(event).text, .bold)
    if event.isCancelled { title.append("  cancelled", Style(color: .red)) }
    if event.isPending { title.append("  " + EventNotes.pending, Style(color: .yellow)) }
    if event.isStuck { title.append("  " + EventNotes.stuck, Style(color: .red)) }
    var lines = title.wrapped(to: surface.width)
    // What a meeting service wrote below the text is told above, with the link.
    let own = event.joinURL == nil ? nil : MeetingText(bodyText)
    lines += fields(
      time: time, now: now, symbols: surface.symbols, access: dialIn + (own?.access ?? [])
    ).lines(width: surface.width)
    let text = Self.trimmed(own?.text ?? bodyText)
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

  private func fields(
    time: TimeText, now: Date, symbols: Symbols, access: [String]
  ) -> FieldBlock {
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
      let note = written.note(for: event.span, beside: time)
      block.add("Zone", ([time.zone.name] + [note].compactMap(\.self)).joined(separator: "; "))
    case .unknownZone(let name, _, _):
      block.add("Zone", name.isEmpty ? "none given" : "\(name) (unknown; times as written)")
    case .allDay: break
    }
    block.add("Repeats", lines: series.map { StyledLine($0) })
    block.add("Where", event.location)
    block.add("Join", event.joinURL)
    if event.joinURL == nil, event.isOnlineMeeting { block.add("Join", "online meeting") }
    block.add("Dial in", lines: access.map { StyledLine($0) })
    block.add("Organizer", event.organizer.map(PersonText.full))
    EventPeople(attendees: event.attendees, time: time, symbols: symbols).add(to: &block)
    if !event.isOrganizer { block.add("Your answer", answer) }
    block.add("Shown as", EventNotes.words(event.showAs))
    if event.sensitivity != .normal { block.add("Sensitivity", event.sensitivity.rawValue) }
    if let importance, importance.lowercased() != "normal" { block.add("Importance", importance) }
    block.add("Categories", event.categories.joined(separator: ", "))
    block.add(
      "Reminder",
      reminderMinutes.map { $0 == 0 ? "at the start" : TimeText.length(minutes: $0) + " before" })
    if let attachments {
      block.add("Attachments", lines: attachments.map(AttachmentList.line))
    } else if event.hasAttachments {
      block.add("Attachments", "yes")
    }
    block.add("Calendar", event.calendarName)
    block.add("Created", created.map { stamp($0, time) })
    block.add("Changed", changed.map { stamp($0, time) })
    block.add("Link", webLink)
    block.add("Short id", shortID)
    block.add("Id", event.id)
    return block
  }

  private var series: [String] {
    if !recurrence.isEmpty { return recurrence }
    return switch event.kind {
    case .singleInstance: []
    case .occurrence: ["one of a series"]
    case .exception: ["one of a series, changed"]
    case .seriesMaster: ["a series"]
    }
  }

  private var answer: StyledLine? {
    if event.awaitsAnswer { return StyledLine("not answered", Style(color: .yellow)) }
    return EventPeople.words(event.response).map { StyledLine($0.0, $0.1) }
  }

  private func stamp(_ instant: Date, _ time: TimeText) -> String {
    "\(time.zone.date(at: instant).heading) \(time.time(instant))"
  }

  /// The body as text.
  private var bodyText: String {
    guard let body else { return "" }
    return body.isHTML ? HTMLText.plain(body.text) : TextSanitizer.block(body.text)
  }

  /// Without empty lines at the ends.
  private static func trimmed(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    func isBlank(_ line: Substring?) -> Bool { line.map { $0.allSatisfy(\.isWhitespace) } ?? false }
    while isBlank(lines.first) { lines.removeFirst() }
    while isBlank(lines.last) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
