package import Arguments
import CalendarTime
import GraphAPI

/// `graphcal week`: the events of one week.
package struct WeekCommand: Command {
  package static let name = "week"
  package static let summary = "Show the events of a week."
  package static let itemFields = EventJSON.fieldNames
  package static let discussion = """
    WHEN is a date, a weekday, +1 or -1 for the next or last week, or an ISO week such as 2026-W53; \
    without it, this week.

    On a terminal of 60 columns and more the week is drawn as a grid: a column a day, time running \
    down, what overlaps side by side. Elsewhere, and for programs, it is a list.

    The first day of the week is taken from --week-start, the configuration, the language of the \
    mailbox, the process locale (LC_ALL, LC_TIME, LANG), else Monday. A week is seven calendar days \
    from midnight to midnight: 167 or 169 hours when the clocks change.

    The zone is taken from --tz, the configuration, the mailbox, the machine, else UTC.
    """
  package static let arguments: [Argument<Self>] = [
    .optional("WHEN", "Which week.", into: \.when)
  ]
  package static let options: [Option<Self>] = PictureOptions.options.lifted(into: \.picture)
  package static let answersOffline = true
  package static let examples = [
    Example("week", "This week in the mailbox's time zone."),
    Example("week --list", "The same as a list, with places and answers."),
    Example("week +1 --json", "Next week as a JSON array."),
    Example("week 2026-03-08 --tz America/New_York", "A week of 167 hours."),
  ]

  package static let formats: [GlobalOptions.ListFormat] = [.table, .tsv, .csv, .markdown]

  var when: String?
  var picture = PictureOptions()

  package init() {}

  package func validate() throws(ArgumentsError) { try picture.validate() }

  package func run(in context: Context) async throws(Failure) {
    try await picture.show(in: context) { (now, zone, first) throws(TimeExpressionError) in
      .week(try WeekExpression.parse(when ?? "", now: now, zone: zone, firstWeekday: first))
    }
  }
}

extension Weekday {
  /// For option tables.
  @Sendable static func parse(_ text: String) throws(ValueError) -> Weekday? {
    guard let day = Weekday(named: text) else {
      throw .needs("a weekday such as monday or sunday")
    }
    return day
  }
}
