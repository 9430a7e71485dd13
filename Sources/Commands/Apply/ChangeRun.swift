import GraphAPI
import Host
import HTTP
import JSON
import Store

/// Applies the lines about one kind of item.
struct ChangeRun: Sendable {
  var context: Context
  var target: any ChangeTarget
  var journal: ChangeJournal
  var changes: [PreparedChange]

  var sender: BatchSender { context.batchSender(for: target.session) }

  init(
    _ lines: [ChangeLine], target: any ChangeTarget, journal: ChangeJournal, in context: Context
  ) {
    self.context = context
    self.target = target
    self.journal = journal
    changes = lines.map { PreparedChange(line: $0) }
  }

  // MARK: Before

  /// Reads the items as they are and works out what is to be sent for each line.
  ///
  /// - Throws: `Failure` where the items cannot be read at all; what is wrong with one line becomes the
  ///   outcome of that line.
  mutating func prepare() async throws(Failure) {
    let ids = changes.compactMap(\.line.id)
    let items = await read(ids)
    for (index, change) in changes.enumerated() {
      var change = change
      if let id = change.line.id {
        switch items[id] {
        case .success(let item)?: change.item = item
        case .failure(let error)?: change.outcome = try missing(change, error)
        case nil: change.outcome = .notSent("it could not be read")
        }
      }
      changes[index] = change.outcome == nil ? worked(out: change) : change
    }
  }

  /// Finds out which calendars the events to be deleted are in, for the way back.
  mutating func readCalendars() async {
    let indices = changes.indices.filter { index in
      let line = changes[index].line
      return line.kind == .event && line.action == .delete && changes[index].request != nil
    }
    let calls = indices.compactMap { index in
      changes[index].line.id.map {
        BatchCall(id: String(index), request: EventRequests.calendar(of: $0))
      }
    }
    for batch in BatchRequests.cut(calls) {
      for (name, outcome) in await sender.send(batch) {
        guard let index = Int(name), case .success(let response) = outcome else { continue }
        changes[index].calendarID =
          (try? target.session.graph.object(in: response))?["id"]?.string
      }
    }
  }

  /// Every item by its id, or why it cannot be had.
  func read(_ ids: [String]) async -> [String: Result<JSONObject, GraphError>] {
    let calls = ids.enumerated().map { index, id in
      BatchCall(id: String(index), request: target.reading(id))
    }
    var items: [String: Result<JSONObject, GraphError>] = [:]
    for batch in BatchRequests.cut(calls) {
      let outcomes = await sender.send(batch)
      var stops = false
      for call in batch {
        guard let index = Int(call.id), let outcome = outcomes[call.id] else { continue }
        switch outcome {
        case .success(let response):
          items[ids[index]] = Result { () throws(GraphError) in
            try target.session.graph.object(in: response)
          }
        case .failure(let error):
          items[ids[index]] = .failure(error)
          stops = stops || error.stopsRun
        }
      }
      if stops { break }
    }
    return items
  }

  private func missing(
    _ change: PreparedChange, _ error: GraphError
  ) throws(Failure) -> PreparedChange.Outcome {
    if error.stopsRun {
      throw Failure(error, doing: "read what is to be changed")
    }
    guard error.isMissing else {
      return .failed(Failure(error, doing: "read the \(change.line.kind.rawValue)"))
    }
    if change.line.action == .delete, journal.mayHaveDeleted(change.line) { return .doneBefore }
    return .failed(
      Failure(
        .notFound, "it is not there (any more)", hint: "list again, and leave the line out"))
  }

  /// The request of a line, or its outcome where nothing is to be sent.
  private func worked(out change: PreparedChange) -> PreparedChange {
    var change = change
    let line = change.line
    change.key = journal.changes[line.digest]?.key ?? ""
    if line.action != .delete { change.difference = target.difference(line, from: change.item) }
    change.title = target.title(change.item ?? line.wanted)
    if line.action == .create, journal.unfinished(line)?.state == .done {
      change.outcome = .doneBefore
      change.earlierID = journal.unfinished(line)?.item
      return change
    }
    let etag = change.item?["@odata.etag"]?.string
    if line.action == .update, change.difference.changes.isEmpty {
      change.outcome = .unchanged
      return change
    }
    if let written = line.etag, let etag, written != etag {
      change.outcome = .conflict(conflict(change))
      return change
    }
    if let refusal = target.refusal(line, change.difference, of: change.item) {
      change.outcome = .failed(refusal)
      return change
    }
    change.mailed = target.mailed(line, change.difference, of: change.item)
    switch (line.action, line.id) {
    case (.create, _): change.request = target.creation(line, key: change.key)
    case (.update, let id?):
      change.request = target.update(id, change.difference.changes, etag: etag)
    case (.delete, let id?): change.request = target.deletion(id, etag: etag)
    default: break
    }
    return change
  }

  /// What a line wanted of an item that has changed since, both sides shown.
  func conflict(_ change: PreparedChange) -> Failure {
    let sides = change.difference.fields.map { field in
      "\(field.name): there \(field.old ?? "nothing"), here \(field.new ?? "nothing")"
    }
    return Failure(
      .conflict, "changed on the service since the line was written",
      why: sides.isEmpty ? nil : sides.joined(separator: "; "),
      hint: "list again, and repeat the change on what is there now")
  }

  // MARK: Batches

  /// The batches of everything that is to be sent, in their order.
  ///
  /// Lines that come after one another go into batches of their own, in which each request depends on
  /// the one before, since a batch is best all in order or all without any.
  /// Source: Microsoft Graph, "Combine multiple HTTP requests using JSON batching".
  var batches: [[BatchCall]] {
    var chains: [String: Int] = [:]
    var members: [[Int]] = []
    var single: [Int] = []
    let awaited = Set(changes.compactMap(\.line.after))
    for (index, change) in changes.enumerated() where change.request != nil && change.outcome == nil
    {
      let line = change.line
      let own = line.name.map(awaited.contains) ?? false
      guard line.after != nil || own else {
        single.append(index)
        continue
      }
      let chain = line.after.flatMap { chains[$0] }
      if let chain { members[chain].append(index) } else { members.append([index]) }
      if let name = line.name { chains[name] = chain ?? members.count - 1 }
    }
    var batches = BatchRequests.cut(single.compactMap { call($0) })
    for chain in members {
      for piece in BatchRequests.cut(chain.compactMap { call($0) }) {
        batches.append(
          piece.enumerated().map { place, call in
            var call = call
            if place > 0 { call.dependsOn = [piece[place - 1].id] }
            return call
          })
      }
    }
    return batches
  }

  func call(_ index: Int) -> BatchCall? {
    changes[index].request.map { BatchCall(id: String(index), request: $0) }
  }
}
