package import CalendarTime
package import Calendaring
package import FoundationEssentials

/// Events as a document for other programs and for paper.
package struct EventDocument: Sendable {
  /// What it is written as.
  package enum Form: String, CaseIterable, Sendable { case html, svg, org, markdown }

  /// What it shows of the days.
  package enum Layout: Hashable, Sendable {
    /// The events day by day.
    case agenda
    /// The days side by side, time running down.
    case week
    /// Whole weeks below each other; the days reach over the month.
    case month(Month, firstWeekday: Weekday)
  }

  /// The zone and the clock of all times.
  package var time: TimeText
  /// What *now* is: today is marked, and the document says of when it is.
  package var now: Date
  package var days: Range<CalendarDate>
  package var layout: Layout
  /// When the owner works; nil where nobody knows.
  package var work: WorkingTime?
  package var palette: EventPalette
  /// The short ids by full id.
  package var shortIDs: [String: String]

  package init(
    time: TimeText, now: Date, days: Range<CalendarDate>, layout: Layout, work: WorkingTime? = nil,
    palette: EventPalette = EventPalette(), shortIDs: [String: String] = [:]
  ) {
    self.time = time
    self.now = now
    self.days = days
    self.layout = layout
    self.work = work
    self.palette = palette
    self.shortIDs = shortIDs
  }

  /// The most days that are drawn side by side.
  package static let widestWeek = 14

  /// The document with these events, which may come in any order; it ends with a line end.
  ///
  /// What is from the mailbox is text in it and nothing else, whatever it looks like. An agenda has no
  /// picture: as SVG it is drawn as a week.
  package func text(_ events: some Sequence<CalendarEvent>, as form: Form) -> String {
    let sheets = DaySheets(events, days: days, zone: time.zone)
    return switch form {
    case .html: HTMLPage(self, sheets).text
    case .svg:
      switch layout {
      case .month(let month, let firstWeekday):
        MonthSVG(self, sheets, month, firstWeekday: firstWeekday).text
      case .week, .agenda: WeekSVG(self, sheets).text
      }
    case .org: OrgAgenda(self, sheets).text
    case .markdown: MarkdownAgenda(self, sheets).text
    }
  }

  // MARK: What all of them say

  /// What is shown: `Week 49, 30 Nov – 6 Dec 2026`.
  var title: String {
    switch layout {
    case .month(let month, _): return month.heading
    case .agenda, .week:
      let last = days.upperBound.adding(days: -1)
      if last <= days.lowerBound { return days.lowerBound.heading }
      let dates =
        TimeText.day(days.lowerBound, beside: last) + " – " + TimeText.day(last, beside: nil)
      let week = Week(containing: days.lowerBound, firstWeekday: days.lowerBound.weekday)
      guard days == week.firstDay..<week.endDay, let number = week.isoNumber else { return dates }
      return "Week \(number.week), \(dates)"
    }
  }

  /// Zone, number of events and age.
  func footing(_ sheets: DaySheets) -> String {
    let wall = time.zone.wallTime(at: now)
    let count = sheets.events.isEmpty ? "no events" : sheets.summary
    return "\(time.zone.name) · \(count) · as of \(wall.date.heading) \(time.time(now))"
  }

  /// The changes of the clocks in these days.
  var clockChanges: [String] { time.clockChanges(days) }

  /// The entries in the order of the sheets, ready to be written.
  func entries(_ sheets: DaySheets) -> [DocumentEntry] {
    sheets.events.map { DocumentEntry($0, palette: palette, time: time) }
  }
}
