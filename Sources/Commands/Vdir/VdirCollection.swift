import GraphAPI
import Host
import JSON

/// Makes one calendar or folder of contacts and its folder of files the same.
struct VdirCollection {
  /// A calendar or folder of contacts at the service.
  struct Target {
    var id: String
    var side: any VdirSide
    /// Where those of its kind lie: `calendars`.
    var room: String
    var name: String
    var color: String?
  }

  /// A file of the folder as it is.
  struct Local {
    var file: String
    var bytes: [UInt8]
    var print: String
    var title: String
  }

  /// What is to be done about one item.
  struct Item {
    var key: String
    var local: Local?
    var remote: VdirRemote?
    var step: VdirStep
  }

  var context: Context
  var target: Target
  var folder: VdirFolder
  /// Its place below the folder that was named.
  var place: String
  /// What is remembered of it, kept up to date.
  var memory: [String: VdirMemory]

  /// So many deletions are asked about only where nothing would be left.
  static let fewDeletions = 2
  /// More of all items than this are asked about.
  static let askedShare = 0.2

  var locals: [String: Local] = [:]
  var remotes: [String: VdirRemote] = [:]
  /// The items about which nothing is decided here, by their identities.
  var settled: Set<String> = []
  /// Where files lay that the service has moved here, by the identities of their items.
  var arrived: [String: String] = [:]
  /// Where files of missing items lie that belong to no collection, by the identities of the items.
  var strayed: [String: String] = [:]
  private(set) var items: [Item] = []
  var rows: [VdirRow] = []
  var works: [(item: Item, work: VdirWork)] = []

  init(
    context: Context, target: Target, folder: VdirFolder, place: String,
    memory: [String: VdirMemory]
  ) {
    self.context = context
    self.target = target
    self.folder = folder
    self.place = place
    self.memory = memory
  }

  var side: any VdirSide { target.side }

  // MARK: Looking

  /// Reads both sides; changes nothing.
  mutating func look() async throws(Failure) {
    if try folder.isThere { try readFiles() }
    remotes = try await side.items(memory)
  }

  private mutating func readFiles() throws(Failure) {
    let known = Dictionary(memory.map { ($0.value.file, $0.key) }) { first, _ in first }
    for name in try folder.names() {
      do throws(VdirRefusal) {
        let bytes: [UInt8]
        do { bytes = try folder.read(name) } catch { throw VdirRefusal(error.explanation) }
        let print = VdirFolder.print(bytes)
        if let key = known[name], memory[key]?.localPrint == print, locals[key] == nil {
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
        // Nothing is done about an item whose file is there and cannot be read.
        if let key = known[name] { settled.insert(key) }
        rows.append(VdirRow(file: path(name), status: .refused, reason: error.reason))
      }
    }
  }

  // MARK: Deciding

  /// The identities of items that the service has, and whose files are gone.
  var missing: Set<String> {
    Set(memory.keys.filter { locals[$0] == nil && remotes[$0] != nil && !settled.contains($0) })
  }

  /// Works out what is to be done about everything that was not settled otherwise.
  mutating func decide() {
    decide(Set(locals.keys).union(remotes.keys).union(memory.keys).subtracting(settled))
  }

  /// Works out what is to be done about these.
  mutating func decide(_ keys: Set<String>) {
    var new: [Item] = []
    for key in keys.sorted() {
      let (local, remote, known) = (locals[key], remotes[key], memory[key])
      let step = VdirDecision.step(
        local: local.map { form($0, known) }, remote: remote.map { form($0, known) }, memory: known)
      new.append(
        Item(key: key, local: local, remote: remote, step: allowed(step, key, local, remote)))
    }
    items += new
    plan(new)
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

  /// The step, or another one where the service does not let it be done.
  private func allowed(
    _ step: VdirStep, _ key: String, _ local: Local?, _ remote: VdirRemote?
  ) -> VdirStep {
    switch step {
    case .create: return side.closed.map { .refuse($0) } ?? step
    case .push(let parts, _):
      if let why = side.closed { return .revert(why) }
      // Calling an event off in its file is another way to delete it.
      guard let local, let remote, parts.contains("cancelled"),
        side.form(of: local.bytes)["cancelled"] != nil
      else { return step }
      return side.objection(toDeleting: remote).map { .revert($0) } ?? .delete
    case .delete:
      if let place = strayed[key] {
        return .revert("\(place) has its UID; what lies there is not synchronized, and not deleted")
      }
      guard let remote, let why = side.closed ?? side.objection(toDeleting: remote) else {
        return step
      }
      return .revert(why)
    default: return step
    }
  }

  private mutating func plan(_ items: [Item]) {
    var pushed: [Item] = []
    var pushes: [VdirPush] = []
    for item in items {
      guard let local = item.local else { continue }
      switch item.step {
      case .create: pushes.append(VdirPush(bytes: local.bytes))
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

  // MARK: What was decided

  /// How many items would go, on the side that loses the more, and of how many.
  var deletions: (count: Int, of: Int, isFolderGone: Bool) {
    get throws(Failure) {
      let here = items.count { $0.step == .removeFile }
      let there = items.count { $0.step == .delete }
      let isGone = try !folder.isThere && !memory.isEmpty
      return (max(here, there), memory.count, isGone && there > 0)
    }
  }

  /// What is to be deleted at the service.
  var doomed: [Item] { items.filter { $0.step == .delete } }

  /// How many people would get mail.
  var mailed: Int {
    works.reduce(0) { $0 + $1.work.mailed }
      + doomed.compactMap(\.remote).reduce(0) { $0 + side.told(ofDeleting: $1) }
  }

  /// What would be sent.
  var requests: [GraphRequest] {
    works.flatMap { side.requests($0.work) } + doomed.compactMap(\.remote).map(side.deletion)
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
        case .nothing, .remember:
          return arrived[item.key].map { row(.written, "moved from \($0)") }
        case .forget: return nil
        case .pull: return row(.written)
        case .removeFile: return row(.removed)
        case .create: return row(.created)
        case .push: return row(.changed)
        case .delete: return row(.deleted)
        case .conflict(let parts): return row(.conflict, parts.sorted().joined(separator: ", "))
        case .revert(let why), .refuse(let why): return row(.refused, why)
        }
      }
  }

  func path(_ file: String) -> String { Paths.join(place, file) }
}
