package import Arguments
import CalendarTime
import FoundationEssentials
import GraphAPI
import Host
import Interchange
import Rendering
import Store

/// `graphcal export`: events as a file that other calendars read.
package struct ExportCommand: Command {
  package static let name = "export"
  package static let summary = "Write events for calendars, paper or notes."
  package static let discussion = """
    Without a reference everything of the calendar is written, or with --from and --to what touches \
    those days; of a series always the whole series, with the days that were changed and without those \
    that were deleted. Each REF is an event, or any event of a series.

    The file goes to the standard output, or with --output to a file, which is there whole or not at \
    all. It holds the rules of the zones, whole days as dates, attendees with their answers, reminders, \
    categories and the way into online meetings. Attachments are not in it. "graphcal import" reads it \
    again, and finds no difference where nothing was changed.

    With --format html, svg, org or markdown the events of some days are written for reading: a page or \
    a picture of a week or a month that can be printed, headlines with timestamps for Emacs, or a list. \
    They are those of this week, of --week or --month, or from --from to --to, which a page shows day by \
    day. A page holds no script and asks for nothing from anywhere.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("REF", atLeast: 0, "Which events; without one all of them.", into: \.references)
  ]
  package static let options: [Option<Self>] = [
    .value("calendar", "NAME|all", "This calendar, or all of them.", into: \.calendar),
    .value("from", "T", "First day of what is written.", into: \.days.from),
    .value("to", "T", "Last day of what is written.", into: \.days.to),
    .optionalValue(
      "week", "WHEN", "What is in a week, this one without WHEN.", into: \.days.week, bare: "",
      parse: { $0 }),
    .optionalValue(
      "month", "WHEN", "What is in a month, this one without WHEN.", into: \.days.month, bare: "",
      parse: { $0 }),
    .value("output", "FILE", "Write to this file.", into: \.output).short("o").completing(.file),
    .person(into: \.person),
  ]
  package static let answersOffline = true
  package static let examples = [
    Example(
      "export --from 2026-01-01 --to 2026-12-31 -o 2026.ics", "A year of the default calendar."),
    Example("export --calendar Team -o team.ics", "Everything of another calendar."),
    Example("export 3 -o meeting.ics", "The third event of the last list."),
    Example("export --format html --week +1 -o week.html", "Next week as a page to print."),
    Example("export --format svg --month -o month.svg", "This month as a picture."),
    Example("export --format org --from today --to +30d -o agenda.org", "A month for Emacs."),
  ]

  package static let printsRows = false
  package static let formats: [GlobalOptions.ListFormat] = [.ics, .html, .svg, .org, .markdown]

  var references: [String] = []
  var calendar: String?
  var days = ExportDays()
  var output: String?
  var person: String?

  package init() {}

  package func validate() throws(ArgumentsError) {
    let others =
      [("--calendar", calendar)] + days.options
    if !references.isEmpty, let other = others.first(where: { $0.1 != nil }) {
      throw ArgumentsError(
        .exclusiveOptions, "\(other.0) chooses among events, and these are named already",
        hint: "leave out the references, or \(other.0)")
    }
    try days.validate()
    if output == "" {
      throw ArgumentsError(.badValue, "--output needs the name of a file", hint: "-o calendar.ics")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    guard !context.options.isForScripts else {
      throw Failure(
        .usage, "export writes files for calendars and for reading, not JSON",
        hint: "leave out --json; graphcal agenda --json prints events as JSON")
    }
    if let form = context.options.format.flatMap({ EventDocument.Form(rawValue: $0.rawValue) }) {
      return try await DocumentExport(
        context: context, form: form, references: references, calendar: calendar, days: days,
        person: person, output: output
      ).run()
    }
    let (harvest, name) = try await context.working("Reading the calendar") {
      () async throws(Failure) in
      references.isEmpty ? try await listed(in: context) : try await named(in: context)
    }
    let writer = CalendarWriter(
      maker: "-//graphcal \(graphcalVersion)//EN", now: context.now(), name: name)
    let bytes = writer.file(harvest.items)
    try context.write(bytes, to: output, Self.words(harvest.items))
    guard !harvest.trouble.isEmpty else { return }
    for line in harvest.trouble { context.note(line) }
    throw Failure(
      .partlyDone, "\(Plural.events(harvest.trouble.count)) could not be written into the file",
      why: harvest.trouble.first, hint: "graphcal show REF --json has all of an event")
  }

  /// `12 events and 2 series`.
  private static func words(_ items: [FiledItem]) -> String {
    let series = items.count { $0.rule != nil }
    let singles = Plural.events(items.count - series)
    return series == 0 ? singles : "\(singles) and \(series) series"
  }

  private func named(
    in context: Context
  ) async throws(Failure) -> (ExportReader.Harvest, name: String?) {
    var resolver = ReferenceResolver(context: context, permission: .readCalendars)
    resolver.person = person
    var whole = ExportReader.Harvest()
    for reference in references {
      let (id, session) = try await resolver.item(reference, kind: .event)
      let zone = try await context.commandZone(session: session).zone
      let reader = ExportReader(context: context, session: session, zone: zone)
      let found = try await reader.items(ids: [id])
      whole.items += found.items.filter { item in !whole.items.contains { $0.uid == item.uid } }
      whole.trouble += found.trouble
    }
    return (whole, nil)
  }

  private func listed(
    in context: Context
  ) async throws(Failure) -> (ExportReader.Harvest, name: String?) {
    let session = try await context.session(needing: .readCalendars, of: person)
    let zone = try await context.commandZone(session: session).zone
    let range = try await days.range(in: zone, session, context)
    let reader = ExportReader(context: context, session: session, zone: zone)
    guard let calendar else {
      let name = await context.defaultCalendarName(session: session)
      return (try await reader.items(in: nil, touching: range), name)
    }
    guard calendar.lowercased() == "all" else {
      let found = try await context.calendar(named: calendar, session: session)
      return (try await reader.items(in: found.id, touching: range), found.name)
    }
    var whole = ExportReader.Harvest()
    for calendar in try await context.calendars(session: session) {
      let found = try await reader.items(in: calendar.id, touching: range)
      whole.items += found.items
      whole.trouble += found.trouble
    }
    return (whole, nil)
  }
}
