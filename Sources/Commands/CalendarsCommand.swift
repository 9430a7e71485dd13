package import Arguments
import Calendaring
import GraphAPI
import JSON
import Rendering
import Store

/// `graphcal calendars`: the calendars of the mailbox.
package struct CalendarsCommand: Command {
  package static let name = "calendars"
  package static let summary = "List the calendars of the mailbox."
  package static let examples = [
    Example("calendars", "Names, owners and rights."),
    Example("calendars --format tsv", "The same for a script."),
  ]

  package static let options: [Option<Self>] = []

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let names = (calendarListProperties + ["graphcal", "graphcal.account", "graphcal.id"]).sorted()
    if try context.listedFieldNames(names) { return }
    let sessions = try await context.sessions(needing: .readCalendars)
    var entries: [(info: CalendarInfo, raw: JSON, session: Session)] = []
    var trouble: [Failure] = []
    for session in sessions {
      do {
        for item in try await session.graph.list(CalendarRequests.calendars).items {
          if let info = CalendarInfo(graph: item) { entries.append((info, item, session)) }
        }
      } catch {
        trouble.append(
          Failure(error, doing: "read the calendars").naming(session, among: sessions))
      }
    }
    if trouble.count == sessions.count, let first = trouble.first { throw first }
    let known = entries.map {
      StateStore.KnownItem(id: $0.info.id, kind: .calendar, account: $0.session.accountKey)
    }
    let shorts = await context.state.remember(known)
    let listing = Listing(
      context: context, fields: names,
      columns: [
        .init("id", "graphcal.id"), .init("name", "name"),
        .init("isDefault", "isDefaultCalendar"), .init("canEdit", "canEdit"),
        .init("owner", "owner.address"),
      ])
    if listing.isWanted {
      try listing.print(
        entries.map { Self.json($0.raw, id: $0.info.id, account: $0.session.userName) })
      return try Failure.report(trouble, among: sessions)
    }
    let calendars = entries.map { entry in
      var info = entry.info
      if sessions.count > 1, let account = entry.session.userName {
        info.name = "\(account) · \(info.name)"
      }
      return info
    }
    let shortIDs = Dictionary(zip(calendars.map(\.id), shorts)) { first, _ in first }
    try context.print(
      CalendarList.lines(calendars, shortIDs: shortIDs, on: Surface(context.console.terminal)))
    await context.numberRows(known)
    try Failure.report(trouble, among: sessions)
  }

  private static func json(_ raw: JSON, id: String, account: String?) -> JSON {
    var item = JSONObject(calendarListProperties.map { ($0, raw[$0] ?? .null) })
    item["@odata.etag"] = raw["@odata.etag"]
    item["graphcal"] = [
      "id": .string(ShortID.of(id)), "account": .string(orNull: account),
    ]
    return .object(item)
  }
}
