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
  var session: Session

  /// The days around today that are read once to find a short id nobody here remembers.
  private static let searched = -90..<401

  /// The full id of an item of the kind that the command takes.
  ///
  /// What is not found is a `Failure` of kind notFound; what is ambiguous, of another kind or no
  /// reference at all one of kind usage.
  func id(of text: String, kind: StateStore.ItemKind) async throws(Failure) -> String {
    if text.isEmpty {
      throw Failure(.usage, "an empty reference names nothing", hint: "graphcal help refs")
    }
    if text.allSatisfy({ $0.isASCII && $0.isNumber }) {
      return try await row(text, kind: kind)
    }
    if ShortID.isCandidate(text) { return try await short(text, kind: kind) }
    guard text.count > ShortID.length else {
      throw Failure(
        .usage, "\"\(text)\" is no row number, no short id and no full id",
        hint: "graphcal help refs says what a reference is")
    }
    return text
  }

  private func row(_ text: String, kind: StateStore.ItemKind) async throws(Failure) -> String {
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
        hint: "graphcal week prints rows anew")
    }
    return item.id
  }

  private func short(_ text: String, kind: StateStore.ItemKind) async throws(Failure) -> String {
    let remembered = await context.state.items(shortPrefix: text)
      .filter { $0.kind == kind && $0.account == session.accountKey }.map(\.id)
    if let id = try single(remembered, text) { return id }
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
      throw Failure(error, doing: "look for \(text)")
    }
    let found = items.compactMap { $0["id"]?.string }.filter { ShortID.of($0).hasPrefix(text) }
    if let id = try single(found, text) { return id }
    throw unknown(text)
  }

  private func single(_ ids: [String], _ text: String) throws(Failure) -> String? {
    guard ids.count > 1 else { return ids.first }
    let candidates = ids.map(ShortID.of).sorted().joined(separator: ", ")
    throw Failure(
      .usage, "\(text) stands for more than one item: \(candidates)", hint: "type more of the id")
  }

  private func unknown(_ text: String) -> Failure {
    Failure(
      .notFound, "no item from 90 days ago to 400 days ahead has the short id \(text)",
      hint: "list the days it is on, or use the full id")
  }
}
