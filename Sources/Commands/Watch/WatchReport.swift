import CalendarTime
import Calendaring
import Contacts
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// Prints changes, each in one line as soon as it is known.
struct WatchReport: Sendable {
  /// Everything `--fields` may name.
  static let fieldNames = [
    "after", "before", "change", "graphcal", "graphcal.account", "graphcal.calendar",
    "graphcal.folder", "graphcal.id", "graphcal.seen", "id", "kind", "properties",
  ]

  private let context: Context
  private let session: Session
  private let zone: Zone
  private let time: TimeText
  private let habits: ContactHabits
  private let selection: FieldSelection?

  init(context: Context, session: Session) async throws(Failure) {
    self.context = context
    self.session = session
    zone = try await context.commandZone(session: session).zone
    time = context.timeText(zone, try await context.mailboxSettings(session: session))
    habits = ContactHabits(context)
    selection = try Listing(context: context, fields: Self.fieldNames).selection()
  }

  /// Whether lines are for a person.
  private var isForPeople: Bool {
    context.console.terminal.isOutputTerminal && !context.options.isForScripts
  }

  func print(_ change: CopyChange) async throws(Failure) {
    let kind: StateStore.ItemKind = change.content == .calendar ? .event : .contact
    let shorts = await context.state.remember([
      StateStore.KnownItem(id: change.id, kind: kind, account: session.accountKey)
    ])
    if isForPeople {
      return try context.print([line(change, short: shorts.first ?? "")])
    }
    let item = json(change)
    try context.console.print((selection?.select(from: item) ?? item).text(.compact) + "\n")
  }

  private func json(_ change: CopyChange) -> JSON {
    let place = (change.after ?? change.before)?.collectionName
    return [
      "after": item(change.after, change.content), "before": item(change.before, change.content),
      "change": .string(change.kind.rawValue), "id": .string(change.id),
      "kind": change.content == .calendar ? "event" : "contact",
      "properties": .array(change.properties.map(JSON.string)),
      "graphcal": [
        "account": .string(orNull: session.userName),
        change.content == .calendar ? "calendar" : "folder": .string(orNull: place),
        "id": .string(ShortID.of(change.id)),
        "seen": .string(context.now().rfc3339(in: zone)),
      ],
    ]
  }

  /// An item as a list has it.
  private func item(_ state: CopyChange.State?, _ content: CopyKind) -> JSON {
    guard let state else { return .null }
    switch content {
    case .calendar:
      guard let entry = entry(state) else {
        return .object(JSONObject(eventListProperties.map { ($0, state.item[$0] ?? .null) }))
      }
      return EventJSON.listItem(
        entry, zone: zone, calendar: state.collectionName, account: session.userName)
    case .contactFolder:
      guard let contact = Contact(graph: .object(state.item)) else { return .null }
      return ContactJSON.listItem(
        ContactEntry(
          contact: contact, raw: state.item, session: session,
          folder: ContactFolder(
            graph: [
              "id": .string(state.collection), "displayName": .string(state.collectionName),
            ])), properties: contactListProperties, habits: habits)
    }
  }

  private func entry(_ state: CopyChange.State) -> EventEntry? {
    CalendarEvent(
      graph: .object(state.item), zones: context.zones, calendarName: state.collectionName
    ).map { EventEntry(event: $0, raw: state.item, session: session) }
  }

  /// `10:42  changed  Tue 1 Dec 2026 09:00–10:00  Review  (subject, start)  k7mp`.
  private func line(_ change: CopyChange, short: String) -> StyledLine {
    let color: Style =
      switch change.kind {
      case .created: Style(color: .green)
      case .changed: Style(color: .yellow)
      case .deleted: Style(color: .red)
      }
    var line =
      StyledLine(time.time(context.now()) + "  ", .dim)
      + StyledLine(change.kind.rawValue, color) + StyledLine("  ")
    let state = change.after ?? change.before
    if change.content == .calendar, let entry = state.flatMap(entry) {
      if change.isSeries { line.append("series from ", .dim) }
      line += EventDetails(event: entry.event).oneLine(
        time: time, on: Surface(context.console.terminal))
    } else if let contact = state.flatMap({ Contact(graph: .object($0.item)) }) {
      line.append(TextSanitizer.line(contact.title(habits.nameOrder)), .bold)
    }
    if !change.properties.isEmpty {
      line.append("  " + change.properties.map(TextSanitizer.line).joined(separator: ", "), .dim)
    }
    line.append("  " + short, Style(color: .cyan))
    return line
  }
}
