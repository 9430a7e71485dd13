import CalendarTime
import GraphAPI
import JSON
import Store
import Terminal

/// What is told and asked before a file of changes is applied.
struct ApplyDesk {
  var context: Context
  /// What is taken back; nil where a file is applied.
  var undone: String?

  /// Tells what lines say of properties that nobody can set.
  func tellIgnored(_ runs: [ChangeRun]) {
    for change in runs.flatMap(\.changes) where !change.difference.ignored.isEmpty {
      let names = change.difference.ignored.sorted().joined(separator: ", ")
      context.note(
        "line \(change.line.number): \(names) cannot be changed and "
          + "\(change.difference.ignored.count == 1 ? "stays as it is" : "stay as they are")")
    }
  }

  // MARK: A dry run

  /// Prints the requests and, as notes, in what the service differs from the lines.
  func dryRun(_ runs: [ChangeRun], _ problems: [ChangeProblem]) throws(Failure) {
    let requests = runs.flatMap { run in
      run.batches.map { BatchRequests.batch($0, in: run.target.session.mailbox) }
    }
    try context.printDryRun(requests)
    for problem in problems { context.note("line \(problem.line) \(problem.message)") }
    let changes = runs.flatMap(\.changes).sorted { $0.line.number < $1.line.number }
    for change in changes { tell(change) }
    let same = changes.count {
      if case .unchanged? = $0.outcome { true } else { false }
    }
    if same > 0 { context.note("\(Plural.of(same, "line")) unchanged") }
  }

  private func tell(_ change: PreparedChange) {
    let name = "line \(change.line.number)"
    let title = change.title.isEmpty ? "" : " \(change.title)"
    switch change.outcome {
    case .unchanged?: return
    case .doneBefore?: context.note("\(name) was done before:\(title)")
    case .notSent(let why)?: context.note("\(name) would not be sent:\(title) (\(why))")
    case let outcome?:
      let why = [outcome.failure?.what, outcome.failure?.why].compactMap(\.self)
      context.note("\(name) would be refused:\(title): " + why.joined(separator: "; "))
    case nil:
      let verb = change.line.action == .update ? "changes" : change.line.action.rawValue + "s"
      context.note("\(name) \(verb)\(title)")
      if change.line.action == .delete { context.note("  - all of it") }
      for line in change.difference.lines where !context.options.quiet {
        context.console.report(TextSanitizer.line(line) + "\n")
      }
    }
  }

  // MARK: Questions

  /// How many items that the lines would make were made by an earlier run of the file and are still there.
  private func standing(_ runs: [ChangeRun], _ journal: ChangeJournal?) async -> Int {
    var count = 0
    for run in runs {
      let made = run.changes.filter { $0.request != nil && $0.outcome == nil }
        .compactMap { journal?.itemMade(by: $0.line) }
      if made.isEmpty { continue }
      let items = await run.read(made)
      count += made.count { id in
        if case .failure(let error)? = items[id] { !error.isMissing } else { true }
      }
    }
    return count
  }

  /// Asks before something is deleted, mails go out, a series is touched, or what an earlier run has made
  /// would be made again.
  func confirm(_ runs: [ChangeRun], _ journal: ChangeJournal?) async throws(Failure) {
    let changes = runs.flatMap(\.changes).filter { $0.request != nil && $0.outcome == nil }
    let again = undone == nil ? await standing(runs, journal) : 0
    if again > 0 {
      let time = journal?.earlier.map { $0.time.rfc3339() } ?? ""
      try context.confirm(
        "This file was applied on \(time). Make the \(Plural.of(again, "item")) of it again?",
        refusal: "nothing was applied: \(Plural.of(again, "item")) of it would be there twice")
    } else if undone == nil, let earlier = journal?.earlier, earlier.isComplete, earlier.isSameFile,
      !changes.isEmpty
    {
      context.note("this file was applied before, on \(earlier.time.rfc3339())")
    }
    let deleted = changes.count { $0.line.action == .delete }
    let series = changes.count { $0.item?["type"]?.string == "seriesMaster" }
    let people = changes.reduce(0) { $0 + $1.mailed }
    guard deleted > 0 || series > 0 || people > 0 else { return }
    let created = changes.count { $0.line.action == .create }
    let changed = changes.count - created - deleted
    let deeds = [
      created > 0 ? "create \(created)" : nil, changed > 0 ? "change \(changed)" : nil,
      deleted > 0 ? "delete \(deleted)" : nil,
    ].compactMap(\.self).joined(separator: ", ")
    var question = undone.map { "Undo that you \($0)? " } ?? ""
    if people > 0 {
      question += "\(Plural.people(people)) will be told by mail, which cannot be called back. "
    }
    if series > 0 { question += "\(series) whole series will be touched. " }
    question += deeds.prefix(1).uppercased() + deeds.dropFirst() + "?"
    try context.confirm(
      question, refusal: undone == nil ? "nothing was applied" : "nothing was undone")
  }

  /// Tells that a run goes on where an earlier one has stopped.
  func tellResumed(_ runs: [ChangeRun], _ journal: ChangeJournal) {
    guard let earlier = journal.earlier, !earlier.isComplete else { return }
    let lines = runs.flatMap(\.changes)
    let done = lines.count { journal.unfinished($0.line)?.state == .done }
    let open = lines.count { journal.unfinished($0.line)?.state == .sent }
    guard done + open > 0 else { return }
    context.note(
      "going on with what was begun on \(earlier.time.rfc3339()): \(Plural.of(done, "line")) done"
        + (open > 0 ? ", \(open) sent without an answer" : ""))
  }
}
