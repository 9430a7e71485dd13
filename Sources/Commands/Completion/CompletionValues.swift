import Arguments
import CalendarTime
import FoundationEssentials
import JSON
import Store
import Terminal

/// Looks up what may be put at the cursor in what lies on this machine; no server is asked and no
/// sign-in opened, and what cannot be read offers nothing.
struct CompletionValues: Sendable {
  var context: Context

  /// Events that are offered, the next ones; more cannot be looked through on a screen.
  private static let eventLimit = 100
  private static let contactLimit = 1000
  private static let addressLimit = 100

  /// The names of a kind that begin as `typed` does, letter case aside.
  func candidates(_ value: KnownValue, typed: String) async -> [Candidate] {
    switch value {
    case .calendar: begun(await names(.calendar), typed)
    case .calendarOrAll:
      begun(await names(.calendar) + [Candidate("all", "All calendars.")], typed)
    case .contactFolder: begun(await names(.contactFolder), typed)
    case .category: begun(await categories(), typed)
    case .zone: zones(typed)
    case .address: await addresses(typed)
    case .event: begun(await events(), typed)
    case .eventOrAnswer:
      begun(
        ["accept", "tentative", "decline"].map { Candidate($0, "The answer.") } + (await events()),
        typed)
    case .contact: begun(await contacts(), typed)
    case .account: begun(await accounts(), typed)
    default: []
    }
  }

  private func names(_ kind: CopyKind) async -> [Candidate] {
    (await context.copyWithoutSignIn())?.collections.filter { $0.kind == kind }
      .map { Candidate($0.name) } ?? []
  }

  private func categories() async -> [Candidate] {
    guard let account = (await context.copyWithoutSignIn())?.account,
      let known = await context.state.fact("categories", account: account)?.value.object
    else { return [] }
    return known.keys.map { Candidate($0) }
  }

  /// Zones by the beginning of their names, else by the beginning of the city in them.
  private func zones(_ typed: String) -> [Candidate] {
    let found = context.zones.names(containing: typed)
    let begun = found.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
    return
      (begun.isEmpty
      ? found.filter { $0.lowercased().contains("/" + typed.lowercased()) } : begun)
      .map { Candidate($0) }
  }

  /// Addresses that begin so, in the order of `graphcal complete`; where none does, that of the one
  /// person who can be meant by name.
  private func addresses(_ typed: String) async -> [Candidate] {
    guard let copy = await context.copyWithoutSignIn(),
      let people = try? await copy.store.people(
        matching: typed, on: Zone.utc.date(at: context.now()))
    else { return [] }
    var seen: Set<String> = []
    let all = people.filter { seen.insert($0.address.lowercased()).inserted }
      .map { Candidate($0.address, $0.name) }
    let begun = Array(begun(all, typed).prefix(Self.addressLimit))
    return begun.isEmpty && all.count == 1 ? all : begun
  }

  private func events() async -> [Candidate] {
    guard let copy = await context.copyWithoutSignIn(),
      let found = try? await copy.store.comingEvents(
        from: context.now().addingTimeInterval(-86_400), limit: Self.eventLimit)
    else { return [] }
    return await shortIDs(of: found, .event, copy)
  }

  private func contacts() async -> [Candidate] {
    guard let copy = await context.copyWithoutSignIn(),
      let found = try? await copy.store.contactTitles(limit: Self.contactLimit)
    else { return [] }
    return await shortIDs(of: found, .contact, copy)
  }

  /// Short ids as lists show them, so that each is one that commands know.
  private func shortIDs(
    of items: [TitledItem], _ kind: StateStore.ItemKind, _ copy: StoredCopy
  ) async -> [Candidate] {
    let known = items.map { StateStore.KnownItem(id: $0.id, kind: kind, account: copy.account) }
    return zip(await context.state.remember(known), items).map { Candidate($0, $1.title) }
  }

  private func accounts() async -> [Candidate] {
    await context.allCopies().compactMap(\.owner).map { Candidate($0) }
  }

  private func begun(_ candidates: [Candidate], _ typed: String) -> [Candidate] {
    let typed = typed.lowercased()
    return candidates.filter { $0.word.lowercased().hasPrefix(typed) }
  }
}
