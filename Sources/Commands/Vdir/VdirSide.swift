import GraphAPI
import JSON

/// An item of a calendar or folder of contacts, as the service has it.
struct VdirRemote: Sendable {
  /// The identity that its file has.
  var uid: String
  var id: String
  var title: String
  var etag: String?
  /// By which it is known whether it has changed.
  var print: String
  /// Its file; nil where it is known to be as it was.
  var bytes: [UInt8]?
  var raw: JSONObject
  /// The whole series, of an event that is one.
  var series: SeriesSnapshot?
}

/// A change that is to be made at the service.
struct VdirPush: Sendable {
  /// What the file holds.
  var bytes: [UInt8]
  /// What is there; nil for something new.
  var remote: VdirRemote?
  /// The parts to change; nil for all.
  var parts: Set<String>?
}

/// What pushing one file comes to.
enum VdirWork: Sendable {
  case event(PlannedImport)
  case contact(PlannedContact)

  func row(_ outcome: ImportOutcome) -> ImportRow {
    switch self {
    case .event(let plan): ImportRow(plan, outcome)
    case .contact(let plan): ImportRow(plan, outcome)
    }
  }

  /// How many people get mail.
  var mailed: Int {
    if case .event(let plan) = self { plan.mailed } else { 0 }
  }

  /// Why some of what was changed in the file is not changed at the service, whatever is repeated.
  var refusals: [String] {
    if case .event(let plan) = self { plan.refusals } else { [] }
  }
}

/// What was there before it was deleted.
enum VdirDeletion: Sendable {
  case event(UndoRecord)
  case contact(ContactSnapshot)
}

/// A calendar or folder of contacts, as far as a folder of files has to know of it.
protocol VdirSide: Sendable {
  /// The ending of its files.
  var ending: String { get }
  /// Why nothing in it can be changed; nil where it can.
  var closed: String? { get }

  /// Everything in it by the identities of files, small.
  func items(_ known: [String: VdirMemory]) async throws(Failure) -> [String: VdirRemote]
  /// These again, after they were changed.
  func items(ids: [String]) async throws(Failure) -> [VdirRemote]
  /// The identity that a file has; why it is none of one item.
  func identity(of bytes: [UInt8]) throws(VdirRefusal) -> (uid: String, title: String)
  /// What a file says, part by part.
  func form(of bytes: [UInt8]) -> JSONObject
  /// What is to be sent for changes, nil for a file that is none of one item.
  func plan(_ pushes: [VdirPush]) -> [VdirWork?]
  func requests(_ work: VdirWork) -> [GraphRequest]
  func send(_ work: [VdirWork]) async -> [ImportOutcome]
  /// How many people would be told by mail that an item is deleted.
  func told(ofDeleting remote: VdirRemote) -> Int
  /// Why an item must not be deleted without a word; nil where it may.
  func objection(toDeleting remote: VdirRemote) -> String?
  func deletion(of remote: VdirRemote) -> GraphRequest
  /// What `undo` has to know of an item to bring it back.
  func keeping(_ remote: VdirRemote) async throws(Failure) -> VdirDeletion
  /// Deletes an item that is as it was read; one that is gone already counts as deleted.
  func delete(_ remote: VdirRemote) async throws(GraphError)

  /// Why an item cannot go to another calendar or folder; nil where it can.
  func objection(toMoving remote: VdirRemote) -> String?
  func moveRequests(_ remote: VdirRemote, to target: any VdirSide) throws(Failure) -> [GraphRequest]
  /// Puts an item there into another calendar or folder; the id it has then.
  func move(_ remote: VdirRemote, to target: any VdirSide) async throws(Failure) -> String

  /// A file as the service has it, with what the file said beside that; the names of what is lost of it.
  ///
  /// `known` is what the service said when both were the same.
  func file(
    _ bytes: [UInt8], keeping old: [UInt8], known: JSONObject?
  ) -> (bytes: [UInt8], lost: [String])
}

/// Why a file cannot be an item.
struct VdirRefusal: Error, Equatable, Sendable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
