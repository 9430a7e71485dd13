import CalendarTime
import Calendaring

// The events day by day.
extension HTMLPage {
  func agenda(_ main: inout Markup) {
    if sheets.sheets.isEmpty { main.span("p", "No events") }
    for sheet in sheets.sheets {
      main.block("section", ["aria-labelledby": "d\(sheet.day)"]) { section in
        heading(sheet.day, form: sheet.day.heading, column: nil, &section)
        section.block("ul") { list in
          for event in sheet.events {
            guard let entry = entry(of: event) else { continue }
            list.span("li", ["class": entry.classes]) {
              content(entry, time: entry.time(on: sheet.day), &$0)
            }
            list.breakLine()
          }
        }
      }
    }
  }

  private func entry(of event: CalendarEvent) -> DocumentEntry? {
    sheets.number(of: event).map { entries[$0 - 1] }
  }

  /// The heading of a day, to which its section refers; in a grid it stands in a column.
  func heading(_ day: CalendarDate, form: String, column: Int?, _ section: inout Markup) {
    let isToday = day == document.time.zone.date(at: document.now)
    section.span(
      "h2",
      [
        "id": "d\(day)", "class": isToday ? "today" : nil, "aria-current": isToday ? "date" : nil,
        "style": column.map { "grid-column:\($0)" },
      ]
    ) { heading in
      heading.span("time", ["datetime": "\(day)"], form)
    }
    section.breakLine()
  }
}
