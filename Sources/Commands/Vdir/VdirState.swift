import FoundationEssentials
import Host
import JSON
import Store

/// What is remembered of a folder that is kept like the mailbox, in a file of this machine's state.
struct VdirState: Sendable {
  /// What is remembered of one calendar or folder of contacts.
  struct Collection: Sendable {
    /// Its place below the folder: `calendars/Work`.
    var place: String
    /// By the identities of files, small.
    var items: [String: VdirMemory] = [:]
  }

  /// By the ids of calendars and folders.
  var collections: [String: Collection] = [:]

  /// More than any mailbox takes.
  private static let largest = 512 << 20
  private static let version = 1

  /// Where it lies: one file for each account and folder.
  static func path(
    account: String, folder: String, environment: Environment
  ) throws(HostError) -> String {
    try Paths(environment: environment)
      .state("graphcal/vdir-\(ShortID.of(account + "\n" + folder)).json")
  }

  /// Reads what was remembered; nothing where there is no file.
  ///
  /// - Throws: `Failure` for a file that is no such state: what would be done without it is another thing.
  init(path: String) throws(Failure) {
    let bytes: [UInt8]?
    do {
      bytes = try PrivateFile(path: path).read(limit: Self.largest)
    } catch {
      throw Failure(
        .general, "cannot read what is remembered of the folder", why: error.description,
        hint: "make it readable, or move it away to begin anew")
    }
    guard let bytes else { return }
    guard let json = try? JSON(parsing: bytes), json["version"]?.int == Self.version,
      let collections = json["collections"]?.object
    else {
      throw Failure(
        .general, "what is remembered of the folder is damaged or of a newer graphcal",
        why: path, hint: "move that file away; both sides are compared anew then")
    }
    for (id, value) in collections {
      var collection = Collection(place: value["place"]?.string ?? "")
      for (uid, item) in value["items"]?.object ?? [:] {
        collection.items[uid] = VdirMemory(item)
      }
      self.collections[id] = collection
    }
  }

  /// Writes it, whole or not at all.
  func write(to path: String, now: Date) throws(Failure) {
    let json: JSON = [
      "version": .number(Self.version),
      "collections": .object(
        JSONObject(
          collections.sorted { $0.key < $1.key }.map { id, collection in
            (
              id,
              [
                "place": .string(collection.place),
                "items": .object(
                  JSONObject(
                    collection.items.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })),
              ]
            )
          })),
    ]
    do {
      _ = try PrivateFile(path: path).write(json.bytes(.wire), now: now)
    } catch {
      throw Failure(
        .general, "cannot remember what was done", why: error.description,
        hint: "make \(Paths.folder(of: path)) a folder you may write to")
    }
  }
}

extension VdirMemory {
  /// Reads what `json` wrote.
  init(_ json: JSON) {
    file = json["file"]?.string ?? ""
    id = json["id"]?.string ?? ""
    etag = json["etag"]?.string
    localPrint = json["local"]?.string ?? ""
    remotePrint = json["remote"]?.string ?? ""
    localForm = json["form"]?.object ?? [:]
    remoteForm = json["remoteForm"]?.object
  }

  var json: JSON {
    var object: JSONObject = [
      "file": .string(file), "id": .string(id), "local": .string(localPrint),
      "remote": .string(remotePrint), "form": .object(localForm),
    ]
    if let etag { object["etag"] = .string(etag) }
    if let remoteForm { object["remoteForm"] = .object(remoteForm) }
    return .object(object)
  }
}
