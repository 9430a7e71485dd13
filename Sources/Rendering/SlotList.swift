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
  /// Lays out slots in the order given; each day is named once, and slots between the same two things
  /// are one line.
  ///
  /// Where there are none, a line says until when was `looked`.
  package static func lines(
    _ slots: [TimeSlot], looked: Range<Date>, time: TimeText, on surface: Surface
  ) -> [StyledLine] {
    guard !slots.isEmpty else {
      let end = time.zone.date(at: looked.upperBound.addingTimeInterval(-1))
      return StyledLine("No free time until \(end.heading)", .dim).wrapped(to: surface.width)
    }
    var table = Table([.init(), .init(), .init("", .right), .init(minimum: 8, rank: 1)])
    var day: CalendarDate?
    for (slot, count) in stretches(slots) {
      let own = time.zone.date(at: slot.range.lowerBound)
      let until = slot.freeUntil.map { instant in
        instant > slot.range.upperBound
          ? StyledLine("free until " + SlotText(time: time).end(instant, from: own), .dim)
          : StyledLine()
      }
      let length =
        slots.first { $0.range.lowerBound == slot.range.lowerBound }
        .map { Int($0.range.upperBound.timeIntervalSince($0.range.lowerBound) / 60) } ?? 0
      table.add([
        StyledLine(own == day ? "" : own.heading, .bold),
        StyledLine(SlotText(time: time).range(slot.range, symbols: surface.symbols)),
        count > 1
          ? StyledLine(
            "\(count) \(surface.symbols.times) \(TimeText.length(minutes: length))", .dim)
          : StyledLine(),
        until ?? StyledLine(),
      ])
      day = own
    }
    return table.lines(width: surface.width, symbols: surface.symbols)
  }

  /// The slots of one gap as one stretch, with how many they are.
  private static func stretches(_ slots: [TimeSlot]) -> [(slot: TimeSlot, count: Int)] {
    var stretches: [(slot: TimeSlot, count: Int)] = []
    for slot in slots {
      if let last = stretches.last, let until = slot.freeUntil, last.slot.freeUntil == until,
        last.slot.range.upperBound <= slot.range.lowerBound
      {
        stretches[stretches.count - 1].slot.range =
          last.slot.range.lowerBound..<slot.range.upperBound
        stretches[stretches.count - 1].count += 1
      } else {
        stretches.append((slot, 1))
      }
    }
    return stretches
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
