import CalendarTime
import FoundationEssentials
import GraphAPI
import Host
import JSON
import Store

/// Keeps in mind what a run of changes has begun, so that one that stopped half-way can go on.
///
/// Only creates and deletions are written down: a property is the same however often it is set.
struct ChangeJournal: Sendable {
  private var context: Context
  private let store: MailboxStore?
  /// The same for the same content.
  private let file: String
  /// Nil for standard input, which is another one each time.
  private let path: String?
  /// What is known of the creates and deletions of the file, by their digests.
  private(set) var changes: [String: MailboxStore.Change] = [:]
  /// The last run of the file; nil where there was none.
  private(set) var earlier: MailboxStore.Run?
  private var number: Int?

  init(context: Context, session: Session, text: String, path: String) {
    self.context = context
    file = ShortID.of(text) + "-\(text.utf8.count)"
    self.path =
      path == "-" ? nil : path.hasPrefix("/") ? path : Self.absolute(path)
    store =
      session.accountKey.isEmpty || context.tokenGiver != nil
      ? nil
      : MailboxFile.store(account: session.accountKey, environment: context.environment)
  }

  private static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path
  }

  var isKept: Bool { number != nil }

  /// Looks up the last run of the file.
  mutating func read() async {
    guard let store else { return }
    do {
      earlier = try await store.lastRun(file: file, path: path)
    } catch {
      context.note("what earlier runs did cannot be read (\(error.message))")
    }
  }

  /// The state that a run which did not come to its end has left a line in.
  func unfinished(_ line: ChangeLine) -> MailboxStore.Change? {
    guard let earlier, !earlier.isComplete else { return nil }
    return earlier.changes[line.digest]
  }

  /// What a run that came to its end has made of this line; nil where there is none, or no such line.
  func itemMade(by line: ChangeLine) -> String? {
    guard let earlier, earlier.isComplete, line.action == .create,
      let change = earlier.changes[line.digest], change.state == .done
    else { return nil }
    return change.item
  }

  /// Whether an earlier run of the file has deleted what this line deletes, or has tried to.
  func mayHaveDeleted(_ line: ChangeLine) -> Bool {
    guard let change = earlier?.changes[line.digest] else { return false }
    return change.state != .planned
  }

  /// Gives the lines their keys, those of the run that they go on with or new ones.
  mutating func assign(_ lines: [ChangeLine]) {
    let run = context.randomness.uuid()
    for line in lines where line.action != .update {
      changes[line.digest] =
        unfinished(line)
        ?? MailboxStore.Change(digest: line.digest, key: "\(run)-\(line.number)")
    }
  }

  /// Writes down what is going to be done.
  mutating func begin() async {
    guard !changes.isEmpty else { return }
    guard let store else {
      return context.note(
        "with \(context.tokenGiver ?? "a given token") no journal is kept: if this stops half-way, "
          + "look at what is there before the file is applied again")
    }
    do {
      number = try await store.beginRun(
        file: file, path: path, Array(changes.values),
        replacing: earlier.flatMap { $0.isComplete ? nil : $0.number },
        at: context.machineClock.now())
    } catch {
      context.note(
        "if this stops half-way it cannot go on by itself: the journal cannot be written "
          + "(\(error.message))")
    }
  }

  /// Notes how far these lines have come.
  mutating func note(_ state: MailboxStore.Change.State, _ prepared: [PreparedChange]) async {
    var noted: [MailboxStore.Change] = []
    for change in prepared {
      guard var known = changes[change.line.digest] else { continue }
      known.state = state
      if state == .done { known.item = change.id }
      changes[change.line.digest] = known
      noted.append(known)
    }
    guard let store, let number else { return }
    do {
      try await store.note(noted, ofRun: number)
    } catch {
      context.note("the journal cannot be written (\(error.message))")
    }
  }

  /// Every line was done.
  func complete() async {
    if let store, let number { await store.completeRun(number) }
  }
}
