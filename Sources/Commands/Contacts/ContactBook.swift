import Contacts
import FoundationEssentials
import GraphAPI
import JSON
import Store

/// The contacts of a mailbox over all its folders.
struct ContactBook: Sendable {
  var context: Context
  var session: Session
  /// The local copy, where it answers; only lists that change nothing are read from it.
  var copy: CopyReader?
  /// What comes along with each contact; the copy has nothing of it.
  var expansion: String?

  /// The contacts of a session for a list, from the local copy where that may answer.
  static func forReading(
    context: Context, session: Session
  ) async throws(Failure) -> ContactBook {
    ContactBook(
      context: context, session: session,
      copy: try await context.copyReader(.contacts, session: session))
  }

  /// The folders, the default one first and each followed by those inside it.
  ///
  /// The service leaves the default folder out of its list, so its name and id are asked for by a
  /// contact of it; without any contact it goes by the name Outlook gives it in English.
  func folders() async throws(Failure) -> [ContactFolder] {
    if let copy { return copy.collections.map(ContactFolder.init(copied:)) }
    do throws(GraphError) {
      let graph = session.graph
      async let top = Self.result { () async throws(GraphError) in
        try await graph.list(ContactRequests.folders()).items
      }
      async let standard = Self.result { () async throws(GraphError) in
        try await graph.standardContactFolder()
      }
      var folders = [ContactFolder(standard: try await standard.get())]
      folders += try await inner(try await top.get())
      return folders
    } catch {
      throw Failure(error, doing: "read the folders of contacts")
    }
  }

  /// The contacts of these folders, in their order; at most four requests are on their way at once.
  func contacts(
    in folders: [ContactFolder], properties: [String]
  ) async throws(Failure) -> [ContactEntry] {
    try await contacts(in: folders, properties: properties) { $0 }
  }

  /// What is made of the contacts of these folders, in their order, each as it comes.
  ///
  /// Nothing else is held of them, and nothing at all of those of which nothing is made.
  func contacts<Item: Sendable>(
    in folders: [ContactFolder], properties: [String],
    as made: @escaping @Sendable (ContactEntry) -> Item?
  ) async throws(Failure) -> [Item] {
    let results = await withTaskGroup(of: (Int, Result<[Told<Item>], Failure>).self) { group in
      for (index, folder) in folders.enumerated() {
        group.addTask {
          do throws(Failure) {
            return (
              index,
              .success(
                try await read(folder, properties: properties) { json in
                  entry(json, in: folder, among: folders).flatMap { entry in
                    made(entry).map { Told(id: entry.contact.id, item: $0) }
                  }
                })
            )
          } catch {
            return (index, .failure(error))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var items: [Item] = []
    var seen: Set<String> = []
    for (_, result) in results.sorted(by: { $0.0 < $1.0 }) {
      // Should the default folder's list hold those of other folders too, each still stands once.
      for told in try result.get() where seen.insert(told.id).inserted { items.append(told.item) }
    }
    return items
  }

  /// What was made of a contact, with its id.
  private struct Told<Item: Sendable>: Sendable {
    var id: String
    var item: Item
  }

  private func read<Item: Sendable>(
    _ folder: ContactFolder, properties: [String], as made: @Sendable (JSON) -> Item?
  ) async throws(Failure) -> [Item] {
    if let copy {
      guard let copied = copy.collections.first(where: { $0.id == folder.id ?? "" }) else {
        return []
      }
      return try await copy.contacts(in: copied, properties: properties, as: made)
    }
    do throws(GraphError) {
      let request = ContactRequests.contacts(
        in: folder.place, properties: properties, expanding: expansion)
      return try await session.graph.list(request, as: made).items
    } catch {
      throw Failure(error, doing: "read the contacts in \(folder.name)")
    }
  }

  private func entry(
    _ json: JSON, in place: ContactFolder, among folders: [ContactFolder]
  ) -> ContactEntry? {
    guard let contact = Contact(graph: json) else { return nil }
    return ContactEntry(
      contact: contact, raw: json.object ?? [:], session: session,
      folder: folder(of: contact, among: folders) ?? place)
  }

  /// The folder that a person names, by its name in any letter case, its short or its full id.
  func folder(
    named name: String, among folders: [ContactFolder]
  ) throws(Failure) -> ContactFolder {
    // A whole path names one folder, whatever those inside others are called.
    for isNamed: (ContactFolder) -> Bool in [
      { $0.id == name || $0.path == name }, { $0.path.lowercased() == name.lowercased() },
    ] {
      let named = folders.filter(isNamed)
      if named.count == 1 { return named[0] }
    }
    let wanted = name.lowercased()
    var matches = folders.filter { $0.name.lowercased() == wanted }
    if matches.isEmpty, ShortID.isCandidate(name) {
      matches = folders.filter { $0.id.map { ShortID.of($0).hasPrefix(name) } ?? false }
    }
    if matches.count == 1 { return matches[0] }
    guard matches.isEmpty else {
      throw Failure(
        .usage, "more than one folder is called \"\(name)\"",
        why: matches.map { folder in
          folder.path + (folder.id.map { " (\(ShortID.of($0).prefix(ShortID.shortest)))" } ?? "")
        }.joined(separator: ", "),
        hint: "write the whole path or the id")
    }
    throw Failure(
      .notFound, "there is no folder \"\(name)\"",
      why: "folders: \(folders.map(\.path).joined(separator: ", "))",
      hint: "graphcal contact-folders")
  }

  private func folder(of contact: Contact, among folders: [ContactFolder]) -> ContactFolder? {
    guard let id = contact.folderID.ifKnown ?? nil else { return nil }
    return folders.first { $0.id == id }
  }

  /// These folders, each followed by those inside it; the children of all are asked for at once.
  private func inner(
    _ items: [JSON], depth: Int = 0, path: String? = nil
  ) async throws(GraphError) -> [ContactFolder] {
    let folders = items.compactMap { item -> ContactFolder? in
      guard var folder = ContactFolder(graph: item) else { return nil }
      folder.depth = depth
      folder.path = (path.map { $0 + "/" } ?? "") + folder.name
      return folder
    }
    let results = await withTaskGroup(of: (Int, Result<[ContactFolder], GraphError>).self) {
      group in
      for (index, folder) in folders.enumerated() {
        group.addTask {
          let result = await Self.result { () async throws(GraphError) in
            guard let id = folder.id else { return [ContactFolder]() }
            let children = try await session.graph.list(ContactRequests.folders(in: id)).items
            return try await inner(children, depth: depth + 1, path: folder.path)
          }
          return (index, result)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var all: [ContactFolder] = []
    for (index, folder) in folders.enumerated() {
      all.append(folder)
      all += try results[index]?.get() ?? []
    }
    return all
  }

  private static func result<Value>(
    _ body: () async throws(GraphError) -> Value
  ) async -> Result<Value, GraphError> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}

/// A folder of contacts.
struct ContactFolder: Hashable, Sendable {
  /// Nil for a default folder whose id cannot be known, since it holds no contact.
  var id: String?
  var name: String
  /// The names of the folders it lies in and its own, parted by slashes.
  var path: String
  /// How many folders it lies in.
  var depth = 0
  var isStandard = false
  var raw: JSON

  init(standard json: JSON?) {
    id = json?["id"]?.string
    name = json?["displayName"]?.string ?? "Contacts"
    path = name
    isStandard = true
    raw = json ?? ["id": nil, "displayName": .string(name)]
  }

  init?(graph json: JSON) {
    guard let id = json["id"]?.string else { return nil }
    self.id = id
    name = json["displayName"]?.string ?? ""
    path = name
    raw = json
  }

  /// The folder as it is kept in the local copy.
  init(copied collection: CopyCollection) {
    let computed = collection.resource["graphcal"]
    var resource = collection.resource
    resource["graphcal"] = nil
    id = collection.id.isEmpty ? nil : collection.id
    name = collection.name
    path = computed?["path"]?.string ?? name
    depth = computed?["depth"]?.int ?? 0
    isStandard = computed?["isDefault"]?.bool ?? false
    raw = .object(resource)
  }

  /// Where requests find its contacts.
  var place: ContactRequests.Folder {
    guard let id, !isStandard else { return .standard }
    return .other(id: id)
  }
}

/// A contact with the resource it was read from, its account and its folder.
struct ContactEntry: Sendable {
  var contact: Contact
  var raw: JSONObject
  var session: Session
  var folder: ContactFolder?

  /// For what is remembered about listed items.
  var known: StateStore.KnownItem {
    StateStore.KnownItem(id: contact.id, kind: .contact, account: session.accountKey)
  }
}

extension GraphClient {
  /// The default folder, found by a contact in it; nil when it is empty.
  fileprivate func standardContactFolder() async throws(GraphError) -> JSON? {
    let first = try await list(ContactRequests.firstContact, limit: 1).items.first
    guard let id = first?["parentFolderId"]?.string else { return nil }
    do {
      return .object(try await object(ContactRequests.folder(id: id)))
    } catch .server(let error) where error.status == 404 {
      return ["id": .string(id), "displayName": "Contacts"]
    }
  }
}
