package import FoundationEssentials

/// What a person should be told about the instant taken for a wall time.
package enum TimeNote: Hashable, Sendable {
  /// Clocks skip the time asked for; it counts by the offset before, so they show `shown`.
  case gap(asked: WallTime, shown: WallTime, zone: String)
  /// Clocks show the time twice, with these offsets in seconds east of UTC; the first was taken.
  case overlap(asked: WallTime, first: Int, second: Int, zone: String)
  /// A day without a year, with the first such day from today on.
  case year(asked: String, taken: CalendarDate)

  /// One line without a full stop.
  package var message: String {
    switch self {
    case .gap(let asked, let shown, let zone):
      let day = asked.date == shown.date ? "" : " on \(shown.date.heading)"
      return "\(asked.clockText) does not exist on \(asked.date.heading) in \(zone): "
        + "taken as \(shown.clockText)\(day)"
    case .overlap(let asked, let first, let second, let zone):
      let text = asked.text(fractionDigits: 0).prefix(16)
      return
        "\(asked.clockText) comes twice on \(asked.date.heading) in \(zone): the first is taken "
        + "(\(OffsetText.extended(first))); the second is \(text)\(OffsetText.extended(second))"
    case .year(let asked, let taken): return "\(asked) is taken as \(taken.heading)"
    }
  }
}

extension Zone {
  /// The instant of a wall time, with a note where the clocks skip it or show it twice.
  package func instantWithNote(of wall: WallTime) -> (instant: Date, note: TimeNote?) {
    switch resolve(wall) {
    case .unique(let instant): return (instant, nil)
    case .gap(let instant, _):
      return (instant, .gap(asked: wall, shown: wallTime(at: instant), zone: name))
    case .overlap(let first, let second):
      let note = TimeNote.overlap(
        asked: wall, first: offset(at: first), second: offset(at: second), zone: name)
      return (first, note)
    }
  }
}
