import CalendarTime
import Calendaring

// The days side by side.
extension HTMLPage {
  func week(_ main: inout Markup) {
    let layout = WeekLayout(document, entries.map(\.event))
    // Whole days take their room from the hours where a page ends.
    let printed = max(80, 150 - 6 * layout.barRows)
    let style = "--days:\(layout.days.count);--hours:\(layout.hours.count);--printed:\(printed)mm"
    main.block("div", ["class": "week", "style": style]) { week in
      axis(layout, &week)
      if !layout.bars.isEmpty { band(layout, &week) }
      for (column, day) in layout.days.enumerated() {
        week.block("section", ["class": "day", "aria-labelledby": "d\(day)"]) { section in
          heading(
            day, form: "\(day.weekday.shortName) \(TimeText.day(day, beside: day))",
            column: column + 2,
            &section)
          hours(layout, column, &section)
        }
      }
    }
  }

  private func axis(_ layout: WeekLayout, _ week: inout Markup) {
    let text = AxisText(clock: document.time.clock)
    week.block("div", ["class": "axis", "aria-hidden": "true"]) { axis in
      for hour in layout.hours {
        let top = Double(hour - layout.hours.lowerBound) / Double(layout.hours.count)
        axis.span("span", ["style": "top:\(percent(top))"], text.row(hour * 60, cells: 5))
        axis.breakLine()
      }
    }
  }

  private func band(_ layout: WeekLayout, _ week: inout Markup) {
    week.block("ol", ["class": "bars", "aria-label": "Whole days"]) { list in
      for bar in layout.bars {
        let entry = entries[bar.event]
        let place =
          "grid-column:\(bar.columns.lowerBound + 1)/\(bar.columns.upperBound + 1);grid-row:\(bar.row + 1)"
        let cuts = (bar.isCutBefore ? " cut-before" : "") + (bar.isCutAfter ? " cut-after" : "")
        list.span("li", ["class": entry.classes + cuts, "style": place, "title": entry.line]) {
          content(entry, time: barTime(entry, bar), &$0)
        }
        list.breakLine()
      }
    }
  }

  /// What its place does not say: the clock of a long event, and the dates of one that goes further.
  private func barTime(_ entry: DocumentEntry, _ bar: DaySpread.Bar) -> String {
    let isSaid = entry.event.span.isAllDay && !bar.isCutBefore && !bar.isCutAfter
    return isSaid ? "" : entry.whole
  }

  private func hours(_ layout: WeekLayout, _ column: Int, _ section: inout Markup) {
    section.block("ol", ["class": "hours", "style": "grid-column:\(column + 2)"]) { list in
      for gap in layout.skipped where gap.column == column {
        list.span(
          "li",
          ["class": "skipped", "style": "top:\(percent(gap.top));height:\(percent(gap.height))"]
        ) { $0.span("span", ["class": "hidden"], "The clocks skip this hour") }
        list.breakLine()
      }
      for box in layout.boxes[column] {
        let entry = entries[box.event]
        let style =
          "top:\(percent(box.top));height:\(percent(box.height));"
          + "left:\(percent(box.left));width:\(percent(box.width))"
        list.span("li", ["class": entry.classes, "style": style, "title": entry.line]) {
          content(entry, time: entry.time(on: box.segment.day), &$0)
        }
        list.breakLine()
      }
    }
  }

  private func percent(_ share: Double) -> String { Markup.number(share * 100) + "%" }
}
