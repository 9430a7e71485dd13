package import Arguments
import CalendarTime

/// `graphcal month`: the events of one month.
package struct MonthCommand: Command {
  package static let name = "month"
  package static let summary = "Show the events of a month."
  package static let itemFields = EventJSON.fieldNames
  package static let discussion = """
    WHEN is a month such as 2026-12 or dec, +1 or -1 for the next or last one, or any date; without it, \
    this month.

    On a terminal of 60 columns and more the month is drawn as a grid of whole weeks, with their ISO \
    numbers (that of its Thursday where a week begins with another day than Monday); a day with more \
    events than lines says how many are left out. Elsewhere, and for programs, it is a list of the month \
    alone.
    """
  package static let arguments: [Argument<Self>] = [
    .optional("WHEN", "Which month.", into: \.when)
  ]
  package static let options: [Option<Self>] = PictureOptions.options.lifted(into: \.picture)
  package static let answersOffline = true
  package static let examples = [
    Example("month", "This month."),
    Example("month +1", "The next one."),
    Example("month 2026-12 --json", "All of December as a JSON array."),
  ]

  package static let formats: [GlobalOptions.ListFormat] = [.table, .tsv, .csv, .markdown]

  var when: String?
  var picture = PictureOptions()

  package init() {}

  package func validate() throws(ArgumentsError) { try picture.validate() }

  package func run(in context: Context) async throws(Failure) {
    try await picture.show(in: context) { (now, zone, first) throws(TimeExpressionError) in
      .month(try MonthExpression.parse(when ?? "", now: now, zone: zone), firstWeekday: first)
    }
  }
}
