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
  package static let discussion = """
    With names, groups, owners, colours and what you may do in each. With --of, the calendars of \
    somebody else that you may open.
    """
  package static let answersOffline = true
  package static let examples = [
    Example("calendars", "Names, owners and rights."),
    Example("calendars --format tsv", "The same for a script."),
    Example("calendars --of aiko@contoso.example", "What Aiko shares with you."),
  ]

  package static let options: [Option<Self>] = [.person(into: \.person)]

  static let fields =
    (calendarListProperties + ["graphcal", "graphcal.account", "graphcal.group", "graphcal.id"])
    .sorted()

  var person: String?

  package init() {}

  private typealias Entry = (info: CalendarInfo, raw: JSON, session: Session)

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(Self.fields) { return }
    let sessions = try await context.sessions(needing: .readCalendars, of: person)
    var entries: [Entry] = []
    var trouble: [Failure] = []
    for session in sessions {
      do {
        let (items, groups) = try await calendars(of: session, in: context)
        let infos = items.compactMap(CalendarInfo.init(graph:)).markedByOwner
        let raws = items.filter { CalendarInfo(graph: $0) != nil }
        for (var info, raw) in zip(infos, raws) {
          info.group = groups[info.id]
          entries.append((info, raw, session))
        }
      } catch {
        trouble.append(error.naming(session, among: sessions))
      }
    }
    if trouble.count == sessions.count, let first = trouble.first { throw first }
    try await print(entries, namesAccounts: sessions.count > 1, in: context)
    try Failure.report(trouble, among: sessions)
  }

  /// The calendars and the groups they are in; with `--offline`, and where the service cannot be
  /// reached, those of the local copy.
  private func calendars(
    of session: Session, in context: Context
  ) async throws(Failure) -> (items: [JSON], groups: [String: String]) {
    var copied: CopyReader?
    if context.options.offline {
      copied = try await context.copyReader(.allCalendars, session: session)
    } else {
      do throws(GraphError) {
        let items = try await session.graph.list(CalendarRequests.calendars).items
        return (items, await context.calendarGroups(session: session))
      } catch {
        let failure = Failure(error, doing: "read the calendars", in: session)
        copied = await context.lastResort(.allCalendars, because: failure, session: session)
        if copied == nil { throw failure }
      }
    }
    let collections = copied?.collections ?? []
    var groups: [String: String] = [:]
    for calendar in collections {
      groups[calendar.id] = calendar.resource["graphcal"]?["group"]?.string
    }
    return (collections.map { .object($0.resource) }, groups)
  }

  private func print(
    _ entries: [Entry], namesAccounts: Bool, in context: Context
  ) async throws(Failure) {
    let known = entries.map {
      StateStore.KnownItem(
        id: $0.info.id, kind: .calendar, account: $0.session.accountKey,
        mailbox: $0.session.mailbox ?? "")
    }
    let shorts = await context.state.remember(known)
    let listing = Listing(
      context: context, fields: Self.fields,
      columns: [
        .init("id", "graphcal.id"), .init("name", "name"),
        .init("isDefault", "isDefaultCalendar"), .init("canEdit", "canEdit"),
        .init("owner", "owner.address"), .init("canShare", "canShare"),
        .init("canViewPrivateItems", "canViewPrivateItems"), .init("color", "color"),
        .init("group", "graphcal.group"),
      ])
    if listing.isWanted { return try listing.print(entries.map(Self.json)) }
    let calendars = entries.map { entry in
      var info = entry.info
      if namesAccounts, let account = entry.session.userName {
        info.name = "\(account) · \(info.name)"
      }
      return info
    }
    let shortIDs = Dictionary(zip(calendars.map(\.id), shorts)) { first, _ in first }
    try context.print(
      CalendarList.lines(calendars, shortIDs: shortIDs, on: Surface(context.console.terminal)))
    await context.numberRows(known)
  }

  private static func json(_ entry: Entry) -> JSON {
    var item = JSONObject(calendarListProperties.map { ($0, entry.raw[$0] ?? .null) })
    item["@odata.etag"] = entry.raw["@odata.etag"]
    item["graphcal"] = [
      "id": .string(ShortID.of(entry.info.id)), "account": .string(orNull: entry.session.userName),
      "group": .string(orNull: entry.info.group),
    ]
    return .object(item)
  }
}
