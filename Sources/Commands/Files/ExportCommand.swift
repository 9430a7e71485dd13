package import Arguments
import CalendarTime
import FoundationEssentials
import GraphAPI
import Interchange
import Rendering
import Store

/// `graphcal export`: events or contacts as a file that other programs read.
package struct ExportCommand: Command {
  package static let name = "export"
  package static let summary = "Write events or contacts as a file."
  package static let isPaged = false
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

    With --contacts, or a form that only contacts have, it is contacts: all of them, those of a folder, \
    or each REF. vcard is version 3.0, which the most programs read; csv is the table that Outlook \
    imports; mutt and abook are for these programs. Pictures are in vCards only. A contact has a UID, \
    by which an import knows it again: that of the file it came from, or one that begins like its \
    short id.

    With --offline the local copy answers for days that it has. A series that goes on beyond them is left \
    out and told, and so is what was not sent yet; pictures are not copied, and contacts that came from a \
    file have the UID of those that did not.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating(
      "REF", atLeast: 0, "Which events or contacts; without one all of them.", into: \.references
    ).completing(.known(.event))
  ]
  package static let options: [Option<Self>] = [
    .value("calendar", "NAME|all", "This calendar, or all of them.", into: \.calendar).completing(
      .known(.calendarOrAll)),
    .value("from", "T", "First day of what is written.", into: \.days.from),
    .value("to", "T", "Last day of what is written.", into: \.days.to),
    .optionalValue(
      "week", "WHEN", "What is in a week, this one without WHEN.", into: \.days.week, bare: "",
      parse: { $0 }),
    .optionalValue(
      "month", "WHEN", "What is in a month, this one without WHEN.", into: \.days.month, bare: "",
      parse: { $0 }),
    .flag("contacts", "Contacts instead of events.", into: \.contacts),
    .value("folder", "F", "Contacts of this folder, by name or id.", into: \.folder).completing(
      .known(.contactFolder)),
    .flag("photos", "Pictures of contacts in vCards; --no-photos is quicker.", into: \.photos),
    .choice("format", "Form of the file; that of the ending of FILE without it.", into: \.format)
      .replacingGlobal(),
    .value("output", "FILE", "Write to this file.", into: \.output).short("o").completing(.file),
    .flag("force", "Replace FILE where it is there already.", into: \.isForced),
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
    Example("export --contacts -o people.vcf", "The address book as vCards."),
    Example("export --format mutt > ~/.mutt/aliases", "Aliases for mutt."),
  ]

  package static let printsRows = false

  var references: [String] = []
  var calendar: String?
  var days = ExportDays()
  var contacts = false
  var folder: String?
  var photos: Bool?
  var format: ExportFormat?
  var output: String?
  var isForced = false
  var person: String?

  /// What the file is going to be.
  private var form: ExportFormat {
    format ?? ExportFormat(ending: output ?? "") ?? (isOfContacts ? .vcard : .ics)
  }

  /// Whether it is about contacts, by its options or by what its form can hold.
  private var isOfContacts: Bool {
    contacts || folder != nil
      || (format ?? ExportFormat(ending: output ?? ""))?.isOfContacts == true
  }

  package init() {}

  package func validate() throws(ArgumentsError) {
    let others =
      [("--calendar", calendar)] + days.options
      + (isOfContacts ? [("--of", person)] : [])
    if let other = others.first(where: { $0.1 != nil }) {
      if isOfContacts {
        throw ArgumentsError(
          .exclusiveOptions, "\(other.0) is for events, and this is about contacts",
          hint: "leave out \(other.0)")
      }
      if !references.isEmpty {
        throw ArgumentsError(
          .exclusiveOptions, "\(other.0) chooses among events, and these are named already",
          hint: "leave out the references, or \(other.0)")
      }
    }
    if folder != nil, !references.isEmpty {
      throw ArgumentsError(
        .exclusiveOptions, "--folder chooses among contacts, and these are named already",
        hint: "leave out the references, or --folder")
    }
    if isOfContacts, !form.isOfContacts {
      throw ArgumentsError(
        .badValue, "\(form.rawValue) is no form for contacts",
        hint: "--format vcard, vcard3, vcard4, csv, mutt or abook")
    }
    if photos != nil, !isOfContacts {
      throw ArgumentsError(
        .exclusiveOptions, "events have no photos", hint: "leave out --photos")
    }
    try days.validate()
    if output == "" {
      throw ArgumentsError(.badValue, "--output needs the name of a file", hint: "-o calendar.ics")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    guard !context.options.isForScripts else {
      throw Failure(
        .usage, "export writes a file of \(form.rawValue), not JSON",
        hint: isOfContacts
          ? "leave out --json; graphcal contacts --json prints contacts as JSON"
          : "leave out --json; graphcal agenda --json prints events as JSON")
    }
    let file = ExportFile(path: output, isForced: isForced, context: context)
    try file.requireFree()
    if isOfContacts {
      var export = ContactExport(context: context, form: form)
      export.folder = folder
      export.references = references
      export.photos = photos
      return try await export.run(into: file)
    }
    if let document = form.document {
      return try await DocumentExport(
        context: context, form: document, references: references, calendar: calendar, days: days,
        person: person
      ).run(into: file)
    }
    let (harvest, name) = try await context.working("Reading the calendar") {
      () async throws(Failure) in
      references.isEmpty ? try await listed(in: context) : try await named(in: context)
    }
    if context.options.offline, harvest.items.isEmpty, let first = harvest.trouble.first {
      throw Failure(
        .notFound, "this cannot be answered offline", why: first,
        hint: "leave out --offline, which reads it from the service")
    }
    let writer = CalendarWriter(
      maker: "-//graphcal \(graphcalVersion)//EN", now: context.now(), name: name)
    try file.write(writer.file(harvest.items), holding: Self.words(harvest.items))
    guard !harvest.trouble.isEmpty else { return }
    for line in harvest.trouble { context.note(line) }
    throw Failure(
      .partlyDone, "\(Plural.events(harvest.trouble.count)) could not be written into the file",
      why: harvest.trouble.first,
      hint: context.options.offline
        ? "without --offline they are read from the service"
        : "graphcal show REF --json has all of an event")
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
      let found =
        context.options.offline
        ? try await CopiedExport(context: context, session: session, zone: zone).item(id: id)
        : try await ExportReader(context: context, session: session, zone: zone).items(ids: [id])
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
    if context.options.offline {
      return try await CopiedExport(context: context, session: session, zone: zone)
        .listed(calendar, touching: range)
    }
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
