import CalendarTime
import Calendaring

/// Days side by side as a picture.
struct WeekSVG {
  let text: String

  private static let margin = 56.0
  private static let hour = 46.0
  private static let bar = 18.0

  init(_ document: EventDocument, _ sheets: DaySheets) {
    let entries = document.entries(sheets)
    let layout = WeekLayout(document, entries.map(\.event))
    let width = 1120.0
    let column = (width - Self.margin - 8) / Double(max(1, layout.days.count))
    let bandTop = 70.0
    let top = bandTop + Double(layout.barRows) * (Self.bar + 2) + (layout.barRows > 0 ? 4 : 0)
    let height = Double(layout.hours.count) * Self.hour
    let notes = document.clockChanges + [document.footing(sheets)]
    var canvas = SVGCanvas(
      width: width, height: top + height + 12 + 16 * Double(notes.count), title: document.title)
    func x(_ share: Double) -> Double { Self.margin + share * column }

    canvas.text(document.title, x: 8, y: 28, "title")
    let clock = AxisText(clock: document.time.clock)
    for hour in layout.hours {
      let y = top + Double(hour - layout.hours.lowerBound) * Self.hour
      canvas.text(
        clock.row(hour * 60, cells: 5), x: Self.margin - 6, y: y + 4, "axis", anchor: "end")
      canvas.line(from: (Self.margin, y), to: (x(Double(layout.days.count)), y))
    }
    canvas.line(from: (Self.margin, top + height), to: (x(Double(layout.days.count)), top + height))
    for (index, day) in layout.days.enumerated() {
      canvas.text(
        "\(day.weekday.shortName) \(TimeText.day(day, beside: day))", x: x(Double(index) + 0.5),
        y: bandTop - 10, index == layout.today ? "day today" : "day", anchor: "middle")
      canvas.line(from: (x(Double(index)), bandTop - 24), to: (x(Double(index)), top + height))
    }
    for gap in layout.skipped {
      canvas.rectangle(
        SVGCanvas.Frame(
          x: x(Double(gap.column)), y: top + gap.top * height, width: column,
          height: gap.height * height), "hatched")
    }
    for bar in layout.bars {
      let entry = entries[bar.event]
      let isSaid = entry.event.span.isAllDay && !bar.isCutBefore && !bar.isCutAfter
      let words = [entry.subject, isSaid ? "" : entry.whole].filter { !$0.isEmpty }
      canvas.event(
        entry,
        in: SVGCanvas.Frame(
          x: x(Double(bar.columns.lowerBound)) + 1,
          y: bandTop + Double(bar.row) * (Self.bar + 2),
          width: Double(bar.columns.count) * column - 2, height: Self.bar),
        [words.joined(separator: " · ")])
    }
    for (index, boxes) in layout.boxes.enumerated() {
      for box in boxes {
        let entry = entries[box.event]
        canvas.event(
          entry,
          in: SVGCanvas.Frame(
            x: x(Double(index) + box.left) + 1, y: top + box.top * height,
            width: box.width * column - 2, height: box.height * height - 1),
          [entry.subject, entry.time(on: box.segment.day), entry.place, entry.notes])
      }
    }
    for (index, note) in notes.enumerated() {
      canvas.text(note, x: 8, y: top + height + 18 + 16 * Double(index), "note")
    }
    text = canvas.picture(note: entries.map(\.line).joined(separator: "; "))
  }
}
