import GraphAPI
import JSON
import Store

/// Takes a file of changes back: keeps the lines that do the opposite, and applies them.
///
/// What others were told by mail stays, and so does what no lines can bring back: a series whose rule or
/// time was changed or that was deleted, files attached to a deleted event, the photo of a deleted contact.
struct ApplyUndo {
  var context: Context
  private let journal: Journal
  private let deed: String
  /// What a run of the same file has left behind that did not come to its end.
  private var earlier: UndoRecord?
  private var number: Int?

  /// The most that is kept of one file.
  private static let byteLimit = 8 << 20

  /// What takes back what `journal` holds last.
  init(journal: Journal, in context: Context) {
    self.context = context
    self.journal = journal
    deed = ""
  }

  /// What writes down how a file, as a person named it, is taken back; nil where nothing is written down.
  init?(of runs: [ChangeRun], file: String, in context: Context) {
    guard let session = runs.first?.target.session else { return nil }
    self.context = context
    journal = Journal(context: context, session: session)
    deed = "applied \(file == "-" ? "changes from standard input" : file)"
    guard journal.isKept else { return nil }
  }

  // MARK: Before and after

  /// Writes down what is about to be done, so that `undo` does not take back what was before it.
  mutating func plan(_ runs: [ChangeRun]) async {
    guard isAnythingSent(runs) else { return }
    if let entry = try? await journal.last(), !entry.isDone,
      let record = UndoRecord(entry.record), record.kind == .applied, record.deed == deed
    {
      earlier = record
      await journal.forget(entry.number)
    }
    number = await journal.plan(record(of: runs, isPlan: true))
  }

  /// Writes down what takes back what was done.
  func finish(_ runs: [ChangeRun]) async {
    guard let number else { return }
    var record = record(of: runs, isPlan: false)
    // The run before has done what needed nothing more from this one.
    let before = Set(runs.flatMap(\.changes).filter(Self.wasDoneBefore).compactMap(\.line.id))
    record.lines += (earlier?.lines ?? []).filter { line in
      let id = line["id"]?.string ?? line["graphcal"]?["was"]?.string
      return id.map(before.contains) ?? false
    }
    guard !record.lines.isEmpty || record.left > 0 else { return await journal.forget(number) }
    await journal.update(number, record)
    await journal.finish(number)
  }

  private static func wasDoneBefore(_ change: PreparedChange) -> Bool {
    switch change.outcome {
    case .doneBefore, .unchanged: true
    default: false
    }
  }

  private func isAnythingSent(_ runs: [ChangeRun]) -> Bool {
    runs.contains { $0.changes.contains { $0.request != nil && $0.outcome == nil } }
  }

  private func record(of runs: [ChangeRun], isPlan: Bool) -> UndoRecord {
    var record = UndoRecord(.applied, deed, id: "")
    for run in runs {
      for change in run.changes {
        let counts: Bool
        switch change.outcome {
        case nil: counts = isPlan && change.request != nil && change.line.action != .create
        case .done: counts = !isPlan
        case .unknown:
          counts = false
          if !isPlan { record.left += 1 }
        case .doneBefore: counts = !isPlan && change.line.action == .create
        default: counts = false
        }
        guard counts else { continue }
        if let line = run.target.inverse(change) {
          record.lines.append(.object(line))
        } else {
          record.left += 1
        }
      }
    }
    let size = record.lines.reduce(0) { $0 + $1.text(.wire).utf8.count }
    if size > Self.byteLimit {
      record.left += record.lines.count
      record.lines = []
    }
    return record
  }

  // MARK: Taking back

  /// Applies the lines that do the opposite; whether the record is of no more use.
  func undo(_ entry: MailboxStore.Entry, _ record: UndoRecord) async throws(Failure) -> Bool {
    guard entry.isDone else {
      throw Failure(
        .general, "you \(record.deed), which did not come to its end",
        hint: "apply the file again: it goes on, and undo takes it back then")
    }
    guard !record.lines.isEmpty else {
      if !context.options.dryRun { await journal.forget(entry.number) }
      throw Failure(
        .general, "this cannot be undone: you \(record.deed)",
        why: "others were told by mail, or what was there before was not kept",
        hint: "change it back by hand, or with another file; graphcal undo once more takes back "
          + "what was done before it")
    }
    if record.left > 0 {
      context.note(
        "\(Plural.of(record.left, "change")) of it cannot be taken back: others were told by mail, or "
          + "it was a whole series")
    }
    let text = record.lines.map { $0.text(.wire) + "\n" }.joined()
    var command = ApplyCommand()
    command.file = "-"
    command.undone = record.deed
    do {
      try await command.apply(text: text, in: context)
      return true
    } catch {
      // What was changed since stays so however often this is repeated.
      if error.kind == .partlyDone || error.kind == .conflict, !context.options.dryRun {
        await journal.forget(entry.number)
      }
      throw error
    }
  }
}
