import CalendarTime
import Calendaring
import Terminal

/// A page that stands alone: no script, and nothing that is fetched from anywhere.
struct HTMLPage {
  let document: EventDocument
  let sheets: DaySheets
  let entries: [DocumentEntry]

  init(_ document: EventDocument, _ sheets: DaySheets) {
    self.document = document
    self.sheets = sheets
    entries = document.entries(sheets)
  }

  var text: String {
    var page = Markup(isXML: false)
    page.add(literal: "<!DOCTYPE html>\n")
    page.block("html", ["lang": "en"]) { html in
      html.block("head") { head(&$0) }
      html.block("body", ["class": name]) { body in
        body.block("main") { main in
          main.span("h1", document.title)
          main.breakLine()
          switch document.layout {
          case .agenda: agenda(&main)
          case .week: week(&main)
          case .month(let month, let firstWeekday):
            self.month(month, firstWeekday: firstWeekday, &main)
          }
        }
        body.block("footer") { footer(&$0) }
      }
    }
    return page.text
  }

  /// The class of the page, which says how it is laid out.
  private var name: String {
    switch document.layout {
    case .agenda: "agenda"
    case .week: "weekly"
    case .month: "monthly"
    }
  }

  private func head(_ head: inout Markup) {
    head.void("meta", ["charset": "utf-8"])
    head.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    head.void("meta", ["name": "color-scheme", "content": "light dark"])
    head.void("meta", ["name": "referrer", "content": "no-referrer"])
    head.void(
      "meta",
      [
        "http-equiv": "Content-Security-Policy",
        "content":
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
      ])
    head.span("title", document.title)
    head.breakLine()
    head.block("style") { style in
      style.add(sheet: PageStyle.text(isWide: document.layout != .agenda))
    }
  }

  private func footer(_ footer: inout Markup) {
    for change in document.clockChanges {
      footer.span("p", change)
      footer.breakLine()
    }
    let names = document.palette.names(of: entries.map(\.event))
    if !names.isEmpty {
      footer.block("ul", ["class": "legend", "aria-label": "Colours"]) { list in
        for (name, color) in names {
          list.span("li", ["class": "event busy \(DocumentColor(color).className)"], name)
          list.breakLine()
        }
      }
    }
    footer.span("p", document.footing(sheets))
    footer.breakLine()
  }

  // MARK: One event

  /// The content of a box; `time` is what the row of a day says.
  func content(_ entry: DocumentEntry, time: String, _ box: inout Markup) {
    box.span(entry.event.isCancelled ? "s" : "strong", ["class": "name", "dir": "auto"]) {
      $0.add(entry.subject)
    }
    for (name, words) in [("time", time), ("place", entry.place), ("notes", entry.notes)]
    where !words.isEmpty {
      box.add(literal: " ")
      box.span("span", ["class": name, "dir": name == "place" ? "auto" : nil], words)
    }
    if let link = entry.link {
      box.add(literal: " ")
      box.span("a", ["href": link.address, "rel": "noopener noreferrer"], "Join")
    }
  }
}

extension EventPalette {
  /// The categories and calendars of the events that have a colour, by name.
  func names(of events: [CalendarEvent]) -> [(name: String, color: Style.Color)] {
    let categories = Set(events.flatMap(\.categories)).sorted().compactMap { name in
      self.categories[name.lowercased()].map { (TextSanitizer.line(name), $0) }
    }
    let calendars = Set(events.compactMap(\.calendarName)).sorted().compactMap { name in
      self.calendars[name].map { (TextSanitizer.line(name), $0) }
    }
    return categories + calendars
  }
}
