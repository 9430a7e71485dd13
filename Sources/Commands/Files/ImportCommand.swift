package import Arguments
import CalendarTime
import Contacts
import GraphAPI
import Interchange
import Terminal

/// `graphcal import`: what a file holds into a calendar or the address book.
package struct ImportCommand: Command {
  package static let name = "import"
  package static let summary = "Take the events or contacts of a file into the mailbox."
  package static let discussion = """
    FILE is a file, - for standard input, or an address that begins with https:// or webcal://. What \
    it holds is found out by looking: an iCalendar file, vCards, or a table of contacts as Outlook and \
    Google write it (CSV).

    An event that is there already is found by its identity (UID), so the same file can be imported \
    again: what differs is changed, the rest is left alone, and a file that is older (SEQUENCE) changes \
    nothing. What no series of Outlook can say is refused with its line and the rule, and does not \
    keep the others: the exit status is 9 then. The 31st of every month and the like are taken where \
    the series has an end, without the days that Outlook adds in short months. Attachments, tasks and journals are not taken. A \
    calendar that was cut off changes nothing.

    Nobody is mailed: the people of a file are not invited, and a meeting of your own to which people \
    are invited is not changed. --invite does both. A file that calls an event off removes it, after a \
    question; where there is none, nothing is made. To answer an invitation that came by mail, use \
    "graphcal respond - accept".

    Times without a zone are those of the file's X-WR-TIMEZONE, else of --tz; a zone that the file \
    describes itself counts as it is described.

    A contact is found by its UID as well. What its card says replaces what is there, and what the \
    card does not speak of stays. One without a UID is compared by name: where all it says is there \
    already it is skipped, where the same name has the same address or number but something differs \
    it is skipped and told, and else it is made. What a contact has no place for goes into its note or \
    is told. One bad card keeps no other back.

    --dry-run prints the requests and, as notes, what would change. "graphcal undo" takes an import back \
    as a whole.
    """
  package static let arguments: [Argument<Self>] = [
    .required("FILE", "A file, - or an address.", into: \.file).completing(.file)
  ]
  package static let options: [Option<Self>] = [
    .value(
      "calendar", "C", "Calendar by name or id; the default one without it.", into: \.calendar
    ).completing(.known(.calendar)),
    .flag("invite", "Invite the people of the file, and tell them of changes.", into: \.invite),
    .value(
      "folder", "F",
      "Folder for contacts, by name or id, in which alone they are looked for; without it they are "
        + "looked for in all, and new ones come into the default one.", into: \.folder
    ).completing(.known(.contactFolder)),
  ]
  package static let examples = [
    Example("import team.ics --calendar Team", "All events of a file into a calendar."),
    Example("import team.ics --dry-run", "What would be new and what would change."),
    Example("import https://calendars.example/holidays.ics", "From the web."),
    Example("import people.vcf --folder Suppliers", "Contacts into a folder."),
  ]

  var file = ""
  var calendar: String?
  var invite = false
  var folder: String?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(ImportReport.fieldNames) { return }
    try context.requireWriting("an import")
    // A file that cannot be used costs no request.
    switch try await ImportSource(context: context).content(at: file) {
    case .calendar(let calendar):
      try refuse([("--folder", folder != nil)], because: "the file is a calendar")
      try await take(calendar, in: context)
    case .cards(let bytes):
      try refuse(calendarOptions, because: "the file holds contacts")
      try await contactImport(in: context).run(cards: bytes)
    case .table(let table):
      try refuse(calendarOptions, because: "the file holds contacts")
      try await contactImport(in: context).run(table: table)
    }
  }

  private var calendarOptions: [(name: String, isGiven: Bool)] {
    [("--calendar", calendar != nil), ("--invite", invite)]
  }

  private func refuse(
    _ options: [(name: String, isGiven: Bool)], because reason: String
  ) throws(Failure) {
    guard let option = options.first(where: \.isGiven)?.name else { return }
    throw Failure(.usage, "\(option) has no meaning: \(reason)", hint: "leave out \(option)")
  }

  private func contactImport(in context: Context) -> ContactImport {
    ContactImport(context: context, folder: folder, name: source)
  }

  /// What people call the file.
  private var source: String { file == "-" ? "a file" : file }

  // MARK: Events

  private func take(_ read: CalendarFile, in context: Context) async throws(Failure) {
    let session = try await context.session(needing: .writeCalendars)
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    let items = try Self.items(of: read, zone: zone, in: context)
    var calendarID: String?
    if let calendar {
      calendarID = try await context.calendar(named: calendar, session: session).id
    }
    let plans = try await plans(items, calendarID, session, zone, in: context)
    let report = ImportReport(context: context, session: session, kind: .events)
    func rows(_ outcomes: [ImportOutcome]) -> [ImportRow] {
      zip(plans, outcomes).map { ImportRow($0, $1) }
    }
    let planned = rows(plans.map { _ in .done(id: nil, trouble: []) })
    report.tellNotes(planned)
    for (kind, count) in read.skipped.sorted(by: { $0.key < $1.key }) {
      context.note("\(count) \(kind) left out: only events are taken")
    }
    let run = ImportRun(
      context: context, session: session, calendarID: calendarID, zone: zone,
      deed: "imported events from \(source)")
    if context.options.dryRun {
      try context.printDryRun(pieces: plans.lazy.flatMap(run.requests), by: session)
      report.tell(planned)
      return try report.end(planned)
    }
    try confirm(plans, in: context)
    let outcomes = await context.working("Importing") { (progress) async throws(Never) in
      await run.send(plans) { done in
        await progress.show("Importing: \(done) of \(plans.count)")
      }
    }
    let done = rows(outcomes)
    try await report.print(done)
    try report.end(done)
  }

  /// Everything that a file says.
  static func items(
    of file: CalendarFile, zone: Zone, in context: Context
  ) throws(Failure) -> [ReadItem] {
    do {
      return try CalendarReader(zones: context.zones, floating: zone).items(of: file)
    } catch {
      switch error {
      case .file(let error):
        throw Failure(
          .usage, "the file cannot be imported: \(error.message)", hint: "nothing was imported")
      case .library(let reason, let hint):
        throw Failure(
          .general, "iCalendar files cannot be read on this machine", why: reason, hint: hint)
      }
    }
  }

  private func plans(
    _ items: [ReadItem], _ calendarID: String?, _ session: Session, _ zone: Zone,
    in context: Context
  ) async throws(Failure) -> [PlannedImport] {
    let uids = Set(
      items.compactMap { item in
        if case .success = item.outcome { item.uid } else { nil }
      })
    let reader = ExportReader(context: context, session: session, zone: zone)
    let index = try await context.working("Reading the calendar") {
      () async throws(Failure) in
      try await ImportIndex.read(uids, calendarID: calendarID, reader: reader)
    }
    var planner = ImportPlanner(
      context: context, zone: zone, invites: invite, owner: session.userName)
    var plans: [PlannedImport] = []
    for item in items { plans.append(planner.plan(item, index[item.uid])) }
    return plans
  }

  /// Asks before mail goes out, something is removed, or a series is touched.
  private func confirm(_ plans: [PlannedImport], in context: Context) throws(Failure) {
    var removed = 0
    var series = 0
    for plan in plans {
      switch plan.deed {
      case .cancel: removed += 1
      case .update where plan.isSeries: series += 1
      default: break
      }
    }
    let people = plans.reduce(0) { $0 + $1.mailed }
    guard removed > 0 || series > 0 || people > 0 else { return }
    var question = ""
    if people > 0 {
      question += "\(Plural.people(people)) will be told by mail, which cannot be called back. "
    }
    if series > 0 { question += "\(series) whole series will be touched. " }
    if removed > 0 { question += "\(Plural.events(removed)) will be removed. " }
    try context.confirm(question + "Import?", refusal: "nothing was imported")
  }
}
