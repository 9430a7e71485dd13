import CalendarTime
import FoundationEssentials
import Host
import Rendering

/// `export --format html|svg|org|markdown`: the events of some days, for reading.
struct DocumentExport: Sendable {
  var context: Context
  var form: EventDocument.Form
  var references: [String]
  var calendar: String?
  var days: ExportDays
  var person: String?

  func run(into file: ExportFile) async throws(Failure) {
    if !references.isEmpty {
      throw Failure(
        .usage, "--format \(form.rawValue) is for days, and events are named",
        hint: "leave out the events, and give --week, --month or --from and --to")
    }
    let sessions = try await context.sessions(needing: .readCalendars, of: person)
    let zone = try await context.commandZone(session: sessions[0]).zone
    var listing = EventListing(
      context: context, sessions: sessions, zone: zone,
      settings: try await context.mailboxSettings(session: sessions[0]),
      dates: zone.date(at: context.now())..<zone.date(at: context.now()), calendar: calendar)
    try await choose(&listing)
    let harvest = try await listing.harvest()
    let output = EventOutput(
      context: context, session: sessions[0], zone: zone, settings: listing.settings,
      dates: listing.dates, namesCalendars: harvest.namesCalendars,
      namesAccounts: sessions.count > 1, picture: listing.picture)
    let text = await output.document(harvest.entries, as: form)
    try file.write(Array(text.utf8), holding: Plural.events(harvest.entries.count))
    try Failure.report(harvest.trouble, among: sessions)
  }

  /// The days to read, and how they are laid out.
  private func choose(_ listing: inout EventListing) async throws(Failure) {
    let zone = listing.zone
    var days = days
    if days.options.allSatisfy({ $0.value == nil }), form == .html || form == .svg {
      days.week = ""
    }
    if let picture = try await days.picture(in: zone, listing.sessions[0], context) {
      let isPicture = form == .html || form == .svg
      listing.dates = isPicture ? picture.drawn : picture.listed
      listing.picture = picture.picture
      return
    }
    let reader = TimeReader(context: context, zone: zone)
    if days.from == nil { days.from = "today" }
    if days.to == nil {
      let start = try reader.expression(days.from ?? "", option: "--from").start(in: zone)
      days.to = "\(zone.date(at: start).adding(days: 6))"
    }
    guard let range = try await days.range(in: zone, listing.sessions[0], context) else { return }
    listing.instants = range
    listing.dates = zone.date(at: range.lowerBound)..<reader.dayAfter(range.upperBound)
    guard form == .svg else { return }
    let count = listing.dates.upperBound.daysSinceEpoch - listing.dates.lowerBound.daysSinceEpoch
    guard count <= EventDocument.widestWeek else {
      throw Failure(
        .usage,
        "a picture has room for \(EventDocument.widestWeek) days side by side, and these are \(count)",
        hint: "give --month, or --format html")
    }
    listing.picture = .week
  }
}
