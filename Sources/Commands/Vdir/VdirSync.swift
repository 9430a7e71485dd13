import Calendaring
import GraphAPI
import Host
import JSON

/// Keeps a folder of files like the mailbox: one `.ics` an event or series, one `.vcf` a contact.
struct VdirSync {
  var context: Context
  var session: Session
  /// As the person gave it.
  var folder: String
  /// Whether people may be told by mail.
  var invites: Bool

  /// A calendar or folder of contacts with its place.
  private struct Target {
    var id: String
    var side: any VdirSide
    /// Where those of its kind lie: `calendars`.
    var room: String
    var name: String
    var color: String?
  }

  func run() async throws(Failure) {
    let root = try root()
    let path = try statePath(root)
    let lock = try await lock(path)
    defer { lock.release() }
    var state = try VdirState(path: path)
    var report = VdirReport(context: context)
    var collections: [(Target, VdirCollection)] = []
    var places = Set(state.collections.values.map { $0.place.lowercased() })
    for target in try await targets() {
      let place = state.collections[target.id]?.place ?? Self.freePlace(target, &places)
      var collection = VdirCollection(
        context: context, side: target.side,
        folder: VdirFolder(
          path: Paths.join(root, place), ending: target.side.ending,
          randomness: context.randomness),
        place: place, memory: state.collections[target.id]?.items ?? [:])
      let label = "Comparing \(target.name)"
      try await context.working(label) { () async throws(Failure) in try await collection.look() }
      collections.append((target, collection))
    }
    tellLost(state, collections.map(\.0.id))
    if context.options.dryRun {
      try context.printDryRun(pieces: collections.flatMap { $0.1.requests }, by: session)
      for (_, collection) in collections { report.add(collection.forecast) }
      return report.tell()
    }
    try confirm(collections)
    for (target, var collection) in collections {
      let result: Result<Void, Failure>
      do throws(Failure) {
        try await context.working("Synchronizing \(target.name)") { () async throws(Failure) in
          try await collection.run()
        }
        try collection.folder.describe("displayname", target.name)
        try collection.folder.describe("color", target.color)
        result = .success(())
      } catch {
        result = .failure(error)
      }
      // What was done is remembered, whatever stopped the rest.
      state.collections[target.id] = VdirState.Collection(
        place: collection.place, items: collection.memory)
      report.add(collection.rows)
      try state.write(to: path, now: context.machineClock.now())
      if case .failure(let error) = result {
        try report.print()
        throw error
      }
    }
    try report.print()
    try report.end()
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

  /// The calendars that can be written, and the folders of contacts where they may be read.
  private func targets() async throws(Failure) -> [Target] {
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    var targets: [Target] = []
    for calendar in try await calendars() where calendar.canEdit {
      targets.append(
        Target(
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
          Target(
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
  private static func freePlace(_ target: Target, _ places: inout Set<String>) -> String {
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

  /// Asks before much is deleted on either side, and before mail goes out.
  private func confirm(_ collections: [(Target, VdirCollection)]) throws(Failure) {
    var question = ""
    for (_, collection) in collections {
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
    let people = collections.reduce(0) { $0 + $1.1.mailed }
    if people > 0 {
      question += "\(Plural.people(people)) will be told by mail, which cannot be called back. "
    }
    guard !question.isEmpty else { return }
    try context.confirm(question + "Go on?", refusal: "nothing was changed on either side")
  }
}
