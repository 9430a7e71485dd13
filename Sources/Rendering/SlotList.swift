import CalendarTime
package import FoundationEssentials
package import Terminal

/// Time in which a meeting fits.
package struct TimeSlot: Hashable, Sendable {
  package var range: Range<Date>
  /// When the next thing begins, or work ends; nil where that is not known.
  package var freeUntil: Date?

  package init(range: Range<Date>, freeUntil: Date? = nil) {
    self.range = range
    self.freeUntil = freeUntil
  }
}

/// A list of slots, by days.
package enum SlotList {
  /// Lays out slots in the order given; each day is named once.
  ///
  /// Where there are none, a line says until when was `looked`.
  package static func lines(
    _ slots: [TimeSlot], looked: Range<Date>, time: TimeText, on surface: Surface
  ) -> [StyledLine] {
    guard !slots.isEmpty else {
      let end = time.zone.date(at: looked.upperBound.addingTimeInterval(-1))
      return StyledLine("No free time until \(end.heading)", .dim).wrapped(to: surface.width)
    }
    var table = Table([.init(), .init(), .init(minimum: 8, rank: 1)])
    var day: CalendarDate?
    for slot in slots {
      let own = time.zone.date(at: slot.range.lowerBound)
      let until = slot.freeUntil.map { instant in
        instant > slot.range.upperBound
          ? StyledLine("free until " + SlotText(time: time).end(instant, from: own), .dim)
          : StyledLine()
      }
      table.add([
        StyledLine(own == day ? "" : own.heading, .bold),
        StyledLine(SlotText(time: time).range(slot.range, symbols: surface.symbols)),
        until ?? StyledLine(),
      ])
      day = own
    }
    return table.lines(width: surface.width, symbols: surface.symbols)
  }
}

/// A slot in words.
struct SlotText {
  var time: TimeText

  /// `09:00–09:30`, with the date of an end on another day.
  func range(_ range: Range<Date>, symbols: Symbols) -> String {
    time.time(range.lowerBound) + symbols.dash
      + end(range.upperBound, from: time.zone.date(at: range.lowerBound))
  }

  /// A time, with its date where that is not `day`; midnight at the end of the day is 24:00.
  func end(_ instant: Date, from day: CalendarDate) -> String {
    let own = time.zone.date(at: instant)
    let text = time.time(instant)
    if own == day { return text }
    if instant == time.zone.startOfDay(day.adding(days: 1)) { return "midnight" }
    return "\(own.weekday.shortName) \(TimeText.day(own, beside: day)) \(text)"
  }
}
