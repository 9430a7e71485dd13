import HTTPServer
import JSON

/// Contacts: list, read, create, update, delete.
///
/// Source: Microsoft Graph "contact resource type".
struct ContactRoutes {
  let store: MailboxStore

  static let reading = ["Contacts.Read", "Contacts.ReadWrite"]
  static let writing = ["Contacts.ReadWrite"]

  /// The paths under which contacts lie, with the name of the part that holds the folder's id.
  static let places: [(path: String, folder: String?)] = [
    ("/me/contacts", nil), ("/me/contactFolders/{folder}/contacts", "folder"),
    ("/me/contactFolders/{folder}/childFolders/{child}/contacts", "child"),
  ]

  func add(to router: inout GraphRouter) {
    for (path, folder) in Self.places {
      let folderOf = { (call: GraphCall, mailbox: Mailbox) throws(GraphError) in
        try Self.folder(folder, of: call, in: mailbox)
      }
      router.add("GET", path, scopes: Self.reading) { (call) throws(GraphError) in
        try store.perform(for: call) { (mailbox) throws(GraphError) in
          try list(call, in: try folderOf(call, mailbox), of: mailbox, isDefault: folder == nil)
        }
      }
      router.add("GET", path + "/$count", scopes: Self.reading) { (call) throws(GraphError) in
        try store.perform(for: call) { (mailbox) throws(GraphError) in
          let folder = try folderOf(call, mailbox)
          return .plain(String(try mailbox.count(.contact, in: folder.number)))
        }
      }
      router.add("POST", path, scopes: Self.writing) { (call) throws(GraphError) in
        try store.perform(for: call) { (mailbox) throws(GraphError) in
          try create(call, in: try folderOf(call, mailbox), of: mailbox)
        }
      }
      router.add("GET", path + "/{contact}", scopes: Self.reading) { (call) throws(GraphError) in
        try one(call, folder) { (mailbox, contact) throws(GraphError) in
          .ok(try body(of: contact, for: call, in: mailbox))
        }
      }
      router.add("PATCH", path + "/{contact}", scopes: Self.writing) {
        (call) throws(GraphError) in
        try one(call, folder) { (mailbox, contact) throws(GraphError) in
          try update(contact, by: call, in: mailbox)
        }
      }
      for (method, action) in [("DELETE", ""), ("POST", "/permanentDelete")] {
        router.add(method, path + "/{contact}" + action, scopes: Self.writing) {
          (call) throws(GraphError) in
          try one(call, folder) { (mailbox, contact) throws(GraphError) in
            try mailbox.checkMatch(call.headers["If-Match"], contact)
            try mailbox.delete(contact)
            return .noContent
          }
        }
      }
    }
  }

  /// The folder of a path, or the default one where the path names none.
  static func folder(
    _ part: String?, of call: GraphCall, in mailbox: Mailbox
  ) throws(GraphError) -> MailboxItem {
    guard let part else { return try mailbox.defaultContactFolder() }
    return try mailbox.contactFolder(call.parameters[part] ?? "")
  }

  /// Runs `body` on the contact of a path; under a folder's path it has to be in that folder.
  func one(
    _ call: GraphCall, _ part: String?,
    _ body: (Mailbox, MailboxItem) throws(GraphError) -> GraphAnswer
  ) throws(GraphError) -> GraphAnswer {
    try store.perform(for: call) { (mailbox) throws(GraphError) in
      let folder = part == nil ? nil : try Self.folder(part, of: call, in: mailbox)
      let contact = try mailbox.item(
        .contact, id: call.parameters["contact"] ?? "", in: folder?.number)
      return try body(mailbox, contact)
    }
  }

  private func list(
    _ call: GraphCall, in folder: MailboxItem, of mailbox: Mailbox, isDefault: Bool
  ) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: isDefault ? .contacts : .contactsOfFolder)
    let preferred = call.preferences["odata.maxpagesize"].flatMap { Int($0) }
    let folderId = mailbox.id(of: folder)
    let page: ODataPage<JSON>
    if options.isPlain {
      // Only the page itself is read, however many contacts there are.
      let size = options.pageSize(preferred: preferred)
      let items = try mailbox.items(
        .contact, in: folder.number, offset: options.skip, limit: size + 1)
      page = ODataPage(
        items: items.prefix(size).map { mailbox.contactResource($0, folderId: folderId) },
        count: options.countsItems ? try mailbox.count(.contact, in: folder.number) : nil,
        nextSkip: items.count > size ? options.skip + size : nil)
    } else {
      var found = options.page(
        of: try mailbox.items(.contact, in: folder.number).map {
          mailbox.contactResource($0, folderId: folderId)
        }, preferred: preferred
      ) { $0 }
      if options.search != nil { found.items = found.items.map(Self.withoutAddresses) }
      page = found
    }
    let name =
      isDefault ? call.set("contacts") : call.set("contactFolders", folderId, "contacts")
    return .ok(options.body(page, of: name, at: RequestAddress(call)))
  }

  /// A contact as `$search` gives it: users of the service see no addresses there and have to read
  /// the contact by its id.
  ///
  /// Source: microsoft-graph-explorer-v4#2942.
  private static func withoutAddresses(_ contact: JSON) -> JSON {
    guard case .object(var contact) = contact else { return contact }
    contact["emailAddresses"] = .array([])
    for name in ContactBody.singleAddresses { contact[name] = JSON.null }
    return .object(contact)
  }

  private func create(
    _ call: GraphCall, in folder: MailboxItem, of mailbox: Mailbox
  ) throws(GraphError) -> GraphAnswer {
    let contact = try mailbox.insert(
      .contact, in: folder.number, try ContactBody.created(from: try call.object()))
    return .created(try body(of: contact, for: call, in: mailbox))
  }

  private func update(
    _ contact: MailboxItem, by call: GraphCall, in mailbox: Mailbox
  ) throws(GraphError) -> GraphAnswer {
    try mailbox.checkMatch(call.headers["If-Match"], contact)
    let body = try call.object()
    var changed = contact
    changed.document = try ContactBody.updated(contact.document, by: body)
    if let target = body["parentFolderId"]?.string {
      let folder = try mailbox.contactFolder(target)
      if folder.number != contact.parent { changed.move(to: folder.number) }
    }
    return .ok(try self.body(of: try mailbox.update(changed), for: call, in: mailbox))
  }

  private func body(
    of contact: MailboxItem, for call: GraphCall, in mailbox: Mailbox
  ) throws(GraphError) -> JSON {
    let options = try QueryOptions(call, for: .contact)
    let folder = try contact.parent.map { (number) throws(GraphError) in
      try mailbox.item(number: number)
    }
    return options.body(
      mailbox.contactResource(contact, folderId: (folder ?? nil).map(mailbox.id(of:))),
      of: call.set("contacts"), at: RequestAddress(call))
  }
}

extension MailboxItem {
  private static let formerFolders = hiddenPrefix + "formerFolders"

  /// Puts the item into another folder and notes the one it leaves, for that folder's delta rounds.
  mutating func move(to folder: Int) {
    if let parent {
      let former = (document[Self.formerFolders]?.array ?? []).filter { $0.int != folder }
      document[Self.formerFolders] = .array(former + [.number(parent)])
    }
    parent = folder
  }

  /// Whether the item was once in `folder` and is elsewhere now.
  func left(_ folder: Int) -> Bool {
    parent != folder
      && document[Self.formerFolders]?.array?.contains { $0.int == folder } ?? false
  }
}

extension QueryOptions {
  /// Whether a page can be cut without looking into the items.
  var isPlain: Bool { filter == nil && search == nil && orderBy.isEmpty }
}

extension GraphAnswer {
  /// Text, as `$count` and a property's `$value` give it.
  static func plain(_ text: String) -> GraphAnswer {
    GraphAnswer(status: 200, body: .bytes(Array(text.utf8), type: "text/plain"))
  }
}

extension GraphCall {
  /// What the metadata calls a set of the mailbox this call is about: `users('…')/contacts`.
  ///
  /// Names and ids alternate: `set("contactFolders", id, "contacts")`.
  package func set(_ parts: String...) -> String {
    var text = "users('\(PercentCoding.encoded(owner.id))')"
    for (index, part) in parts.enumerated() {
      text += index.isMultiple(of: 2) ? "/" + part : "('\(PercentCoding.encoded(part))')"
    }
    return text
  }
}
