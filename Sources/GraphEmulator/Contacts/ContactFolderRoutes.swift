import HTTPServer
import JSON

/// Contact folders: list, read, create, rename, move, delete, and the folders in them.
///
/// Source: Microsoft Graph "contactFolder resource type"; the default folder is not in the list
/// ("Known issues"), and those that are lie in it.
struct ContactFolderRoutes {
  let store: MailboxStore

  /// The paths of lists of folders, with the part that holds their parent's id.
  private static let places: [(path: String, parent: String?)] = [
    ("/me/contactFolders", nil), ("/me/contactFolders/{parent}/childFolders", "parent"),
  ]

  func add(to router: inout GraphRouter) {
    for (path, part) in Self.places {
      let parentOf = { (call: GraphCall, mailbox: Mailbox) throws(GraphError) in
        try ContactRoutes.folder(part, of: call, in: mailbox)
      }
      router.add("GET", path, scopes: ContactRoutes.reading) { (call) throws(GraphError) in
        try store.perform(for: call) { (mailbox) throws(GraphError) in
          try list(call, in: try parentOf(call, mailbox), of: mailbox, path: path)
        }
      }
      router.add("GET", path + "/$count", scopes: ContactRoutes.reading) {
        (call) throws(GraphError) in
        try store.perform(for: call) { (mailbox) throws(GraphError) in
          let parent = try parentOf(call, mailbox)
          return .plain(String(try mailbox.count(.contactFolder, in: parent.number)))
        }
      }
      router.add("POST", path, scopes: ContactRoutes.writing) { (call) throws(GraphError) in
        try store.perform(for: call) { (mailbox) throws(GraphError) in
          try create(call, in: try parentOf(call, mailbox), of: mailbox)
        }
      }
      addOne(path + "/{folder}", to: &router)
    }
  }

  private func addOne(_ path: String, to router: inout GraphRouter) {
    router.add("GET", path, scopes: ContactRoutes.reading) { (call) throws(GraphError) in
      try one(call) { (mailbox, folder) throws(GraphError) in
        .ok(try body(of: folder, for: call, in: mailbox))
      }
    }
    router.add("PATCH", path, scopes: ContactRoutes.writing) { (call) throws(GraphError) in
      try one(call) { (mailbox, folder) throws(GraphError) in
        try update(folder, by: call, in: mailbox)
      }
    }
    for (method, action) in [("DELETE", ""), ("POST", "/permanentDelete")] {
      router.add(method, path + action, scopes: ContactRoutes.writing) {
        (call) throws(GraphError) in
        try one(call) { (mailbox, folder) throws(GraphError) in
          try mailbox.checkMatch(call.headers["If-Match"], folder)
          guard folder.lookup == nil else {
            throw GraphError(
              status: 403, code: "ErrorDeleteDistinguishedFolder",
              message: "Distinguished folders cannot be deleted.")
          }
          try mailbox.delete(folder)
          return .noContent
        }
      }
    }
  }

  private func one(
    _ call: GraphCall, _ body: (Mailbox, MailboxItem) throws(GraphError) -> GraphAnswer
  ) throws(GraphError) -> GraphAnswer {
    try store.perform(for: call) { (mailbox) throws(GraphError) in
      let folder = try mailbox.contactFolder(call.parameters["folder"] ?? "")
      if let parent = call.parameters["parent"] {
        guard folder.parent == (try mailbox.contactFolder(parent)).number else {
          throw .itemNotFound
        }
      }
      return try body(mailbox, folder)
    }
  }

  private func list(
    _ call: GraphCall, in parent: MailboxItem, of mailbox: Mailbox, path: String
  ) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .contactFolders)
    var folders: [JSON] = []
    for folder in try mailbox.items(.contactFolder, in: parent.number) {
      folders.append(try mailbox.folderResource(folder))
    }
    let name =
      call.parameters["parent"] == nil
      ? call.set("contactFolders")
      : call.set("contactFolders", mailbox.id(of: parent), "childFolders")
    let page = options.page(
      of: folders, preferred: call.preferences["odata.maxpagesize"].flatMap { Int($0) }
    ) { $0 }
    return .ok(options.body(page, of: name, at: RequestAddress(call)))
  }

  private func create(
    _ call: GraphCall, in parent: MailboxItem, of mailbox: Mailbox
  ) throws(GraphError) -> GraphAnswer {
    let body = try call.object()
    let name = try Self.displayName(in: body)
    guard let name, !name.isEmpty else {
      throw .badRequest("ErrorInvalidArgument", "The folder needs a display name.")
    }
    // The parent of the path wins; the docs' own example repeats it in the body.
    try checkFree(name, in: parent.number, of: mailbox)
    let folder = try mailbox.insert(
      .contactFolder, in: parent.number, ["displayName": .string(name)])
    return .created(try self.body(of: folder, for: call, in: mailbox))
  }

  private func update(
    _ folder: MailboxItem, by call: GraphCall, in mailbox: Mailbox
  ) throws(GraphError) -> GraphAnswer {
    try mailbox.checkMatch(call.headers["If-Match"], folder)
    let body = try call.object()
    var changed = folder
    if let target = body["parentFolderId"]?.string {
      let parent = try mailbox.contactFolder(target)
      try checkOutside(parent, of: folder, in: mailbox)
      changed.parent = parent.number
    }
    if let name = try Self.displayName(in: body) {
      changed.document["displayName"] = .string(name)
    }
    guard let parent = changed.parent, folder.lookup == nil || changed.parent == folder.parent
    else { throw .accessDenied }
    try checkFree(
      changed.document["displayName"]?.string ?? "", in: parent, of: mailbox,
      but: folder.number)
    return .ok(try self.body(of: try mailbox.update(changed), for: call, in: mailbox))
  }

  private static func displayName(in body: JSONObject) throws(GraphError) -> String? {
    guard let member = body.members.first(where: { $0.key.lowercased() == "displayname" }) else {
      return nil
    }
    return try BodyValue("displayName", member.value).text().string
  }

  private func checkFree(
    _ name: String, in parent: Int, of mailbox: Mailbox, but number: Int? = nil
  ) throws(GraphError) {
    let taken = try mailbox.items(.contactFolder, in: parent).contains {
      $0.number != number
        && $0.document["displayName"]?.string?.lowercased() == name.lowercased()
    }
    guard !taken else {
      throw GraphError(
        status: 409, code: "ErrorFolderExists",
        message: "A folder with the specified name already exists.")
    }
  }

  /// Refuses to put `folder` into itself or into one of its own.
  private func checkOutside(
    _ target: MailboxItem, of folder: MailboxItem, in mailbox: Mailbox
  ) throws(GraphError) {
    var place: MailboxItem? = target
    while let here = place {
      guard here.number != folder.number else {
        throw .badRequest(
          "ErrorMoveCopyFailed", "A folder cannot be moved into itself or below itself.")
      }
      guard let parent = here.parent else { return }
      place = try mailbox.item(number: parent)
    }
  }

  private func body(
    of folder: MailboxItem, for call: GraphCall, in mailbox: Mailbox
  ) throws(GraphError) -> JSON {
    try QueryOptions(call, for: .contactFolder).body(
      try mailbox.folderResource(folder), of: call.set("contactFolders"),
      at: RequestAddress(call))
  }
}
