import JSON

/// What is remembered of one item of a folder since the last time that both sides were the same.
struct VdirMemory: Sendable, Equatable {
  /// The name of its file in the folder.
  var file: String
  /// The id of the event or contact.
  var id: String
  /// The state of it that was read, as its service tells it.
  var etag: String?
  /// What the file was, and what the service would have written.
  var localPrint: String
  var remotePrint: String
  /// What the file said.
  var localForm: JSONObject
  /// What the service said; nil for the same.
  var remoteForm: JSONObject?
}

/// What is to be done about one item that may have changed in the folder, at the service, or in both.
enum VdirStep: Equatable, Sendable {
  case nothing
  /// Both say the same; it is remembered.
  case remember
  /// It is in neither any more.
  case forget
  /// The file is written as the service has it.
  case pull
  /// The file goes, since the item is gone.
  case removeFile
  /// It is made at the service.
  case create
  /// These parts are changed at the service, and the rest of it stands; with `pulls` the file gets what
  /// has changed there.
  case push(Set<String>, pulls: Bool)
  /// It is deleted at the service.
  case delete
  /// These parts were changed on both sides, to different things.
  case conflict(Set<String>)
  /// What was done in the folder cannot be done there, for this reason: the file becomes the service's.
  case revert(String)
  /// Nothing is made of the file, for this reason.
  case refuse(String)
}

/// Decides what becomes of items; does nothing by itself.
enum VdirDecision {
  /// One side of an item as it is now.
  struct Side {
    /// By which it is known whether it has changed.
    var print: String
    /// What it says, part by part.
    var form: JSONObject
  }

  /// An edit goes before a deletion; what was changed on one side only is merged, part by part.
  static func step(local: Side?, remote: Side?, memory: VdirMemory?) -> VdirStep {
    switch (local, remote, memory) {
    case (nil, nil, _): return .forget
    case (_?, nil, nil): return .create
    case (nil, _?, nil): return .pull
    case (let local?, let remote?, nil):
      let parts = differing(local.form, remote.form)
      return parts.isEmpty ? .remember : .conflict(parts)
    case (nil, let remote?, let memory?):
      return remote.print == memory.remotePrint ? .delete : .pull
    case (let local?, nil, let memory?):
      return local.print == memory.localPrint ? .removeFile : .create
    case (let local?, let remote?, let memory?):
      return step(local, remote, memory)
    }
  }

  private static func step(_ local: Side, _ remote: Side, _ memory: VdirMemory) -> VdirStep {
    let isRemoteNew = remote.print != memory.remotePrint
    guard local.print != memory.localPrint else { return isRemoteNew ? .pull : .nothing }
    let mine = differing(local.form, memory.localForm)
    guard isRemoteNew else { return mine.isEmpty ? .remember : .push(mine, pulls: false) }
    let theirs = differing(remote.form, memory.remoteForm ?? memory.localForm)
    let clash = mine.intersection(theirs).filter { local.form[$0] != remote.form[$0] }
    if !clash.isEmpty { return .conflict(clash) }
    let alone = mine.subtracting(theirs)
    if alone.isEmpty { return theirs.isSubset(of: mine) ? .remember : .pull }
    return .push(alone, pulls: !theirs.isSubset(of: mine))
  }

  /// The parts in which two forms differ; null is the same as nothing.
  static func differing(_ left: JSONObject, _ right: JSONObject) -> Set<String> {
    Set(left.keys).union(right.keys).filter {
      (left[$0] ?? JSON.null) != (right[$0] ?? JSON.null)
    }
  }
}
