import GraphAPI
import HTTP
import JSON
import Store

extension ChangeRun {
  /// Sends everything and tells each line as it is settled.
  mutating func send(to report: ChangeReport) async throws(Failure) {
    try await report.printSettled(changes.filter { $0.outcome != nil }, by: target)
    let done = changes.filter { if case .doneBefore? = $0.outcome { true } else { false } }
    await journal.note(.done, done)
    await findMade()
    var reason: String?
    for batch in batches {
      let indices = batch.compactMap { Int($0.id) }
      if let reason {
        for index in indices { changes[index].outcome = .notSent(reason) }
      } else {
        skipUnready(indices)
        let ready = batch.filter { call in
          Int(call.id).map { changes[$0].outcome == nil } ?? false
        }
        if let stop = await send(ready) { reason = stop }
        await journal.note(
          .done, indices.map { changes[$0] }.filter { $0.outcome?.isGood ?? false })
        // What surely was not done may be tried by another run as if it had never been sent.
        await journal.note(
          .planned,
          indices.map { changes[$0] }.filter { change in
            switch change.outcome {
            case .failed, .conflict, .notSent: true
            default: false
            }
          })
      }
      try await report.printSettled(indices.map { changes[$0] }, by: target)
    }
  }

  /// Looks for what a run that stopped half-way has made without hearing of it.
  private mutating func findMade() async {
    for (index, change) in changes.enumerated()
    where change.outcome == nil && change.line.action == .create {
      guard journal.unfinished(change.line)?.state == .sent,
        case .found(let item) = await found(change)
      else { continue }
      changes[index].outcome = .done(item)
      await journal.note(.done, [changes[index]])
    }
  }

  private enum Search {
    case found(JSONObject)
    case notThere
    case cannotTell(GraphError)
  }

  private func found(_ change: PreparedChange) async -> Search {
    do {
      guard let item = try await target.made(of: change.line, key: change.key) else {
        return .notThere
      }
      return .found(item)
    } catch {
      return .cannotTell(error)
    }
  }

  /// Leaves out the lines that come after one that was not done.
  private mutating func skipUnready(_ indices: [Int]) {
    for index in indices {
      guard let after = changes[index].line.after,
        let earlier = changes.first(where: { $0.line.name == after }),
        let outcome = earlier.outcome, !outcome.isGood
      else { continue }
      changes[index].outcome = .notSent(
        "line \(earlier.line.number), which it comes after, was not done")
    }
  }

  /// Sends one batch and settles each of its lines; why the run cannot go on, if it cannot.
  private mutating func send(_ calls: [BatchCall]) async -> String? {
    let indices = calls.compactMap { Int($0.id) }
    guard !indices.isEmpty else { return nil }
    let names = Set(calls.map(\.id))
    let calls = calls.map { call in
      var call = call
      // What was settled without a request is nothing to wait for.
      call.dependsOn.removeAll { !names.contains($0) }
      return call
    }
    await journal.note(.sent, indices.map { changes[$0] })
    var stops = settle(indices, await sender.send(calls))
    let open = indices.filter { if case .unknown? = changes[$0].outcome { true } else { false } }
    if !open.isEmpty {
      // Whether they were done is looked up, and what was not is sent once more.
      let again = await lookUp(open)
      if !again.isEmpty {
        let second = settle(again.compactMap { Int($0.id) }, await sender.send(again))
        stops.merge(second) { $1 }
      }
    }
    await lookAtConflicts(indices)
    return stops.sorted { $0.key < $1.key }
      .first { !(changes[$0.key].outcome?.isGood ?? false) }?.value
  }

  /// Gives each line the outcome that its answer means; why nothing can follow, by the lines that say so.
  private mutating func settle(
    _ indices: [Int], _ outcomes: [String: BatchSender.Outcome]
  ) -> [Int: String] {
    var stops: [Int: String] = [:]
    for index in indices {
      switch outcomes[String(index)] {
      case .success(let response)?:
        changes[index].outcome = .done((try? JSON(parsing: response.body))?.object)
      case .failure(let error)?:
        changes[index].outcome = outcome(of: error, changes[index])
        if error.stopsRun {
          stops[index] = Failure(error, doing: "go on").why ?? "the service cannot be reached"
        }
      case nil: changes[index].outcome = .notSent("no answer")
      }
    }
    return stops
  }

  private func outcome(of error: GraphError, _ change: PreparedChange) -> PreparedChange.Outcome {
    let action = "\(change.line.action.rawValue) the \(change.line.kind.rawValue)"
    if error.isConflict { return .conflict(conflict(change)) }
    if case .server(let server) = error {
      switch (server.status, change.line.action) {
      case (409, .create) where change.line.kind == .event:
        // The service knows the transaction: an earlier try has made it.
        return .unknown(Failure(error, doing: action))
      case (404, .delete): return .done(nil)
      case (424, _):
        return .notSent("a line that it comes after was not done")
      default: break
      }
    }
    guard error.leavesOutcomeOpen else { return .failed(Failure(error, doing: action)) }
    return .unknown(
      Failure(
        error, writing: action,
        check: change.line.kind == .contact ? "graphcal contacts" : "graphcal agenda"))
  }

  /// Reads anew what was changed between reading and writing, to show both sides.
  private mutating func lookAtConflicts(_ indices: [Int]) async {
    let found = indices.filter { if case .conflict? = changes[$0].outcome { true } else { false } }
    guard !found.isEmpty else { return }
    let items = await read(found.compactMap { changes[$0].line.id })
    for index in found where changes[index].line.action == .update {
      guard let id = changes[index].line.id, case .success(let item)? = items[id] else { continue }
      changes[index].item = item
      changes[index].difference = target.difference(changes[index].line, from: item)
      changes[index].outcome =
        changes[index].difference.changes.isEmpty
        ? .unchanged : .conflict(conflict(changes[index]))
    }
  }

  /// Finds out what became of lines without an answer, and gives those that were not done.
  private mutating func lookUp(_ open: [Int]) async -> [BatchCall] {
    var again: [BatchCall] = []
    let items = await read(open.compactMap { changes[$0].line.id })
    for index in open {
      var change = changes[index]
      guard let id = change.line.id else {
        switch await found(change) {
        case .found(let item): changes[index].outcome = .done(item)
        case .notThere:
          if let call = call(index) { again.append(call) }
        case .cannotTell: break
        }
        continue
      }
      switch items[id] {
      case .failure(let error)? where error.isMissing && change.line.action == .delete:
        changes[index].outcome = .done(nil)
      case .success(let item)?:
        let isUntouched = item["@odata.etag"] == change.item?["@odata.etag"]
        change.item = item
        change.outcome = nil
        if change.line.action == .update, target.difference(change.line, from: item).changes.isEmpty
        {
          changes[index].outcome = .done(item)
        } else if isUntouched {
          changes[index] = change
          if let call = call(index) { again.append(call) }
        } else {
          change.difference = target.difference(change.line, from: item)
          change.outcome = .conflict(conflict(change))
          changes[index] = change
        }
      default: break
      }
    }
    return again
  }
}

extension GraphError {
  /// Whether nothing that follows would fare better.
  var stopsRun: Bool {
    switch self {
    case .transport, .authorization, .tokenRefused, .notGraph: true
    case .paging: false
    case .server(let error): [429, 503].contains(error.status)
    }
  }
}
