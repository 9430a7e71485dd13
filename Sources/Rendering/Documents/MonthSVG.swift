import CalendarTime
import Calendaring

/// Whole weeks below each other as a picture.
struct MonthSVG {
  let text: String

  private static let margin = 40.0
  private static let line = 18.0
  /// Lines of a week at least.
  private static let least = 4

  init(
    _ document: EventDocument, _ sheets: DaySheets, _ month: Month, firstWeekday: Weekday
  ) {
    let entries = document.entries(sheets)
    let zone = document.time.zone
    let today = zone.date(at: document.now)
    let weeks = month.weeks(firstWeekday: firstWeekday)
      .map { (week: $0, layout: MonthWeek($0, events: entries.map(\.event), zone: zone)) }
    let heights = weeks.map { 24 + Double(max(Self.least, $0.layout.lineCount)) * (Self.line + 2) }
    let (width, top) = (1120.0, 66.0)
    let height = heights.reduce(0, +)
    let column = (width - Self.margin - 8) / 7
    var canvas = SVGCanvas(width: width, height: top + height + 28, title: document.title)
    func x(_ index: Int) -> Double { Self.margin + Double(index) * column }

    canvas.text(document.title, x: 8, y: 28, "title")
    for (index, day) in (weeks.first?.week.days ?? []).enumerated() {
      canvas.text(day.weekday.name, x: x(index) + column / 2, y: top - 8, "day", anchor: "middle")
    }
    var y = top
    for (index, week) in weeks.enumerated() {
      // A week that begins with another day than Monday goes by the number of its Thursday.
      let number = WeekNumber(containing: .first(.thursday, from: week.week.firstDay))
      canvas.text(String(number.week), x: Self.margin - 8, y: y + 16, "axis", anchor: "end")
      for (place, day) in week.layout.days.enumerated() {
        let isOutside = Month(containing: day) != month
        canvas.rectangle(
          SVGCanvas.Frame(x: x(place), y: y, width: column, height: heights[index]),
          isOutside ? "cell outside" : "cell")
        canvas.text(
          isOutside || day.day == 1 ? TimeText.day(day, beside: day) : String(day.day),
          x: x(place) + 6, y: y + 16,
          day == today ? "date today" : isOutside ? "date quiet" : "date")
      }
      for entry in week.layout.entries {
        let event = entries[entry.event]
        let time = entry.segment.map { event.start(on: $0) } ?? ""
        canvas.event(
          event,
          in: SVGCanvas.Frame(
            x: x(entry.columns.lowerBound) + 1,
            y: y + 22 + Double(entry.line) * (Self.line + 2),
            width: Double(entry.columns.count) * column - 2, height: Self.line),
          [time.isEmpty ? event.subject : "\(time) \(event.subject)"])
      }
      y += heights[index]
    }
    canvas.text(document.footing(sheets), x: 8, y: top + height + 18, "note")
    text = canvas.picture(note: entries.map(\.line).joined(separator: "; "))
  }
}
