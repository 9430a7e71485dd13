import CalendarTime
import Calendaring

/// The events of one week of a month, each on a line of the cells it touches.
struct MonthWeek {
  /// An event in one or more cells.
  struct Entry {
    /// Its place among the events of the grid.
    var event: Int
    /// The cells it takes, by column.
    var columns: Range<Int>
    /// The line within the cells, counted from 0.
    var line: Int
    /// What is across days is a bar; else the part of the day.
    var bar: DaySpread.Bar?
    var segment: DaySegment?
  }

  let days: [CalendarDate]
  private(set) var entries: [Entry] = []

  /// Lays out the events of the seven days: bars above each other, then the others by their time in
  /// the lines that bars leave free.
  init(_ week: Week, events: [CalendarEvent], zone: Zone) {
    days = week.days
    // A day that the zone skipped has a cell, and nothing in it.
    let columns = days.indices.filter { !zone.day(days[$0]).isEmpty }
    let shown = columns.map { days[$0] }
    let spread = DaySpread(events, days: shown, zone: zone)
    var taken = Array(repeating: Set<Int>(), count: 7)
    for bar in spread.bars {
      let cells = columns[bar.columns.lowerBound]..<columns[bar.columns.upperBound - 1] + 1
      entries.append(Entry(event: bar.event, columns: cells, line: bar.row, bar: bar))
      for column in cells { taken[column].insert(bar.row) }
    }
    for (index, parts) in spread.parts.enumerated() {
      let column = columns[index]
      var line = 0
      for part in parts {
        while taken[column].contains(line) { line += 1 }
        entries.append(
          Entry(
            event: part.event, columns: column..<column + 1, line: line, segment: part.segment))
        line += 1
      }
    }
  }

  /// The lines that the fullest day needs.
  var lineCount: Int { entries.reduce(0) { max($0, $1.line + 1) } }

  /// What is shown when a cell has so many lines, and what is left out.
  ///
  /// A day that leaves out any keeps its last line for saying so; what goes over several days is left
  /// out of all when it is out of one.
  func fitted(to lines: Int) -> (shown: [Entry], left: [Entry]) {
    var needs = Array(repeating: 0, count: 7)
    for entry in entries {
      for column in entry.columns { needs[column] = max(needs[column], entry.line + 1) }
    }
    func fits(_ entry: Entry) -> Bool {
      entry.columns.allSatisfy { entry.line < (needs[$0] > lines ? lines - 1 : lines) }
    }
    return (entries.filter(fits), entries.filter { !fits($0) })
  }
}
