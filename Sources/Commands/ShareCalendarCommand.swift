package import Arguments
import Calendaring
import GraphAPI
import JSON
import Rendering
import Terminal

/// `graphcal share-calendar`: who may see and do what in a calendar.
package struct ShareCalendarCommand: Command {
  package static let name = "share-calendar"
  package static let summary = "Share a calendar, change or end that, or list who may see it."
  package static let discussion = """
    Roles: "free-busy" shows when you are busy, "titles" also what and where, "read" everything, \
    "write" lets somebody change it; "delegate" answers invitations for you too, "delegate-private" \
    sees private events as well; "none" is for the organisation. Graph's own words are understood too.

    Whoever is let in gets a mail, so that is asked first; --yes answers it. Somebody who has a role \
    gets the new one. The organisation as a whole is --with organisation. Without --with and --revoke \
    the list is shown.
    """
  package static let arguments: [Argument<Self>] = [
    .required("C", "Which calendar: its name, a row of \"calendars\", or an id.", into: \.calendar)
      .completing(.known(.calendar))
  ]
  package static let options: [Option<Self>] = [
    .value("with", "A", "Whom to let in, by address or name.", into: \.person).completing(
      .known(.address)
    ).exclusive("whom"),
    .value("role", "R", "What they may do.", into: \.role) {
      (text) throws(ValueError) -> SharingRole? in
      guard let role = SharingRole(word: text) else {
        throw .needs("one of " + SharingRole.allCases.map(\.word).joined(separator: ", "))
      }
      return role
    }.completing(.choices(SharingRole.allCases.map(\.word))),
    .value("revoke", "A", "Whom to keep out from now on, by address or name.", into: \.revoked)
      .completing(.known(.address))
      .exclusive("whom"),
    .flag("list", "List who may do what.", into: \.lists).exclusive("whom"),
  ]
  package static let examples = [
    Example("share-calendar Team --with ana@contoso.example --role read", "Ana may look."),
    Example("share-calendar Team --with ana@contoso.example --role write", "And now change it."),
    Example("share-calendar Team --list", "Who may do what."),
    Example("share-calendar Team --revoke ana@contoso.example", "Ana may not any more."),
  ]

  static let fields = [
    "allowedRoles", "emailAddress", "emailAddress.address", "emailAddress.name", "id",
    "isInsideOrganization", "isRemovable", "role",
  ]

  var calendar = ""
  var person: String?
  var role: SharingRole?
  var revoked: String?
  var lists = false

  package init() {}

  package func validate() throws(ArgumentsError) {
    if person != nil, role == nil {
      throw ArgumentsError(
        .missingValue, "--with says who, and --role has to say what they may do",
        hint: "graphcal share-calendar \(calendar) --with … --role read")
    }
    if role != nil, person == nil {
      throw ArgumentsError(
        .missingValue, "--role says what, and --with has to say who",
        hint: "graphcal share-calendar \(calendar) --with name@example.com --role …")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(Self.fields) { return }
    let writes = person != nil || revoked != nil
    if writes { try context.requireWriting("a change of who may see a calendar") }
    let session = try await context.session(needing: writes ? .writeCalendars : .readCalendars)
    let found = try await CalendarChoice(context: context, session: session).calendar(calendar)
    let permissions = try await self.permissions(of: found, session)
    let desk = SharingDesk(
      context: context, session: session, calendar: found, permissions: permissions)
    if let person, let role {
      try await desk.grant(role, to: person)
    } else if let revoked {
      try await desk.revoke(revoked)
    } else {
      try list(permissions, in: context)
    }
  }

  private func permissions(
    of calendar: CalendarInfo, _ session: Session
  ) async throws(Failure) -> [JSON] {
    guard calendar.canShare else {
      let owner = calendar.owner?.label.map { ", which is \($0)" } ?? ""
      throw Failure(
        .refused, "who may see \"\(calendar.name)\" is for its owner to say\(owner)",
        hint: "graphcal calendars shows what you may do")
    }
    do {
      return try await session.graph.list(SharingRequests.permissions(of: calendar.id)).items
    } catch {
      throw Failure(error, doing: "read who may see the calendar")
    }
  }

  private func list(_ permissions: [JSON], in context: Context) throws(Failure) {
    let listing = Listing(
      context: context, fields: Self.fields,
      columns: [
        .init("id", "id"), .init("name", "emailAddress.name"),
        .init("address", "emailAddress.address"), .init("role", "role"),
        .init("isRemovable", "isRemovable"),
      ])
    if listing.isWanted { return try listing.print(permissions) }
    var table = Table([
      .init("NAME", minimum: 8, comfort: 30), .init("ADDRESS", minimum: 8, comfort: 40, rank: 1),
      .init("ROLE"),
    ])
    for permission in permissions {
      let holder = Person(graph: permission["emailAddress"] ?? .null)
      table.add([
        StyledLine(holder?.name ?? holder?.address ?? ""), StyledLine(holder?.address ?? "", .dim),
        StyledLine(SharingRole.word(for: permission["role"]?.string)),
      ])
    }
    let surface = Surface(context.console.terminal)
    let lines = table.lines(width: surface.width, symbols: surface.symbols)
    try context.print(lines.isEmpty ? [StyledLine("Nobody else may see it", .dim)] : lines)
  }
}

/// What somebody may do in a calendar.
///
/// Source: Microsoft Graph, enumeration "calendarRoleType".
package enum SharingRole: String, CaseIterable, Sendable {
  case none
  case freeBusy = "freeBusyRead"
  case titles = "limitedRead"
  case read
  case write
  case delegate = "delegateWithoutPrivateEventAccess"
  case delegatePrivate = "delegateWithPrivateEventAccess"

  /// The word of people for it.
  var word: String {
    switch self {
    case .freeBusy: "free-busy"
    case .delegatePrivate: "delegate-private"
    default: "\(self)"
    }
  }

  /// The role that a word means, people's or Graph's.
  init?(word: String) {
    let word = word.lowercased()
    guard
      let found = Self.allCases.first(where: { $0.word == word || $0.rawValue.lowercased() == word }
      )
    else { return nil }
    self = found
  }

  /// The word for a role as it was sent, which stays where it is newer than this program.
  static func word(for sent: String?) -> String {
    sent.flatMap(SharingRole.init(word:))?.word ?? sent ?? ""
  }
}
