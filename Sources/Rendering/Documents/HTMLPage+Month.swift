import CalendarTime
import Calendaring

// Whole weeks below each other.
extension HTMLPage {
  func month(_ month: Month, firstWeekday: Weekday, _ main: inout Markup) {
    let weeks = month.weeks(firstWeekday: firstWeekday)
    main.block("table", ["class": "month"]) { table in
      table.span("caption", ["class": "hidden"], month.heading)
      table.block("thead") { head in
        head.block("tr") { row in
          row.span("th", ["scope": "col", "class": "number", "abbr": "Week"], "Wk")
          for day in weeks.first?.days ?? [] {
            row.span("th", ["scope": "col", "abbr": day.weekday.name], day.weekday.shortName)
          }
          row.breakLine()
        }
      }
      table.block("tbody") { body in
        for week in weeks { self.week(week, of: month, &body) }
      }
    }
  }

  private func week(_ week: Week, of month: Month, _ body: inout Markup) {
    let zone = document.time.zone
    let layout = MonthWeek(week, events: entries.map(\.event), zone: zone)
    body.block("tr") { row in
      // A week that begins with another day than Monday goes by the number of its Thursday.
      let number = WeekNumber(containing: .first(.thursday, from: week.firstDay))
      row.span("th", ["scope": "row", "class": "number"], String(number.week))
      row.breakLine()
      for (column, day) in layout.days.enumerated() {
        let isOutside = Month(containing: day) != month
        let isToday = day == zone.date(at: document.now)
        let name = [isOutside ? "outside" : nil, isToday ? "today" : nil].compactMap(\.self)
        row.block(
          "td",
          [
            "class": name.isEmpty ? nil : name.joined(separator: " "),
            "aria-current": isToday ? "date" : nil,
          ]
        ) { cell in
          cell.span(
            "time", ["datetime": "\(day)"],
            isOutside || day.day == 1 ? TimeText.day(day, beside: day) : String(day.day))
          cell.breakLine()
          self.day(column, layout, &cell)
        }
      }
    }
  }

  private func day(_ column: Int, _ layout: MonthWeek, _ cell: inout Markup) {
    let own = layout.entries.filter { $0.columns.contains(column) }.sorted { $0.line < $1.line }
    guard !own.isEmpty else { return }
    cell.block("ol") { list in
      for entry in own {
        let event = entries[entry.event]
        let place = "grid-row:\(entry.line + 1)"
        guard let bar = entry.bar else {
          list.span("li", ["class": event.classes, "style": place, "title": event.line]) {
            content(event, time: event.time(on: layout.days[column]), &$0)
          }
          list.breakLine()
          continue
        }
        let isFirst = column == bar.columns.lowerBound
        let isLast = column == bar.columns.upperBound - 1
        let name =
          event.classes + (isFirst && !bar.isCutBefore ? "" : " cut-before")
          + (isLast && !bar.isCutAfter ? "" : " cut-after")
        list.span("li", ["class": name, "style": place, "title": event.line]) { box in
          if isFirst {
            let isSaid = event.event.span.isAllDay
            content(event, time: isSaid ? "" : event.time(on: layout.days[column]), &box)
          } else {
            // Who sees it sees the bar go on.
            box.span("span", ["class": "hidden", "dir": "auto"], event.subject)
            box.add(literal: "&nbsp;")
          }
        }
        list.breakLine()
      }
    }
  }
}
