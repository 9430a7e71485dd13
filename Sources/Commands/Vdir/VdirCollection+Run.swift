import GraphAPI
import Host
import JSON

/// What is done in the folder and sent to the service.
extension VdirCollection {
  /// Does what was worked out, all but the deletions at the service.
  ///
  /// Files that are not of an item, and those of items that failed, stay as they are.
  mutating func run() async throws(Failure) {
    try folder.make()
    for item in items {
      switch item.step {
      case .create, .push, .delete: break
      case .nothing: tellArrival(item)
      case .remember:
        remember(item.key, item.local, item.remote)
        tellArrival(item)
      case .forget: memory[item.key] = nil
      case .pull: try pull(item)
      case .removeFile:
        if let local = item.local {
          try folder.remove(local.file)
          add(item, local.file, .removed)
        }
        memory[item.key] = nil
      case .conflict(let parts):
        try takeTheirs(item, .conflict, parts.sorted().joined(separator: ", "))
      case .revert(let why): try takeTheirs(try await whole(item), .refused, why)
      case .refuse(let why): add(item, item.local?.file ?? "", .refused, why)
      }
    }
    await push()
  }

  private mutating func tellArrival(_ item: Item) {
    guard let former = arrived[item.key], let local = item.local else { return }
    add(item, local.file, .written, "moved from \(former)")
  }

  // MARK: Files

  /// The item with its file as the service has it, which is read where it was known to be as it was.
  private func whole(_ item: Item) async throws(Failure) -> Item {
    guard let remote = item.remote, remote.bytes == nil,
      var read = try await side.items(ids: [remote.id]).first
    else { return item }
    read.uid = remote.uid
    var item = item
    item.remote = read
    return item
  }

  /// Writes the file as the service has it, with what only the file says.
  private mutating func pull(_ item: Item) throws(Failure) {
    guard let (file, lost) = try write(item) else { return }
    add(item, file, .written, Self.words(lost: lost))
  }

  /// Makes the file the service's; what it was before lies beside it, where there was one.
  mutating func takeTheirs(
    _ item: Item, _ status: VdirRow.Status, _ why: String
  ) throws(Failure) {
    var reason = why
    if let local = item.local, item.remote?.bytes != nil {
      let name = try folder.conflictName(for: local.file)
      try folder.write(local.bytes, named: name)
      if status == .refused { reason += "; your file lies beside it as .conflict" }
    } else if status == .refused {
      reason += "; the file is back"
    }
    guard let (file, _) = try write(item) else { return }
    add(item, file, status, reason)
  }

  /// Puts the file down and remembers it; nil where the item was not read.
  ///
  /// - Returns: its name, and what of it was lost.
  private mutating func write(_ item: Item) throws(Failure) -> (file: String, lost: [String])? {
    guard let remote = item.remote else { return nil }
    // A card is not made of what had not changed; here it is wanted all the same.
    guard let bytes = remote.bytes else {
      add(item, folder.name(for: remote.uid), .notSent, "it was not read")
      return nil
    }
    let known = memory[item.key]
    let file = item.local?.file ?? known?.file ?? freeName(for: remote.uid)
    let kept = item.local.map {
      side.file(bytes, keeping: $0.bytes, known: known.map { $0.remoteForm ?? $0.localForm })
    }
    let written = kept?.bytes ?? bytes
    try folder.write(written, named: file)
    remember(
      item.key,
      Local(
        file: file, bytes: written, print: VdirFolder.print(written), title: remote.title), remote)
    return (file, kept?.lost ?? [])
  }

  private static func words(lost: [String]) -> String? {
    guard !lost.isEmpty else { return nil }
    return "lost, since Outlook has no place for it: \(lost.joined(separator: ", "))"
  }

  /// A name that no other item has.
  func freeName(for uid: String) -> String {
    let name = folder.name(for: uid)
    let taken = Set((memory.values.map(\.file) + locals.values.map(\.file)).map { $0.lowercased() })
    guard taken.contains(name.lowercased()) else { return name }
    return folder.name(for: "/" + uid)
  }

  // MARK: To the service

  private mutating func push() async {
    guard !works.isEmpty else { return }
    let outcomes = await side.send(works.map(\.work))
    for ((item, work), outcome) in zip(works, outcomes) {
      guard let local = item.local else { continue }
      let done = work.row(outcome)
      let isNew = item.step == .create
      let words = [done.reason] + (isNew ? done.notes.map(\.whole) : [])
      var row = VdirRow(
        file: path(local.file), status: isNew ? .created : .changed, uid: item.key,
        title: done.title, reason: words.compactMap(\.self).joined(separator: "; "),
        failure: done.failure)
      if row.reason?.isEmpty == true { row.reason = nil }
      switch done.status {
      case .refused: row.status = .refused
      case .failed: row.status = .failed
      case .notSent: row.status = .notSent
      // What was called off and is not there.
      case .unchanged where done.reason != nil, .skipped: row.status = .refused
      case .created, .changed, .cancelled, .unchanged: break
      }
      if row.status.isBad {
        rows.append(row)
        continue
      }
      if done.isPartly { row.status = .failed }
      if done.status != .unchanged { rows.append(row) }
      do throws(Failure) {
        guard let id = done.id ?? item.remote?.id, done.status != .cancelled else { continue }
        guard let remote = try await side.items(ids: [id]).first else { continue }
        try settle(item, local, remote, work.refusals)
      } catch {
        // The next run sees that both are the same.
        context.note("\(path(local.file)): \(error.what)")
      }
    }
  }

  /// Makes the file follow what became of it at the service.
  private mutating func settle(
    _ item: Item, _ local: Local, _ remote: VdirRemote, _ refusals: [String]
  ) throws(Failure) {
    var item = item
    item.remote = remote
    if !refusals.isEmpty {
      return try takeTheirs(item, .refused, refusals.joined(separator: "; "))
    }
    remember(item.key, local, remote)
    if case .push(_, true) = item.step { try pull(item) }
  }

  /// Takes note of what became of one deletion at the service.
  mutating func deleted(_ item: Item, _ failure: Failure?) throws(Failure) {
    guard let remote = item.remote else { return }
    let file = item.local?.file ?? memory[item.key]?.file ?? folder.name(for: remote.uid)
    guard let failure else {
      if let local = item.local { try folder.remove(local.file) }
      memory[item.key] = nil
      return add(item, file, .deleted)
    }
    // What is not allowed now is not allowed the next time either.
    if failure.kind == .refused, remote.bytes != nil {
      return try takeTheirs(item, .refused, failure.shortWhy)
    }
    add(item, file, .failed, failure.shortWhy)
    rows[rows.count - 1].failure = failure
  }

  private mutating func remember(_ key: String, _ local: Local?, _ remote: VdirRemote?) {
    guard let local, let remote else { return }
    let localForm = side.form(of: local.bytes)
    let known = memory[key]
    let remoteForm =
      remote.bytes.map { side.form(of: $0) } ?? known.map { $0.remoteForm ?? $0.localForm } ?? [:]
    memory[key] = VdirMemory(
      file: local.file, id: remote.id, etag: remote.etag, localPrint: local.print,
      remotePrint: remote.print, localForm: localForm,
      remoteForm: remoteForm == localForm ? nil : remoteForm)
  }

  private mutating func add(
    _ item: Item, _ file: String, _ status: VdirRow.Status, _ reason: String? = nil
  ) {
    rows.append(
      VdirRow(
        file: path(file), status: status, uid: item.key,
        title: item.remote?.title ?? item.local?.title ?? "", reason: reason))
  }
}
