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
    do {
      return try await store.plan(json(record), at: context.machineClock.now())
    } catch {
      context.note("this cannot be undone later: the journal cannot be written (\(error.message))")
      return nil
    }
  }

  func update(_ number: Int?, _ record: some JournalRecord) async {
    if let number { await store?.update(number, json(record)) }
  }

  /// A record as it is kept: with the mailbox, and with what it has in common with the outbox.
  private func json(_ record: some JournalRecord) -> JSON {
    var record = record
    record.mailbox = mailbox
    guard let writing = context.offlineWriting, var object = record.json.object else {
      return record.json
    }
    object["outbox"] = .string(writing.deed)
    return .object(object)
  }

  /// It was done.
  func finish(_ number: Int?) async {
    if let number { await store?.finish(number) }
  }

  /// It was not done, or has been undone.
  func forget(_ number: Int?) async {
    if let number { await store?.forget(number) }
  }

  /// What to type where the last thing that was done cannot be taken back.
  static let goOn = "graphcal undo once more takes back what was done before that"

  /// Why an entry was not undone; said once, where it would be the same for ever.
  ///
  /// What was changed or deleted since stays so: the entry goes, and the next undo goes further back.
  func passing(_ number: Int, _ failure: Failure) async -> Failure {
    guard failure.kind == .conflict || failure.kind == .notFound else { return failure }
    await forget(number)
    var failure = failure
    failure.hint = (failure.hint.map { $0 + "; " } ?? "") + Self.goOn
    return failure
  }

  /// Something that others were told of was done: it cannot be undone, which the next undo says.
  func mailed(_ deed: String, id: String) async {
    let number = await plan(UndoRecord(.mailed, deed, id: id))
    await finish(number)
  }

  /// An event was made: it goes again when that is undone, unless others were invited.
  func made(_ event: JSONObject, id: String) async {
    let deed = "made \(MeetingPeople.title(event))"
    if MeetingPeople.count(event) > 0 { return await mailed(deed, id: id) }
    await finish(await plan(UndoRecord(.create, deed, id: id)))
  }

  /// A copy was made of an event that goes to another calendar; as long as that has not ended, undoing
  /// it removes the copy.
  func began(moving title: String, _ old: String, copy: String) async -> Int? {
    var record = UndoRecord(.create, "began to move \(title)", id: copy)
    record.original = old
    return await plan(record)
  }

  /// The event is in the other calendar, and nowhere else.
  func moved(_ number: Int?, _ title: String, id: String, from calendar: String?) async {
    var record = UndoRecord(.move, "moved \(title)", id: id)
    record.calendarName = calendar
    await update(number, record)
    await finish(number)
  }

  /// What was deleted has come back as another event, of which earlier entries speak from now on.
  func follow(_ old: String, _ new: String) async { await store?.rename(old, new) }

  /// Something that undo does not take back, and says so, was done to an event, a calendar, a folder or
  /// the settings.
  func kept(_ deed: String, id: String) async {
    await finish(await plan(UndoRecord(.kept, deed, id: id)))
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

  /// Refuses to begin again what a run that was stopped has left half done.
  ///
  /// - Throws: `Failure` of kind conflict where the last thing that was begun made a copy of this event or
  ///   series and did not end.
  func requireEnded(_ id: String, title: String) async throws(Failure) {
    guard let entry = try await last(), !entry.isDone, let record = UndoRecord(entry.record),
      record.kind == .create ? record.original == id : record.id == id,
      record.kind == .create || record.created != nil
    else { return }
    throw Failure(
      .conflict, "an earlier command was stopped half-way: a part of \(title) stands twice",
      why: record.deed, hint: "graphcal undo takes back what it has made; then repeat the command")
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
