import CalendarTime
import Calendaring
import FoundationEssentials

/// Where the events of some days stand when the days are columns and time runs down.
///
/// All measures are shares of a column or of the hours shown, so that a page and a picture agree.
struct WeekLayout {
  /// One part of an event in the column of its day.
  struct Box {
    /// Its place among the events.
    var event: Int
    var segment: DaySegment
    var top: Double
    var height: Double
    var left: Double
    var width: Double
  }

  let days: [CalendarDate]
  /// The full hours that are shown; none where no event has a time.
  let hours: Range<Int>
  /// For each day its boxes, earliest first.
  let boxes: [[Box]]
  let bars: [DaySpread.Bar]
  /// Rows of the band of whole days.
  let barRows: Int
  /// Stretches of a day that the clocks skip.
  let skipped: [(column: Int, top: Double, height: Double)]
  /// Today's column.
  let today: Int?

  /// Minutes that a box takes at least, so that its name can be read.
  private static let least = 30
  /// What is shown in any case.
  private static let usual = 8..<18

  init(_ document: EventDocument, _ events: [CalendarEvent]) {
    let zone = document.time.zone
    let first = document.days.lowerBound
    let count = document.days.upperBound.daysSinceEpoch - first.daysSinceEpoch
    let days = (0..<max(0, count)).map { first.adding(days: $0) }.filter { !zone.day($0).isEmpty }
    let spread = DaySpread(events, days: days, zone: zone)
    let work = days.flatMap { document.work?.minutes(on: $0, in: zone) ?? [] }
    let parts = spread.parts.joined().map(\.segment.minutes)
    var from = work.map(\.lowerBound).min().map { $0 / 60 } ?? Self.usual.lowerBound
    var to = work.map(\.upperBound).max().map { ($0 + 59) / 60 } ?? Self.usual.upperBound
    for minutes in parts {
      from = min(from, minutes.lowerBound / 60)
      to = max(to, min(24, (max(minutes.upperBound, minutes.lowerBound + Self.least) + 59) / 60))
    }
    let hours = from..<max(from + 1, to)
    let minutes = hours.lowerBound * 60..<hours.upperBound * 60
    func share(_ minute: Int) -> Double {
      Double(minute - minutes.lowerBound) / Double(minutes.count)
    }
    boxes = spread.parts.map { parts in
      let taken = parts.map { part -> Range<Int> in
        let wanted = part.segment.minutes
        let start = min(wanted.lowerBound, minutes.upperBound - Self.least)
        return start..<max(start + Self.least, wanted.upperBound)
      }
      return zip(parts, zip(taken, Lanes(taken).places)).map { part, place in
        let (range, lane) = place
        return Box(
          event: part.event, segment: part.segment, top: share(range.lowerBound),
          height: Double(range.count) / Double(minutes.count),
          left: Double(lane.lane) / Double(lane.count),
          width: Double(lane.span) / Double(lane.count))
      }
    }
    bars = spread.bars
    barRows = (spread.bars.map(\.row).max() ?? -1) + 1
    let changes = zone.transitions(in: zone.range(from: first, to: document.days.upperBound))
    skipped = changes.filter { $0.shift > 0 }.compactMap { change in
      let wall = zone.wallTime(at: change.instant)
      let end = wall.secondOfDay / 60
      let gap = (max(0, end - change.shift / 60)..<end).clamped(to: minutes)
      guard !gap.isEmpty, let column = days.firstIndex(of: wall.date) else { return nil }
      return (column, share(gap.lowerBound), share(gap.upperBound) - share(gap.lowerBound))
    }
    today = days.firstIndex(of: zone.date(at: document.now))
    self.days = days
    self.hours = hours
  }
}
