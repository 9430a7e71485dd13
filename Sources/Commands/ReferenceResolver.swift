import CalendarTime
import FoundationEssentials
import GraphAPI
import Host
import JSON
import Store
import Terminal

/// Finds the full id behind what a person typed: a row number, a short id, or the id itself.
struct ReferenceResolver {
  var context: Context
  /// What the command is going to do with the item.
  var permission: Permission
  /// The mailbox to look in, by an address or a name; nil is the one that the item was listed from.
  var person: String?
  /// Whether the command answers from the copy what waits in the outbox and the service does not know.
  var readsOutbox = false

  /// The days around today that are read once to find a short id nobody here remembers.
  private static let searched = -90..<401

  /// The full id of an item of the kind that the command takes, and a session of its account.
  ///
  /// An item of a list of several accounts is looked for where it was found. What is not found is a
  /// `Failure` of kind notFound; what is ambiguous, of another kind or no reference at all one of kind
  /// usage. What waits in the outbox is one of kind tryAgain where the service would be asked for it.
  func item(
    _ text: String, kind: StateStore.ItemKind
  ) async throws(Failure) -> (id: String, session: Session) {
    var found = try await named(text, kind: kind)
    if PendingWrite.isTemporary(found.id) {
      found.id = try await UnsentReference(
        context: context, session: found.session, text: text, id: found.id,
        readsOutbox: readsOutbox
      ).current()
    }
    return found
  }

  private func named(
    _ text: String, kind: StateStore.ItemKind
  ) async throws(Failure) -> (id: String, session: Session) {
    if text.isEmpty {
      throw Failure(.usage, "an empty reference names nothing", hint: "graphcal help refs")
    }
    if text.contains(where: \.isWhitespace) {
      throw Failure(
        .usage, "\"\(text)\" is no row number, no short id and no full id",
        hint: words(text, kind) ?? "graphcal help refs says what a reference is")
    }
    let isRow = text.allSatisfy { $0.isASCII && $0.isNumber }
    let isShort = !isRow && ShortID.isCandidate(text)
    guard isRow || isShort || text.count > ShortID.length else {
      throw Failure(
        .usage, "\"\(text)\" is no row number, no short id and no full id",
        hint: (words(text, kind).map { $0 + "; " } ?? "")
          + "graphcal help refs says what a reference is")
    }
    let remembered =
      isRow
      ? [try await row(text, kind: kind)]
      : isShort
        ? await context.state.items(shortPrefix: text).filter { $0.kind == kind } : []
    if remembered.count == 1, person == nil,
      let own = try await context.session(
        ofAccount: remembered[0].account, needing: permission(for: remembered[0]))
    {
      return (remembered[0].id, own.acting(in: remembered[0].place))
    }
    let session = try await context.session(needing: permission, of: person)
    guard isRow || isShort else {
      let known = await context.state.items(shortPrefix: ShortID.of(text)).first {
        $0.id == text && $0.kind == kind && $0.account == session.accountKey
      }
      guard let known else { return (text, session) }
      return (text, try await place(known, session))
    }
    let ofAccount = remembered.filter { item in
      item.account == session.accountKey && (person == nil || item.place == session.mailbox)
    }
    if let item = try single(ofAccount, text) { return (item.id, try await place(item, session)) }
    if person != nil, let item = remembered.first { throw elsewhere(text, item) }
    if isRow { return (remembered[0].id, try await place(remembered[0], session)) }
    return (try await searched(text, kind: kind, session), session)
  }

  /// What was listed from another mailbox than the one that was named.
  private func elsewhere(_ text: String, _ item: StateStore.KnownItem) -> Failure {
    Failure(
      .usage,
      "\(text) was listed from \(item.place.map { "the mailbox of \($0)" } ?? "your own mailbox")"
        + ", not from that of \(person ?? "")",
      hint: "leave out --of, or list theirs first: graphcal agenda --of \(person ?? "")")
  }

  private func permission(for item: StateStore.KnownItem) -> Permission {
    item.place == nil ? permission : permission.ofOthers
  }

  /// The session in the mailbox that an item was listed from, unless another one was named.
  private func place(
    _ item: StateStore.KnownItem, _ session: Session
  ) async throws(Failure) -> Session {
    guard person == nil, let mailbox = item.place else { return session }
    return try await context.session(needing: permission.ofOthers).acting(in: mailbox)
  }

  private func row(
    _ text: String, kind: StateStore.ItemKind
  ) async throws(Failure) -> StateStore.KnownItem {
    guard context.console.terminal.isOutputTerminal || context.console.terminal.isInputTerminal,
      let terminal = context.terminalIdentity
    else {
      throw Failure(
        .usage, "row \(text) means nothing without a terminal",
        hint: "use a short id, as lists print it")
    }
    let now = context.machineClock.now()
    guard let number = Int(text),
      let item = await context.state.row(number, of: kind, terminal: terminal, at: now)
    else {
      throw Failure(
        .notFound, "the last list on this terminal has no row \(text)",
        hint: "graphcal \(kind == .contact ? "contacts" : "week") prints rows anew")
    }
    return item
  }

  /// Looks for a short id in the service, once.
  private func searched(
    _ text: String, kind: StateStore.ItemKind, _ session: Session
  ) async throws(Failure) -> String {
    let copied = await copied(kind, session).filter { ShortID.of($0.id).hasPrefix(text) }
    if let item = try single(copied, text) { return item.id }
    if context.options.offline {
      throw await otherKind(text, than: kind, session)
        ?? context.notCopied("the local copy has no item with the short id \(text)")
    }
    if kind == .contact { return try await searchedContact(text, session) }
    guard kind == .event else { throw unknown(text) }
    let zone = try await context.commandZone(session: session).zone
    let today = zone.wallTime(at: context.now()).date
    let range =
      zone.startOfDay(
        today.adding(days: Self.searched.lowerBound))..<zone.startOfDay(
        today.adding(days: Self.searched.upperBound))
    let items: [JSON]
    do {
      items = try await session.graph.list(CalendarRequests.view(range, properties: ["id"])).items
    } catch {
      throw Failure(error, doing: "look for \(text)", in: session)
    }
    let found = items.compactMap { $0["id"]?.string }.filter { ShortID.of($0).hasPrefix(text) }
      .map {
        StateStore.KnownItem(
          id: $0, kind: kind, account: session.accountKey, mailbox: session.mailbox ?? "")
      }
    guard let item = try single(found, text) else {
      throw await otherKind(text, than: kind, session) ?? unknown(text)
    }
    return item.id
  }

  /// That a short id is one of an item of another kind, and the command for that; nil where it is not
  /// known to be.
  private func otherKind(
    _ text: String, than kind: StateStore.ItemKind, _ session: Session
  ) async -> Failure? {
    let others: [(kind: StateStore.ItemKind, name: String, command: String)] = [
      (.event, "an event", "show"), (.contact, "a contact", "show-contact"),
      (.calendar, "a calendar", "agenda --calendar"),
    ]
    guard let wanted = others.first(where: { $0.kind == kind }) else { return nil }
    let known = await context.state.items(shortPrefix: text)
    for other in others where other.kind != kind {
      let isKnown = known.contains { $0.kind == other.kind && $0.account == session.accountKey }
      let isMeant =
        isKnown
        ? true
        : await copied(other.kind, session).contains { ShortID.of($0.id).hasPrefix(text) }
      guard isMeant else { continue }
      return Failure(
        .notFound, "\(text) is \(other.name), and \(wanted.name) is wanted",
        hint: "graphcal \(other.command) \(text)")
    }
    return nil
  }

  /// What the local copy has of a kind; nothing where there is none.
  private func copied(
    _ kind: StateStore.ItemKind, _ session: Session
  ) async -> [StateStore.KnownItem] {
    let kinds: [StateStore.ItemKind: CopyKind] = [.event: .calendar, .contact: .contactFolder]
    guard session.mailbox == nil, context.tokenGiver == nil, !session.accountKey.isEmpty,
      let collection = kinds[kind],
      let store = MailboxFile.store(
        account: session.accountKey, environment: context.environment)
    else { return [] }
    let ids = (try? await store.ids(collection)) ?? []
    // An event of two calendars is one all the same.
    return Set(ids).map {
      StateStore.KnownItem(id: $0, kind: kind, account: session.accountKey)
    }
  }

  /// Looks for the short id of a contact in all folders, once.
  private func searchedContact(_ text: String, _ session: Session) async throws(Failure) -> String {
    let book = ContactBook(context: context, session: session)
    let contacts = try await book.contacts(in: try await book.folders(), properties: ["id"])
    let found = contacts.map(\.known).filter { ShortID.of($0.id).hasPrefix(text) }
    if let item = try single(found, text) { return item.id }
    throw await otherKind(text, than: .contact, session)
      ?? Failure(
        .notFound, "no contact has the short id \(text)",
        hint: "graphcal contacts lists them with their ids"
          + (words(text, .contact).map { "; " + $0 } ?? ""))
  }

  private func single(
    _ items: [StateStore.KnownItem], _ text: String
  ) throws(Failure) -> StateStore.KnownItem? {
    guard items.count > 1 else { return items.first }
    let candidates = items.map { ShortID.of($0.id) }.sorted().joined(separator: ", ")
    throw Failure(
      .usage, "\(text) stands for more than one item: \(candidates)", hint: "type more of the id")
  }

  private func unknown(_ text: String) -> Failure {
    Failure(
      .notFound, "no item from 90 days ago to 400 days ahead has the short id \(text)",
      hint: "list the days it is on, or use the full id"
        + (words(text, .event).map { "; " + $0 } ?? ""))
  }

  /// How an item is found by its words, for somebody who has typed one of them; nil for what is none.
  private func words(_ text: String, _ kind: StateStore.ItemKind) -> String? {
    guard text.contains(where: \.isLetter) else { return nil }
    switch kind {
    case .event: return "graphcal events \(text) finds events by their words"
    case .contact: return "graphcal contacts \(text) finds contacts by their words"
    default: return nil
    }
  }
}

extension StateStore.KnownItem {
  /// Whose mailbox it is in; nil for the account's own.
  fileprivate var place: String? { mailbox.isEmpty ? nil : mailbox }
}
