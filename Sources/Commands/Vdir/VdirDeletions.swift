import GraphAPI
import JSON

/// Deletes at the service what is gone from a folder of files, all of it one step of `undo`.
struct VdirDeletions {
  var context: Context
  var session: Session

  /// One item that is to go.
  private struct Doomed {
    var place: Int
    var item: VdirCollection.Item
    var kept: VdirDeletion
  }

  /// So many are one step of `undo`; what is written down for one is read again as a whole.
  private static let mostSteps = 500

  /// Deletes what the collections have found; what becomes of each is in their rows.
  ///
  /// - Throws: `Failure` for what all others would meet too.
  func run(_ collections: inout [VdirCollection]) async throws(Failure) {
    var doomed: [Doomed] = []
    for place in collections.indices {
      let side = collections[place].side
      for item in collections[place].doomed {
        guard let remote = item.remote else { continue }
        do throws(Failure) {
          doomed.append(Doomed(place: place, item: item, kept: try await side.keeping(remote)))
        } catch {
          try collections[place].deleted(item, error)
          if ImportOutcome.failed(error).stopsRun { throw error }
        }
      }
    }
    for start in stride(from: 0, to: doomed.count, by: Self.mostSteps) {
      let part = Array(doomed[start..<min(start + Self.mostSteps, doomed.count)])
      try await context.working("Deleting") { () async throws(Failure) in
        try await delete(part, &collections)
      }
    }
  }

  private func delete(
    _ doomed: [Doomed], _ collections: inout [VdirCollection]
  ) async throws(Failure) {
    let journal = Journal(context: context, session: session)
    let plan = DeletionUndo(doomed.map(\.kept))
    let number = plan.isEmpty ? nil : await journal.plan(plan)
    var done: [VdirDeletion] = []
    var isSure = true
    var trouble: Failure?
    for one in doomed where trouble == nil {
      guard let remote = one.item.remote else { continue }
      var failure: Failure?
      do {
        try await collections[one.place].side.delete(remote)
        if case .event(let record) = one.kept, record.kind == .mailed {
          await journal.mailed(record.deed, id: record.id)
        }
        done.append(one.kept)
      } catch {
        failure = Failure(error, doing: "delete \(remote.title)")
        // What was not answered may have been done.
        if error.leavesOutcomeOpen {
          isSure = false
          done.append(one.kept)
        }
      }
      do throws(Failure) {
        try collections[one.place].deleted(one.item, failure)
      } catch {
        trouble = error
      }
      if let failure, ImportOutcome.failed(failure).stopsRun { trouble = failure }
    }
    let record = DeletionUndo(done)
    if record.isEmpty {
      await journal.forget(number)
    } else {
      await journal.update(number, record)
      if isSure { await journal.finish(number) }
    }
    if let trouble { throw trouble }
  }
}
