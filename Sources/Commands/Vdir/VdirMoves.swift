import GraphAPI
import JSON

/// What has gone from one calendar or folder to another of its kind, on either side.
///
/// An identity that stands in two of them is one item that was moved, never two: what the service has
/// moved takes its file along, and a file that was moved moves its item, or is put back.
struct VdirMoves {
  /// A file that lies in another folder from now on.
  private struct Carried {
    var key: String
    var source: Int
    var target: Int
    /// The name it has had.
    var old: String
    /// What it is called now, and what it holds; nil where another file says the same.
    var new: (name: String, bytes: [UInt8])?
    /// What was remembered of it where it was.
    var memory: VdirMemory?
  }

  /// What is remembered of an item at a place, as long as its file may still lie there.
  typealias Former = (place: Int, key: String, memory: VdirMemory)

  /// An item that goes to the calendar that its file lies in.
  struct Sent {
    var key: String
    var source: Int
    var target: Int
    var remote: VdirRemote
    /// What a run that was stopped has made of it there, which may be in part only.
    var leftover: VdirRemote?
  }

  private var carried: [Carried] = []
  private(set) var sent: [Sent] = []

  /// Finds what was moved in what was read, and makes the collections see it where it belongs.
  init(in collections: inout [VdirCollection]) throws(Failure) {
    for room in Set(collections.map(\.target.room)).sorted() {
      let places = collections.indices.filter { collections[$0].target.room == room }
      guard places.count > 1 else { continue }
      var holders: [String: [Int]] = [:]
      for place in places {
        for key in collections[place].locals.keys { holders[key, default: []].append(place) }
      }
      for (key, files) in holders.sorted(by: { $0.key < $1.key }) {
        for source in files where !collections[source].settled.contains(key) {
          let others = places.filter { $0 != source && !collections[$0].settled.contains(key) }
          try look(at: key, in: source, others, &collections)
        }
      }
    }
  }

  private mutating func look(
    at key: String, in source: Int, _ others: [Int], _ collections: inout [VdirCollection]
  ) throws(Failure) {
    let isThere = collections[source].remotes[key] != nil
    let isKnown = collections[source].memory[key] != nil
    let there = others.first { collections[$0].remotes[key] != nil }
    if isThere {
      // A move of both sides, or one that was stopped before its end.
      let former = others.first {
        collections[$0].memory[key] != nil && collections[$0].locals[key] == nil
      }
      guard !isKnown, let former else { return }
      if collections[former].remotes[key] != nil,
        send(key, from: former, to: source, &collections) == nil
      {
        return
      }
      adopt(key, in: source, from: former, &collections)
    } else if let there {
      if isKnown {
        follow(key, from: source, to: there, &collections)
      } else if collections[there].locals[key] == nil, collections[there].memory[key] != nil {
        move(key, from: there, to: source, &collections)
      } else {
        refuse(
          key, in: source,
          collections[there].locals[key].map {
            "\(collections[there].path($0.file)) has the same UID; a copy needs one of its own"
          } ?? "the mailbox has it in \(collections[there].place)", &collections)
      }
    }
  }

  /// The file and the item have come together; what both were before is still remembered elsewhere.
  private func adopt(
    _ key: String, in place: Int, from former: Int, _ collections: inout [VdirCollection]
  ) {
    guard var memory = collections[former].memory[key], let local = collections[place].locals[key]
    else { return }
    memory.file = local.file
    memory.id = collections[place].remotes[key]?.id ?? memory.id
    memory.etag = nil
    collections[place].memory[key] = memory
    if collections[former].remotes[key] == nil { collections[former].memory[key] = nil }
  }

  /// The service has moved it: the file goes there too, with what was changed in it.
  private mutating func follow(
    _ key: String, from source: Int, to target: Int, _ collections: inout [VdirCollection]
  ) {
    guard let local = collections[source].locals[key], let known = collections[source].memory[key]
    else { return }
    let isEdited = local.print != known.localPrint
    if let other = collections[target].locals[key] {
      // An edit that both files do not have is kept beside the one that stays.
      guard !isEdited || other.print == local.print else {
        let name = other.file
        carried.append(
          Carried(
            key: key, source: source, target: target, old: local.file,
            new: (name + ".conflict", local.bytes), memory: known))
        collections[target].rows.append(
          VdirRow(
            file: collections[target].path(name), status: .conflict, uid: key,
            title: collections[target].remotes[key]?.title ?? "",
            reason: "it was moved there, and \(collections[source].path(local.file)) was changed"))
        return take(key, from: source, into: target, &collections)
      }
      carried.append(
        Carried(key: key, source: source, target: target, old: local.file, memory: known))
      return take(key, from: source, into: target, &collections)
    }
    guard collections[target].memory[key] == nil else { return }
    let uid = collections[target].remotes[key]?.uid ?? key
    let name = collections[target].freeName(for: uid)
    carried.append(
      Carried(
        key: key, source: source, target: target, old: local.file, new: (name, local.bytes),
        memory: known))
    collections[target].arrived[key] = collections[source].path(local.file)
    var moved = local
    moved.file = name
    collections[target].locals[key] = moved
    take(key, from: source, into: target, &collections)
  }

  /// Lets one collection know what the other did.
  private func take(
    _ key: String, from source: Int, into target: Int, _ collections: inout [VdirCollection]
  ) {
    if collections[target].memory[key] == nil, var memory = collections[source].memory[key] {
      memory.file = collections[target].locals[key]?.file ?? memory.file
      memory.id = collections[target].remotes[key]?.id ?? memory.id
      memory.etag = nil
      collections[target].memory[key] = memory
    }
    collections[source].locals[key] = nil
    collections[source].memory[key] = nil
  }

  /// The file was moved: the item goes after it where that is possible; else the file goes back.
  private mutating func move(
    _ key: String, from source: Int, to target: Int, _ collections: inout [VdirCollection]
  ) {
    guard let remote = collections[source].remotes[key],
      let known = collections[source].memory[key],
      let local = collections[target].locals[key]
    else { return }
    guard let why = send(key, from: source, to: target, &collections) else { return }
    carried.append(
      Carried(
        key: key, source: target, target: source, old: local.file, new: (known.file, local.bytes)))
    collections[target].rows.append(
      VdirRow(
        file: collections[target].path(local.file), status: .refused, uid: key,
        title: remote.title,
        reason: "it cannot be moved: \(why); the file is back in \(collections[source].place)"))
    var back = local
    back.file = known.file
    collections[source].locals[key] = back
    collections[target].locals[key] = nil
  }

  /// Lets the item go to where its file is; why it cannot.
  private mutating func send(
    _ key: String, from source: Int, to target: Int, _ collections: inout [VdirCollection]
  ) -> String? {
    guard let remote = collections[source].remotes[key] else { return nil }
    if let why = collections[target].side.closed
      ?? collections[source].side.objection(toMoving: remote)
    {
      return why
    }
    sent.append(
      Sent(
        key: key, source: source, target: target, remote: remote,
        leftover: collections[target].remotes[key]))
    collections[source].settled.insert(key)
    collections[target].settled.insert(key)
    return nil
  }

  private func refuse(
    _ key: String, in place: Int, _ why: String, _ collections: inout [VdirCollection]
  ) {
    guard let local = collections[place].locals[key] else { return }
    collections[place].settled.insert(key)
    collections[place].rows.append(
      VdirRow(
        file: collections[place].path(local.file), status: .refused, uid: key, title: local.title,
        reason: why))
  }

  // MARK: Doing

  /// Lays the files where they belong.
  ///
  /// Each is written where it goes to first, then what is remembered is kept by `save` with both places
  /// in it, and the old ones go last: whatever stops that between, the next run finds the item moved.
  func carry(
    _ collections: [VdirCollection], save: ([Former]) throws(Failure) -> Void
  ) throws(Failure) {
    guard !carried.isEmpty else { return }
    for file in carried {
      guard let new = file.new else { continue }
      let folder = collections[file.target].folder
      try folder.make()
      let isBeside = new.name.hasSuffix(".conflict")
      try folder.write(
        new.bytes,
        named: isBeside ? try folder.conflictName(for: String(new.name.dropLast(9))) : new.name)
    }
    try save(
      carried.compactMap { file in file.memory.map { (file.source, file.key, $0) } })
    for file in carried {
      try collections[file.source].folder.remove(file.old)
    }
  }

  /// What would be sent for the items that go to another calendar.
  func requests(_ collections: [VdirCollection]) throws(Failure) -> [GraphRequest] {
    var requests: [GraphRequest] = []
    for item in sent {
      requests += item.leftover.map { [collections[item.target].side.deletion(of: $0)] } ?? []
      requests += try collections[item.source].side.moveRequests(
        item.remote, to: collections[item.target].side)
    }
    return requests
  }

  /// What a dry run tells of them.
  func forecast(_ collections: [VdirCollection]) -> [VdirRow] {
    sent.map { item in
      VdirRow(
        file: collections[item.target].path(collections[item.target].locals[item.key]?.file ?? ""),
        status: .moved, uid: item.key, title: item.remote.title)
    }
  }

  /// Moves one item at the service, after which its file is compared where it lies.
  ///
  /// - Throws: `Failure` where all others would fail too; what was moved stays moved.
  static func send(_ item: Sent, _ collections: inout [VdirCollection]) async throws(Failure) {
    let (source, target) = (collections[item.source], collections[item.target])
    guard let local = target.locals[item.key], var memory = source.memory[item.key] else { return }
    var row = VdirRow(
      file: target.path(local.file), status: .moved, uid: item.key, title: item.remote.title)
    do throws(Failure) {
      if let leftover = item.leftover { try await remove(leftover, target.side) }
      let id = try await source.side.move(item.remote, to: target.side)
      memory.id = id
      memory.etag = nil
      memory.file = local.file
      collections[item.target].memory[item.key] = memory
      collections[item.source].memory[item.key] = nil
      collections[item.target].rows.append(row)
      guard let remote = try await target.side.items(ids: [id]).first else { return }
      collections[item.target].remotes[item.key] = remote
      collections[item.target].decide([item.key])
    } catch {
      row.status = .failed
      row.reason = error.shortWhy
      row.failure = error
      collections[item.target].rows.append(row)
      if ImportOutcome.failed(error).stopsRun { throw error }
    }
  }

  private static func remove(
    _ remote: VdirRemote, _ side: any VdirSide
  ) async throws(Failure) {
    do {
      try await side.delete(remote)
    } catch {
      throw Failure(error, doing: "remove what an earlier run has left")
    }
  }
}
