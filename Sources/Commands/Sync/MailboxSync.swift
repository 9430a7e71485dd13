import Calendaring
import FoundationEssentials
import GraphAPI
import Host
import JSON
import Store
import Terminal

/// Brings the local copy of one mailbox up to date.
struct MailboxSync: Sendable {
  var context: Context
  var session: Session
  var store: MailboxStore
  /// Whether everything is read anew.
  var isFull = false

  /// What has become of one calendar or folder.
  struct Result: Sendable {
    enum State: String, Sendable {
      case synced
      /// It is not in the mailbox any more.
      case gone
      case failed
      /// It would have to be read from the start.
      case outdated
    }

    var collection: CopyCollection
    var state: State
    var changes = CopyChanges()
    var isFull = false
    var count = 0
    var failure: Failure?
  }

  /// The copy of the mailbox of a session.
  ///
  /// - Throws: `Failure` of kind usage where nothing may be stored: with a token that was given.
  init(context: Context, session: Session) throws(Failure) {
    self.context = context
    self.session = session
    guard context.tokenGiver == nil, !session.accountKey.isEmpty,
      let store = MailboxFile.store(
        account: session.accountKey, environment: context.environment)
    else {
      throw Failure(
        .usage, "there is no local copy here",
        why: context.tokenGiver.map { "with the token from \($0) nothing is stored" },
        hint: "graphcal login, then graphcal sync")
    }
    self.store = store
  }

  /// Runs `body` while no other process synchronizes the same mailbox.
  ///
  /// - Throws: `Failure` of kind tryAgain when the other one is not done in time.
  func alone<Value>(
    waiting wait: Duration? = nil, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let lock: FileLock
    do {
      lock = try await FileLock.acquire(
        store.path + ".lock", wait: wait ?? .seconds(context.options.maxWait),
        clock: context.machineClock, randomness: context.randomness)
    } catch {
      guard error.reason == .lockedByOther else {
        if Task.isCancelled { throw Failure(.interrupted, "interrupted") }
        throw Failure(
          .general, "cannot synchronize", why: error.description,
          hint: "make \(Paths.folder(of: store.path)) a folder you may write to")
      }
      throw Failure(
        .tryAgain, "another graphcal synchronizes this mailbox", hint: "try again when it is done")
    }
    defer { lock.release() }
    return try await body()
  }

  /// Reads the lists of calendars and folders, then what changed in each; at most four requests are on
  /// their way at once.
  ///
  /// - Returns: one result a calendar and folder, those that are gone included.
  func run(_ progress: Progress) async throws(Failure) -> [Result] {
    try await alone { () async throws(Failure) in
      var results = try await list(.calendar, try await groupedCalendars())
      do throws(Failure) {
        if let folders = try await contactFolders() {
          results += try await list(.contactFolder, folders)
        }
      } catch {
        if error.kind == .interrupted { throw error }
        // The calendars need not wait for contacts that cannot be read now.
        let place = CopyCollection(
          kind: .contactFolder, id: "", resource: ["displayName": "Contacts"])
        results.append(Result(collection: place, state: .failed, failure: error))
      }
      return try await rounds(results, progress)
    }
  }

  /// Short rounds of what is copied already, one request each where nothing has changed.
  ///
  /// - Returns: the collections up to date; nil where short rounds will not do: something has to be read
  ///   from the start, calendars or folders came or went, or another process is at it.
  func refresh(
    _ known: [CopyCollection], _ need: CopyReader.Need
  ) async throws(Failure) -> [CopyCollection]? {
    let lock: FileLock
    do {
      lock = try await FileLock.acquire(
        store.path + ".lock", wait: .zero, clock: context.machineClock,
        randomness: context.randomness)
    } catch {
      return nil
    }
    defer { lock.release() }
    var listed: [CopyCollection]?
    switch need {
    case .standardCalendar: listed = known
    case .allCalendars: listed = try await calendars()
    case .contacts: listed = try await contactFolders()
    }
    guard let listed, Set(listed.map(\.id)) == Set(known.map(\.id)) else { return nil }
    var results: [Result] = []
    if need == .standardCalendar {
      results = known.map { Result(collection: $0, state: .synced) }
    } else {
      results = try await list(need.kind, listed)
    }
    results = try await rounds(results, nil, isShort: true)
    for result in results {
      if let failure = result.failure { throw failure }
      if result.state != .synced { return nil }
    }
    return results.map(\.collection)
  }

  func calendars() async throws(Failure) -> [CopyCollection] {
    let items: [JSON]
    do {
      items = try await session.graph.list(CalendarRequests.calendars).items
    } catch {
      throw Failure(error, doing: "read the calendars")
    }
    var found: [CopyCollection] = []
    for item in items {
      guard let raw = item.object, let id = raw["id"]?.string else { continue }
      await context.rememberDefaultCalendar(raw, session: session)
      found.append(CopyCollection(kind: .calendar, id: id, resource: raw))
    }
    return found
  }

  /// The same with the names of the groups they are in.
  private func groupedCalendars() async throws(Failure) -> [CopyCollection] {
    // One after the other: the first request may have to renew the token.
    let found = try await calendars()
    let groups = await context.calendarGroups(session: session)
    return found.map { calendar in
      var calendar = calendar
      calendar.resource["graphcal"] = ["group": .string(orNull: groups[calendar.id])]
      return calendar
    }
  }

  /// The folders of contacts; nil where the permission to read contacts was not given.
  func contactFolders() async throws(Failure) -> [CopyCollection]? {
    do {
      return try await ContactBook(context: context, session: contactSession()).folders().map {
        folder in
        var raw = folder.raw.object ?? [:]
        raw["graphcal"] = [
          "path": .string(folder.path), "isDefault": .bool(folder.isStandard),
          "depth": .number(folder.depth),
        ]
        return CopyCollection(kind: .contactFolder, id: folder.id ?? "", resource: raw)
      }
    } catch {
      guard error.kind == .refused else { throw error }
      context.note(
        "contacts are left out: the permission \(Permission.readContacts.rawValue) was not given; "
          + "graphcal login --scopes … asks for it")
      return nil
    }
  }

  private func contactSession() async throws(Failure) -> Session {
    try await context.session(session, needing: .readContacts)
  }

  /// Makes these the collections of a kind; the results of what went, and those still to be read.
  func list(
    _ kind: CopyKind, _ found: [CopyCollection]
  ) async throws(Failure) -> [Result] {
    do {
      let known = try await store.collections() ?? []
      var results: [Result] = []
      for var collection in found {
        if let before = known.first(where: { $0.kind == kind && $0.id == collection.id }) {
          // Short rounds do not look for groups.
          if collection.resource["graphcal"] == nil {
            collection.resource["graphcal"] = before.resource["graphcal"]
          }
          collection.window = before.window
          collection.deltaLink = before.deltaLink
          collection.synced = before.synced
        }
        results.append(Result(collection: collection, state: .synced))
      }
      var gone: [Result] = []
      for old in known where old.kind == kind && !found.contains(where: { $0.id == old.id }) {
        let count = try await store.count(of: old)
        gone.append(
          Result(collection: old, state: .gone, changes: CopyChanges(deleted: count)))
      }
      try await store.setCollections(kind, found)
      return results + gone
    } catch {
      throw Failure(error, doing: "write the local copy")
    }
  }

  func rounds(
    _ results: [Result], _ progress: Progress?, isShort: Bool = false
  ) async throws(Failure) -> [Result] {
    let items = ItemCount(progress)
    let mark = await CopyMark.last(in: context.state)
    var contacts: Session?
    if results.contains(where: { $0.collection.kind == .contactFolder }) {
      contacts = try await contactSession()
    }
    let contactGraph = (contacts ?? session).graph
    let done = await withTaskGroup(of: (Int, Result).self) { group in
      for (index, result) in results.enumerated() where result.state == .synced {
        let graph = result.collection.kind == .calendar ? session.graph : contactGraph
        var collection = result.collection
        collection.mark = mark
        let round = round(of: collection, graph, items, isShort: isShort)
        group.addTask { (index, await self.result(of: round)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    if Task.isCancelled {
      throw Failure(.interrupted, "interrupted; the local copy is whole, partly from before")
    }
    return results.indices.map { done[$0] ?? results[$0] }
  }

  private func round(
    of collection: CopyCollection, _ graph: GraphClient, _ items: ItemCount, isShort: Bool
  ) -> CollectionRound {
    let now = context.now()
    let days = context.configuration.copiedDays
    var collection = collection
    var isFull = isFull
    let start: GraphRequest
    switch collection.kind {
    case .calendar:
      // Whoever reads waits for no move of the window.
      let kept = collection.window.flatMap { isShort || days.accept($0, at: now) ? $0 : nil }
      let window = kept ?? days.window(at: now)
      if kept == nil { isFull = true }
      if isFull { collection.window = days.window(at: now) }
      start = DeltaRequests.events(in: collection.id, window: collection.window ?? window)
    case .contactFolder:
      start = DeltaRequests.contacts(
        in: collection.id.isEmpty ? .standard : .other(id: collection.id))
    }
    return CollectionRound(
      graph: graph, store: store, collection: collection, start: start, isFull: isFull,
      mayStartAnew: !isShort, now: context.now, told: { await items.add($0) })
  }

  private func result(of round: CollectionRound) async -> Result {
    do {
      var collection = round.collection
      guard let outcome = try await round.run() else {
        return Result(collection: collection, state: .outdated)
      }
      collection.synced = context.now()
      return Result(
        collection: collection, state: .synced, changes: outcome.changes, isFull: outcome.isFull,
        count: (try? await store.count(of: collection)) ?? 0)
    } catch {
      return Result(collection: round.collection, state: .failed, failure: error)
    }
  }
}

/// Counts what has come, for people who wait.
private actor ItemCount {
  private let progress: Progress?
  private var count = 0

  init(_ progress: Progress?) { self.progress = progress }

  func add(_ more: Int) async {
    count += more
    await progress?.show("Synchronizing, \(Plural.of(count, "item"))")
  }
}
