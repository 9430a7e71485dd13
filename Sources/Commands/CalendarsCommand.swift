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
    let session = try await context.session()
    let items: [JSON]
    do {
      items = try await session.graph.list(CalendarRequests.calendars).items
    } catch {
      throw Failure(error, doing: "read the calendars")
    }
    let entries = items.compactMap { item in CalendarInfo(graph: item).map { ($0, item) } }
    let shorts = await context.state.remember(
      entries.map {
        StateStore.KnownItem(id: $0.0.id, kind: .calendar, account: session.accountKey)
      })
    let listing = Listing(
      context: context, fields: names,
      columns: [
        .init("id", "graphcal.id"), .init("name", "name"),
        .init("isDefault", "isDefaultCalendar"), .init("canEdit", "canEdit"),
        .init("owner", "owner.address"),
      ])
    if listing.isWanted {
      return try listing.print(
        entries.map { Self.json($0.1, id: $0.0.id, account: session.userName) })
    }
    let calendars = entries.map(\.0)
    let shortIDs = Dictionary(zip(calendars.map(\.id), shorts)) { first, _ in first }
    try context.print(
      CalendarList.lines(calendars, shortIDs: shortIDs, on: Surface(context.console.terminal)))
    await context.numberRows(
      calendars.map(\.id), kind: .calendar, account: session.accountKey)
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
