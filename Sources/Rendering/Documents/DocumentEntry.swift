import CalendarTime
import Calendaring
import Terminal

/// What documents say of one event: cleaned, but not escaped for any of them.
struct DocumentEntry {
  let event: CalendarEvent
  let look: EventLook
  let subject: String
  /// Where it is and who organizes it.
  let place: String
  /// How it counts, in words: `tentative, repeats`.
  let notes: String
  /// The way into the online meeting, which is always `https`; none for what does not take place.
  let link: JoinLink?
  private let texts: EventTimeText

  init(_ event: CalendarEvent, palette: EventPalette, time: TimeText) {
    self.event = event
    look = EventLook(event, palette: palette)
    subject = EventNotes.subject(event).text
    place = EventPlace(event, symbols: .unicode).line.text
    notes = EventNotes.row(event, beyond: nil, isRunning: false).line.text
    link =
      event.isCancelled
      ? nil : JoinLink.of(named: event.joinURL, location: event.location, body: nil)
    texts = EventTimeText(time: time, symbols: .unicode)
  }

  /// Whether it does not take place for the owner of the calendar.
  var isOff: Bool { look.border == .off }

  /// When it is, as the row of a day says it.
  func time(on day: CalendarDate) -> String {
    String(texts.row(event.span, on: day).drop { $0 == " " })
  }

  /// When its part of a day begins, or that it began before.
  func start(on segment: DaySegment) -> String {
    segment.isFirst ? texts.clocks(event.span).start : Symbols.unicode.earlier
  }

  /// When it is, in full.
  var whole: String { texts.whole(event.span) }

  /// Everything in one line.
  var line: String {
    [whole, subject, place, notes].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The classes of its box: what it is to its owner, and its colour.
  var classes: String {
    let state = look.border.className
    return "event \(state) \(DocumentColor(look.color).className)"
  }
}

extension EventLook.Border {
  /// The name of its class in documents.
  var className: String {
    switch self {
    case .busy: "busy"
    case .tentative: "tentative"
    case .free: "free"
    case .away: "away"
    case .elsewhere: "elsewhere"
    case .off: "off"
    }
  }
}
