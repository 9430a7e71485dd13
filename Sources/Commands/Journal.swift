import FoundationEssentials
import GraphAPI
import Host
import JSON
import Store

/// The file of one mailbox on this machine.
enum MailboxFile {
  /// Where it lies; the account's key is made fit for a name.
  static func path(account: String, environment: Environment) throws(HostError) -> String {
    let name = account.map {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) ? $0 : "_"
    }
    return try Paths(environment: environment).state("graphcal/mailbox-\(String(name)).sqlite")
  }

  /// The store in it; nil where there is no place for one.
  static func store(account: String, environment: Environment) -> MailboxStore? {
    (try? path(account: account, environment: environment))
      .map { MailboxStore(path: $0, prepare: StateFile.prepare) }
  }

  /// Removes it, as a sign-out does.
  static func remove(account: String, environment: Environment) {
    guard let path = try? path(account: account, environment: environment) else { return }
    for ending in ["", "-wal", "-shm", ".lock"] { try? Files.remove(path + ending) }
  }
}

/// What the journal keeps of one thing that was done.
protocol JournalRecord: Sendable {
  /// Whose mailbox it was done in; nil for the account's own.
  var mailbox: String? { get set }
  var json: JSON { get }
}

/// Writes down what is done, so that it can be undone.
///
/// What cannot be written down is done all the same, and told.
struct Journal {
  var context: Context
  private let store: MailboxStore?
  /// Whose mailbox is changed; nil for the account's own.
  private let mailbox: String?

  /// The journal of the account of a session.
  ///
  /// There is none with an access token of the environment, with which no file is used.
  init(context: Context, session: Session) {
    self.context = context
    mailbox = session.mailbox
    store =
      session.accountKey.isEmpty || context.tokenGiver != nil
      ? nil
      : MailboxFile.store(account: session.accountKey, environment: context.environment)
  }

  /// Whether anything is written down at all.
  var isKept: Bool { store != nil }

  /// Something that is about to be done; nil where it cannot be written down.
  func plan(_ record: some JournalRecord) async -> Int? {
    guard let store else { return nil }
    var record = record
    record.mailbox = mailbox
    do {
      return try await store.plan(record.json, at: context.machineClock.now())
    } catch {
      context.note("this cannot be undone later: the journal cannot be written (\(error.message))")
      return nil
    }
  }

  func update(_ number: Int?, _ record: some JournalRecord) async {
    var record = record
    record.mailbox = mailbox
    if let number { await store?.update(number, record.json) }
  }

  /// It was done.
  func finish(_ number: Int?) async {
    if let number { await store?.finish(number) }
  }

  /// It was not done, or has been undone.
  func forget(_ number: Int?) async {
    if let number { await store?.forget(number) }
  }

  /// Something that went out by mail was done: it cannot be undone, and neither can what was before it.
  func mailed(_ deed: String, id: String) async {
    let number = await plan(UndoRecord(.mailed, deed, id: id))
    await finish(number)
  }

  /// The last thing that was done.
  func last() async throws(Failure) -> MailboxStore.Entry? {
    guard let store else { return nil }
    do {
      return try await store.last()
    } catch {
      throw Failure(
        .general, "the journal of what was done cannot be read", why: error.message,
        hint: "it lies at \(store.path)")
    }
  }

  /// Does something that is written down before, and taken out again when it surely was not done.
  func doing<Value>(
    _ record: UndoRecord, _ body: () async throws(GraphError) -> Value
  ) async throws(GraphError) -> Value {
    let number = await plan(record)
    do {
      let value = try await body()
      await finish(number)
      return value
    } catch {
      if !error.leavesOutcomeOpen { await forget(number) }
      throw error
    }
  }
}
