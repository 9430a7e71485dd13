import FoundationEssentials
import GraphAPI
import JSON
import Store

/// Carries out one round of changes to one calendar or folder of contacts.
struct CollectionRound: Sendable {
  var graph: GraphClient
  var store: MailboxStore
  var collection: CopyCollection
  /// The first page of a round from the start.
  var start: GraphRequest
  /// Whether the round starts anew whatever is known.
  var isFull: Bool
  /// Whether a round that cannot go on from its link may start anew.
  var mayStartAnew = true
  var now: @Sendable () -> Date
  /// Told how many items each page had.
  var told: @Sendable (Int) async -> Void

  /// What has come of a round.
  struct Outcome: Sendable {
    var changes: CopyChanges
    /// Whether everything was read anew.
    var isFull: Bool
  }

  private var action: String { "synchronize \(collection.name)" }

  /// Reads the round to its end and keeps it whole; nil where it would have to start anew and may not.
  ///
  /// - Throws: what stopped it; then the copy is as it was.
  func run() async throws(Failure) -> Outcome? {
    do {
      guard var round = try await read() else { return nil }
      var kept = collection
      guard case .complete(let link) = round.step else {
        throw Failure(.general, "cannot \(action)", hint: "try again")
      }
      kept.deltaLink = link
      let lost = try await settleSeries(&round)
      let changes = try await store.commit(kept, isFull: round.isFull, lost: lost, at: now())
      return Outcome(changes: changes, isFull: round.isFull)
    } catch let error as Failure {
      throw error
    } catch let error as GraphError {
      var failure = Failure(error, doing: action)
      // A round from the start cannot be missing.
      if failure.kind == .notFound {
        failure.kind = .general
        failure.hint = "try again later; what was copied stays as it was"
      }
      throw failure
    } catch let error as MailboxStoreError {
      throw Failure(error, doing: action)
    } catch let error as DeltaError {
      throw Failure(error, doing: action)
    } catch {
      throw Failure(.general, "cannot \(action)", why: "\(error)", hint: "graphcal doctor")
    }
  }

  /// Follows the pages to the link for the next round, and puts aside what they tell.
  private func read() async throws -> DeltaRound? {
    // A link to another place is of a time when the service was at another address.
    let link = isFull ? nil : collection.deltaLink.flatMap { graph.isAtHome($0) ? $0 : nil }
    var round = DeltaRound(collection.kind, from: link)
    guard mayStartAnew || !round.isFull else { return nil }
    try await store.unstage(collection)
    // A page is put aside while the next one is on its way.
    var waiting: [DeltaPage.Entry] = []
    while true {
      let place: String?
      switch round.step {
      case .first: place = nil
      case .follow(let link): place = link
      case .complete:
        try await store.stage(waiting, of: collection)
        return round
      }
      let entries = waiting
      async let staged: Void = store.stage(entries, of: collection)
      let answer = await page(at: place)
      try await staged
      waiting = []
      switch answer {
      case .success(let answer):
        let page = try DeltaPage(answer)
        try round.take(page)
        waiting = page.entries
        await told(page.entries.count)
      case .failure(let error):
        guard case .server(let refusal) = error, round.recover(from: refusal) else { throw error }
        guard mayStartAnew else { return nil }
        if case .follow(let link) = round.step, !graph.isAtHome(link) { round.restart() }
        try await store.unstage(collection)
      }
    }
  }

  private func page(at place: String?) async -> Result<JSONObject, GraphError> {
    do throws(GraphError) {
      return .success(try await graph.page(start, at: place))
    } catch {
      return .failure(error)
    }
  }

  /// Asks for what the round left open about series.
  ///
  /// - Returns: the ids of what is not there any more.
  private func settleSeries(_ round: inout DeltaRound) async throws -> Set<String> {
    guard collection.kind == .calendar, let window = collection.window else { return [] }
    var stored: [String: SeriesTally.Stored] = [:]
    if !round.isFull {
      round.place(
        removed: try await store.series(ofItems: round.series.removed, in: collection))
      stored = try await store.storedSeries(
        round.series.touched.union(round.series.removed), in: collection)
    }
    var lost = round.series.lossesOfRemovedSeries(stored: stored)
    let questions = round.series.questions(stored: stored, isFull: round.isFull)
    for (question, answer) in try await answers(to: questions, window: window) {
      switch (question, answer) {
      case (.master(let id), .master(let series)):
        try await store.stage([.item(id: id, series)], of: collection)
      case (.members(let id), .members(let ids)):
        lost.formUnion(round.series.losses(of: id, present: ids, stored: stored))
      case (.master(let id), _):
        lost.formUnion(round.series.losses(withoutMaster: id, stored: stored))
      case (.members(let id), _):
        lost.formUnion(round.series.losses(of: id, present: [], stored: stored))
      }
    }
    return lost
  }

  private enum Answer: Sendable {
    case master(JSONObject)
    case members(Set<String>)
    /// The series is not there any more.
    case none
  }

  /// The answers to all questions, at most four of them under way; a failure of one is that of all.
  private func answers(
    to questions: [SeriesTally.Question], window: Range<Date>
  ) async throws -> [(SeriesTally.Question, Answer)] {
    try await withThrowingTaskGroup(of: (SeriesTally.Question, Answer).self) { group in
      var waiting = questions[...]
      for question in waiting.prefix(4) {
        group.addTask { (question, try await answer(to: question, window: window)) }
      }
      waiting = waiting.dropFirst(4)
      var answers: [(SeriesTally.Question, Answer)] = []
      while let answer = try await group.next() {
        answers.append(answer)
        guard let question = waiting.popFirst() else { continue }
        group.addTask { (question, try await self.answer(to: question, window: window)) }
      }
      return answers
    }
  }

  private func answer(
    to question: SeriesTally.Question, window: Range<Date>
  ) async throws(GraphError) -> Answer {
    do throws(GraphError) {
      switch question {
      case .master(let id):
        var series = try await graph.object(EventRequests.stored(id: id))
        series["@odata.context"] = nil
        return .master(series)
      case .members(let id):
        let items = try await graph.list(DeltaRequests.instanceIDs(of: id, in: window)).items
        return .members(Set(items.compactMap { $0["id"]?.string }))
      }
    } catch {
      if error.isMissing { return .none }
      throw error
    }
  }
}
