import GraphAPI
import Host
import JSON

/// Makes one calendar or folder of contacts and its folder of files the same.
struct VdirCollection {
  var context: Context
  var side: any VdirSide
  var folder: VdirFolder
  /// Its place below the folder that was named.
  var place: String
  /// What is remembered of it, kept up to date.
  var memory: [String: VdirMemory]

  /// A file of the folder as it is.
  private struct Local {
    var file: String
    var bytes: [UInt8]
    var print: String
    var title: String
  }

  /// What is to be done about one item.
  private struct Item {
    var key: String
    var local: Local?
    var remote: VdirRemote?
    var step: VdirStep
  }

  /// So many deletions are asked about only where nothing would be left.
  static let fewDeletions = 2
  /// More of all items than this are asked about.
  static let askedShare = 0.2

  private var locals: [String: Local] = [:]
  private var remotes: [String: VdirRemote] = [:]
  private var items: [Item] = []
  private(set) var rows: [VdirRow] = []
  private var works: [(item: Item, work: VdirWork)] = []

  init(
    context: Context, side: any VdirSide, folder: VdirFolder, place: String,
    memory: [String: VdirMemory]
  ) {
    self.context = context
    self.side = side
    self.folder = folder
    self.place = place
    self.memory = memory
  }

  // MARK: Looking

  /// Reads both sides and works out what is to be done; changes nothing.
  mutating func look() async throws(Failure) {
    if try folder.isThere { try readFiles() }
    remotes = try await side.items(memory)
    let keys = Set(locals.keys).union(remotes.keys).union(memory.keys)
    for key in keys.sorted() where !unreadable.contains(key) {
      let local = locals[key]
      let remote = remotes[key]
      let known = memory[key]
      let step = VdirDecision.step(
        local: local.map { form($0, known) }, remote: remote.map { form($0, known) }, memory: known)
      items.append(Item(key: key, local: local, remote: remote, step: step))
    }
    planPushes()
  }

  /// The identities of files that are there and cannot be read, about which nothing is done.
  private var unreadable: Set<String> = []

  private mutating func readFiles() throws(Failure) {
    let known = Dictionary(memory.map { ($0.value.file, $0.key) }) { first, _ in first }
    for name in try folder.names() {
      do throws(VdirRefusal) {
        let bytes: [UInt8]
        do { bytes = try folder.read(name) } catch { throw VdirRefusal(error.explanation) }
        let print = VdirFolder.print(bytes)
        if let key = known[name], memory[key]?.localPrint == print {
          locals[key] = Local(file: name, bytes: bytes, print: print, title: "")
          continue
        }
        let (uid, title) = try side.identity(of: bytes)
        let key = uid.lowercased()
        if let other = locals[key]?.file {
          throw VdirRefusal("\(other) has the same UID")
        }
        locals[key] = Local(file: name, bytes: bytes, print: print, title: title)
      } catch {
        if let key = known[name] { unreadable.insert(key) }
        rows.append(VdirRow(file: path(name), status: .refused, reason: error.reason))
      }
    }
  }

  private func form(_ local: Local, _ known: VdirMemory?) -> VdirDecision.Side {
    // What has not changed need not be read.
    VdirDecision.Side(
      print: local.print,
      form: local.print == known?.localPrint ? known?.localForm ?? [:] : side.form(of: local.bytes))
  }

  private func form(_ remote: VdirRemote, _ known: VdirMemory?) -> VdirDecision.Side {
    let isKnown = remote.print == known?.remotePrint
    let form = isKnown ? known.map { $0.remoteForm ?? $0.localForm } : Optional.none
    return VdirDecision.Side(
      print: remote.print, form: form ?? remote.bytes.map { side.form(of: $0) } ?? [:])
  }

  private mutating func planPushes() {
    var pushed: [Item] = []
    var pushes: [VdirPush] = []
    for item in items {
      guard let local = item.local else { continue }
      switch item.step {
      case .create:
        pushes.append(VdirPush(bytes: local.bytes))
      case .push(let parts, _):
        pushes.append(VdirPush(bytes: local.bytes, remote: item.remote, parts: parts))
      default: continue
      }
      pushed.append(item)
    }
    for (item, work) in zip(pushed, side.plan(pushes)) {
      if let work { works.append((item, work)) }
    }
  }

  /// How many items would go, on the side that loses the more, and of how many.
  var deletions: (count: Int, of: Int, isFolderGone: Bool) {
    get throws(Failure) {
      let here = items.count { $0.step == .removeFile }
      let there = items.count { $0.step == .delete }
      let isGone = try !folder.isThere && !memory.isEmpty
      return (max(here, there), memory.count, isGone && there > 0)
    }
  }

  /// How many people would get mail.
  var mailed: Int { works.reduce(0) { $0 + $1.work.mailed } }

  /// What would be sent.
  var requests: [GraphRequest] {
    works.flatMap { side.requests($0.work) }
      + items.compactMap { item in
        guard item.step == .delete, let remote = item.remote,
          side.objection(toDeleting: remote) == nil
        else { return nil }
        return side.deletion(of: remote)
      }
  }

  /// What would be done, for a dry run.
  var forecast: [VdirRow] {
    rows
      + items.compactMap { item in
        let title = item.remote?.title ?? item.local?.title ?? ""
        func row(_ status: VdirRow.Status, _ reason: String? = nil) -> VdirRow {
          VdirRow(
            file: path(item.local?.file ?? folder.name(for: item.remote?.uid ?? item.key)),
            status: status, uid: item.key, title: title, reason: reason)
        }
        switch item.step {
        case .nothing, .remember, .forget: return nil
        case .pull: return row(.written)
        case .removeFile: return row(.removed)
        case .create: return row(.created)
        case .push: return row(.changed)
        case .delete:
          if let objection = item.remote.flatMap(side.objection) {
            return row(.refused, objection)
          }
          return row(.deleted)
        case .conflict(let parts): return row(.conflict, parts.sorted().joined(separator: ", "))
        }
      }
  }

  // MARK: Doing

  /// Does what was worked out.
  ///
  /// Files that are not of an item, and those of items that failed, stay as they are.
  mutating func run() async throws(Failure) {
    try folder.make()
    for item in items {
      switch item.step {
      case .nothing, .create, .push, .delete: break
      case .remember: remember(item.key, item.local, item.remote)
      case .forget: memory[item.key] = nil
      case .pull: try pull(item)
      case .removeFile:
        if let local = item.local {
          try folder.remove(local.file)
          add(item, local.file, .removed)
        }
        memory[item.key] = nil
      case .conflict(let parts): try keepBoth(item, parts)
      }
    }
    await push()
    try await delete()
  }

  private mutating func pull(_ item: Item) throws(Failure) {
    guard let remote = item.remote else { return }
    // A card is not made of what had not changed; here it is wanted all the same.
    guard let bytes = remote.bytes else {
      rows.append(
        VdirRow(
          file: path(folder.name(for: remote.uid)), status: .notSent, uid: item.key,
          title: remote.title, reason: "it was not read"))
      return
    }
    let file = item.local?.file ?? memory[item.key]?.file ?? freeName(for: remote.uid)
    try folder.write(bytes, named: file)
    add(item, file, .written)
    remember(
      item.key,
      Local(file: file, bytes: bytes, print: VdirFolder.print(bytes), title: remote.title), remote)
  }

  /// A name that no other item has.
  private func freeName(for uid: String) -> String {
    let name = folder.name(for: uid)
    let taken = Set((memory.values.map(\.file) + locals.values.map(\.file)).map { $0.lowercased() })
    guard taken.contains(name.lowercased()) else { return name }
    return folder.name(for: "/" + uid)
  }

  /// Keeps the local file beside that of the service.
  private mutating func keepBoth(_ item: Item, _ parts: Set<String>) throws(Failure) {
    guard let local = item.local, item.remote?.bytes != nil else { return }
    try folder.write(local.bytes, named: try folder.conflictName(for: local.file))
    let before = rows.count
    try pull(item)
    rows.removeSubrange(before...)
    rows.append(
      VdirRow(
        file: path(local.file), status: .conflict, uid: item.key, title: item.remote?.title ?? "",
        reason: parts.sorted().joined(separator: ", ")))
  }

  private mutating func push() async {
    guard !works.isEmpty else { return }
    let outcomes = await side.send(works.map(\.work))
    for ((item, work), outcome) in zip(works, outcomes) {
      guard let local = item.local else { continue }
      let done = work.row(outcome)
      var row = VdirRow(
        file: path(local.file), status: item.step == .create ? .created : .changed, uid: item.key,
        title: done.title, reason: done.reason, failure: done.failure)
      switch done.status {
      case .refused: row.status = .refused
      case .failed: row.status = .failed
      case .notSent: row.status = .notSent
      // What only others can change, and what was called off and is not there.
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
        guard let id = done.id ?? item.remote?.id, done.status != .cancelled else {
          continue
        }
        guard let remote = try await side.items(ids: [id]).first else { continue }
        remember(item.key, local, remote)
        if case .push(_, true) = item.step {
          try pull(Item(key: item.key, local: local, remote: remote, step: .pull))
        }
      } catch {
        // The next run sees that both are the same.
        context.note("\(path(local.file)): \(error.what)")
      }
    }
  }

  private mutating func delete() async throws(Failure) {
    for item in items where item.step == .delete {
      guard let remote = item.remote else { continue }
      let file = memory[item.key]?.file ?? folder.name(for: remote.uid)
      if let objection = side.objection(toDeleting: remote) {
        rows.append(
          VdirRow(
            file: path(file), status: .refused, uid: item.key, title: remote.title,
            reason: objection))
        continue
      }
      do {
        try await side.delete(remote)
        add(item, file, .deleted)
        memory[item.key] = nil
      } catch {
        rows.append(
          VdirRow(
            file: path(file), status: .failed, uid: item.key, title: remote.title,
            reason: error.shortWhy, failure: error))
        if ImportOutcome.failed(error).stopsRun { throw error }
      }
    }
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

  private mutating func add(_ item: Item, _ file: String, _ status: VdirRow.Status) {
    rows.append(
      VdirRow(
        file: path(file), status: status, uid: item.key,
        title: item.remote?.title ?? item.local?.title ?? ""))
  }

  private func path(_ file: String) -> String { Paths.join(place, file) }
}
