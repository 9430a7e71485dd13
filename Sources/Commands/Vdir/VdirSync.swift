import Calendaring
import GraphAPI
import Host
import JSON
import Terminal

/// Keeps a folder of files like the mailbox: one `.ics` an event or series, one `.vcf` a contact.
struct VdirSync {
  var context: Context
  var session: Session
  /// As the person gave it.
  var folder: String
  /// Whether people may be told by mail.
  var invites: Bool

  func run() async throws(Failure) {
    let root = try root()
    let path = try statePath(root)
    let lock = try await lock(path)
    defer { lock.release() }
    var state = try VdirState(path: path)
    var report = VdirReport(context: context)
    var collections = try await collections(in: root, state)
    tellLost(state, collections.map(\.target.id))
    try tellUnknown(in: root, state, collections)
    let strays = VdirStrays(in: root, collections)
    strays.tell(in: context, of: folder)
    let moves = try VdirMoves(in: &collections)
    strays.hold(&collections)
    for place in collections.indices { collections[place].decide() }
    if context.options.dryRun {
      let requests = try moves.requests(collections) + collections.flatMap(\.requests)
      try context.printDryRun(pieces: requests, by: session)
      report.add(moves.forecast(collections))
      for collection in collections { report.add(collection.forecast) }
      return report.tell()
    }
    try confirm(collections)
    let result: Result<Void, Failure>
    do throws(Failure) {
      try await synchronize(&collections, moves, &state, path)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    // What was done is remembered and told, whatever stopped the rest.
    try save(collections, &state, path)
    for collection in collections { report.add(collection.rows) }
    try report.print()
    try result.get()
    try report.end()
  }

  private func synchronize(
    _ collections: inout [VdirCollection], _ moves: VdirMoves, _ state: inout VdirState,
    _ path: String
  ) async throws(Failure) {
    try moves.carry(collections) { (former) throws(Failure) in
      try save(collections, &state, path, former)
    }
    for item in moves.sent {
      try await context.working("Moving \(item.remote.title)") { () async throws(Failure) in
        try await VdirMoves.send(item, &collections)
      }
      try save(collections, &state, path)
    }
    for place in collections.indices {
      let name = collections[place].target.name
      try await context.working("Synchronizing \(name)") { () async throws(Failure) in
        try await collections[place].run()
      }
      try collections[place].folder.describe("displayname", name)
      try collections[place].folder.describe("color", collections[place].target.color)
      try save(collections, &state, path)
    }
    try await VdirDeletions(context: context, session: session).run(&collections)
  }

  /// Keeps what is remembered; `former` stays as well.
  private func save(
    _ collections: [VdirCollection], _ state: inout VdirState, _ path: String,
    _ former: [VdirMoves.Former] = []
  ) throws(Failure) {
    for collection in collections {
      state.collections[collection.target.id] = VdirState.Collection(
        place: collection.place, items: collection.memory)
    }
    for (place, key, memory) in former {
      state.collections[collections[place].target.id]?.items[key] = memory
    }
    try state.write(to: path, now: context.machineClock.now())
  }

  /// Both sides of everything, read.
  private func collections(
    in root: String, _ state: VdirState
  ) async throws(Failure) -> [VdirCollection] {
    var collections: [VdirCollection] = []
    var places = Set(state.collections.values.map { $0.place.lowercased() })
    for target in try await targets() {
      let place = state.collections[target.id]?.place ?? Self.freePlace(target, &places)
      var collection = VdirCollection(
        context: context, target: target,
        folder: VdirFolder(
          path: Paths.join(root, place), ending: target.side.ending,
          randomness: context.randomness),
        place: place, memory: state.collections[target.id]?.items ?? [:])
      do throws(Failure) {
        try await context.working("Comparing \(target.name)") { () async throws(Failure) in
          try await collection.look()
        }
        collections.append(collection)
      } catch {
        // Of some calendars of others only the times are to be seen.
        guard target.side.closed != nil, [.refused, .notFound].contains(error.kind) else {
          throw error
        }
        context.note("\(target.name) is left out: \(error.shortWhy)")
      }
    }
    return collections
  }

  // MARK: Before

  /// The folder, whole; it is made where it is not there.
  private func root() throws(Failure) -> String {
    do throws(HostError) {
      let path = try Paths(environment: context.environment).expanding(folder)
      let isThere = try Files.status(of: path) != nil
      if isThere || !context.options.dryRun {
        try Files.createPrivateFolder(path)
        return try Files.resolved(path) ?? path
      }
      return path
    } catch {
      throw Failure(
        .usage, "\(folder) cannot be the folder of files", why: error.explanation,
        hint: "give --vdir a folder that you may write to")
    }
  }

  private func statePath(_ root: String) throws(Failure) -> String {
    guard context.tokenGiver == nil, !session.accountKey.isEmpty else {
      throw Failure(
        .usage, "a folder of files needs an account that is signed in",
        why: context.tokenGiver.map { "with the token from \($0) nothing is stored" },
        hint: "graphcal login")
    }
    do {
      let path = try VdirState.path(
        account: session.accountKey, folder: root, environment: context.environment)
      try Files.createPrivateFolder(Paths.folder(of: path))
      return path
    } catch {
      throw Failure(
        .general, "there is no place to remember the folder", why: error.description,
        hint: "set HOME or XDG_STATE_HOME to a folder you may write to")
    }
  }

  private func lock(_ path: String) async throws(Failure) -> FileLock {
    do {
      return try await FileLock.acquire(
        path + ".lock", wait: .seconds(context.options.maxWait), clock: context.machineClock,
        randomness: context.randomness)
    } catch {
      if Task.isCancelled { throw Failure(.interrupted, "interrupted") }
      throw Failure(
        .tryAgain, "another graphcal works on this folder", why: error.explanation,
        hint: "try again when it is done")
    }
  }

  /// The calendars, and the folders of contacts where they may be read.
  private func targets() async throws(Failure) -> [VdirCollection.Target] {
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    var targets: [VdirCollection.Target] = []
    for calendar in try await calendars() {
      targets.append(
        VdirCollection.Target(
          id: calendar.id,
          side: VdirEvents(
            context: context, session: session, calendar: calendar, zone: zone, invites: invites),
          room: "calendars", name: calendar.name, color: calendar.hexColor))
    }
    let contacts = try await context.session(session, needing: .writeContacts)
    let habits = ContactHabits(context)
    do throws(Failure) {
      let book = ContactBook(context: context, session: contacts)
      for folder in try await book.folders() {
        targets.append(
          VdirCollection.Target(
            // The id of the default one is not known while it is empty.
            id: folder.isStandard ? "contacts" : folder.id ?? "",
            side: VdirContacts(
              context: context, session: contacts, folder: folder, habits: habits),
            room: "contacts", name: folder.name))
      }
    } catch {
      guard error.kind == .refused else { throw error }
      context.note("contacts are left out: \(error.what)")
    }
    return targets
  }

  private func calendars() async throws(Failure) -> [CalendarInfo] {
    do {
      return try await session.graph.list(CalendarRequests.calendars).items
        .compactMap(CalendarInfo.init(graph:))
    } catch {
      throw Failure(error, doing: "read the calendars", in: session)
    }
  }

  /// A name for the folder of a collection that no other has.
  private static func freePlace(
    _ target: VdirCollection.Target, _ places: inout Set<String>
  ) -> String {
    let name = SafeFileName(target.name)
    var attempt = 1
    while true {
      let place = target.room + "/" + name.text(attempt: attempt)
      if places.insert(place.lowercased()).inserted { return place }
      attempt += 1
    }
  }

  /// Says which folders have no calendar any more; they are left as they are.
  private func tellLost(_ state: VdirState, _ ids: [String]) {
    for (id, collection) in state.collections where !ids.contains(id) {
      context.note(
        "\(collection.place) has no calendar or folder there any more, and is left alone")
    }
  }

  /// Says which folders of files belong to no calendar, and how they get one.
  private func tellUnknown(
    in root: String, _ state: VdirState, _ collections: [VdirCollection]
  ) throws(Failure) {
    let known = Set(
      (state.collections.values.map(\.place) + collections.map(\.place)).map { $0.lowercased() })
    let rooms = [
      ("calendars", "calendar", "new-calendar"),
      ("contacts", "folder of contacts", "new-contact-folder"),
    ]
    for (room, noun, command) in rooms {
      let folder = Paths.join(root, room)
      for name in (try? Files.names(in: folder)) ?? [] where !name.hasPrefix(".") {
        let kind = (try? Files.status(of: Paths.join(folder, name)))?.kind
        guard kind == .folder, !known.contains("\(room)/\(name)".lowercased()) else { continue }
        let word = TextSanitizer.line(name)
        context.note(
          "\(room)/\(word) is left alone: no \(noun) has that name; "
            + "graphcal \(command) \"\(word)\" makes one")
      }
    }
  }

  /// Asks before much is deleted on either side, and before mail goes out.
  private func confirm(_ collections: [VdirCollection]) throws(Failure) {
    var question = ""
    for collection in collections {
      let deletions = try collection.deletions
      let isMuch =
        deletions.count > VdirCollection.fewDeletions
        && Double(deletions.count) > VdirCollection.askedShare * Double(deletions.of)
        || deletions.count > 1 && deletions.count == deletions.of
      if deletions.isFolderGone {
        question +=
          "The folder \(collection.place) is gone: all of its \(deletions.count) items would be "
          + "deleted (into another DIR they are written anew). "
      } else if isMuch {
        question +=
          "\(deletions.count) of \(deletions.of) items of \(collection.place) would be deleted. "
      }
    }
    let people = collections.reduce(0) { $0 + $1.mailed }
    if people > 0 {
      question += "\(Plural.people(people)) will be told by mail, which cannot be called back. "
    }
    guard !question.isEmpty else { return }
    try context.confirm(question + "Go on?", refusal: "nothing was changed on either side")
  }
}
