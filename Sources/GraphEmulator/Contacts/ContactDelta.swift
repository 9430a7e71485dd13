import HTTPServer
import JSON
import SQLite

/// Rounds of changes to contacts and contact folders.
///
/// Source: Microsoft Graph "contact: delta", "contactFolder: delta", "Use delta query".
struct ContactDelta {
  let store: MailboxStore

  func add(to router: inout GraphRouter) {
    for (path, part) in ContactRoutes.places {
      router.add("GET", path + "/delta()", scopes: ContactRoutes.reading) {
        (call) throws(GraphError) in
        try store.perform(for: call) { (mailbox) throws(GraphError) in
          try contacts(call, part, of: mailbox)
        }
      }
    }
    router.add("GET", "/me/contactFolders/delta()", scopes: ContactRoutes.reading) {
      (call) throws(GraphError) in
      try store.perform(for: call) { (mailbox) throws(GraphError) in
        try folders(call, of: mailbox)
      }
    }
  }

  private func contacts(
    _ call: GraphCall, _ part: String?, of mailbox: Mailbox
  ) throws(GraphError) -> GraphAnswer {
    let folder: MailboxItem
    do throws(GraphError) {
      folder = try ContactRoutes.folder(part, of: call, in: mailbox)
    } catch {
      // A round of a folder that is gone cannot go on.
      guard error.status == 404, call.query["$deltatoken"] ?? call.query["$skiptoken"] != nil else {
        throw error
      }
      throw GraphError(
        status: 410, code: "ErrorSyncFolderNotFound",
        message: "The specified folder could not be found in the store.")
    }
    let folderId = mailbox.id(of: folder)
    let set = part == nil ? call.set("contacts") : call.set("contactFolders", folderId, "contacts")
    return try round(
      call, of: mailbox, list: "c\(folder.number)", set: set, rules: .contactsDelta,
      changes: { (after, until, limit) throws(GraphError) in
        try mailbox.changes(.contact, after: after, until: until, limit: limit) { item in
          item.parent == folder.number || item.left(folder.number)
        }
      },
      resource: { (item) throws(GraphError) in
        if item.parent != folder.number {
          return Self.removed(mailbox.id(of: item), reason: "changed")
        }
        return mailbox.contactResource(item, folderId: folderId)
      })
  }

  private func folders(
    _ call: GraphCall, of mailbox: Mailbox
  ) throws(GraphError) -> GraphAnswer {
    try round(
      call, of: mailbox, list: "f", set: call.set("contactFolders"), rules: .contactFoldersDelta,
      changes: { (after, until, limit) throws(GraphError) in
        try mailbox.changes(.contactFolder, after: after, until: until, limit: limit) { item in
          item.lookup == nil
        }
      },
      resource: { (item) throws(GraphError) in try mailbox.folderResource(item) })
  }

  private func round(
    _ call: GraphCall, of mailbox: Mailbox, list: String, set: String, rules: ResourceRules,
    changes: (_ after: Int, _ until: Int, _ limit: Int) throws(GraphError) -> [MailboxItem],
    resource: (MailboxItem) throws(GraphError) -> JSON
  ) throws(GraphError) -> GraphAnswer {
    let list = "\(mailbox.mark.changeKey(0)).\(list)"
    var (token, options) = try start(call, of: mailbox, list: list, rules: rules)
    let now = try mailbox.lastChange()
    let until = token.until ?? now
    let wish = call.preferences["odata.maxpagesize"].flatMap { Int($0) }
    let size = options.pageSize(preferred: wish)
    let found = try changes(token.after, until, size + 1)
    var value: [JSON] = []
    for item in found.prefix(size) {
      // Made and deleted within this round: the client never knew it.
      if item.isDeleted, item.createdChange > token.since { continue }
      value.append(
        item.isDeleted
          ? Self.removed(mailbox.id(of: item), reason: "deleted")
          : options.shaped(try resource(item)))
    }
    let address = RequestAddress(call)
    var body: JSONObject = [
      "@odata.context": .string(address.context(set, select: options.select) + "/$delta")
    ]
    if found.count > size, let last = found.prefix(size).last {
      token.after = last.change
      token.until = until
      body["@odata.nextLink"] = .string(
        address.link(QueryString(items: [.init(name: "$skiptoken", value: token.text)])))
    } else {
      token = ChangeToken(list: list, since: until, after: until, select: options.select)
      body["@odata.deltaLink"] = .string(
        address.link(QueryString(items: [.init(name: "$deltatoken", value: token.text)])))
    }
    body["value"] = .array(value)
    var answer = GraphAnswer.ok(.object(body))
    if let wish { answer.headers["Preference-Applied"] = "odata.maxpagesize=\(wish)" }
    return answer
  }

  /// The state that a call goes on from, with the options that its round began with.
  private func start(
    _ call: GraphCall, of mailbox: Mailbox, list: String, rules: ResourceRules
  ) throws(GraphError) -> (ChangeToken, QueryOptions) {
    let asked = try QueryOptions(call, for: rules)
    guard let text = asked["$skiptoken"] ?? asked["$deltatoken"] else {
      return (ChangeToken(list: list, select: asked.select), asked)
    }
    guard let token = ChangeToken(text), token.list == list,
      token.after <= (try mailbox.lastChange())
    else { throw .syncStateNotFound }
    let select = token.select.map {
      QueryString(items: [.init(name: "$select", value: $0.joined(separator: ","))])
    }
    return (token, try QueryOptions(select ?? QueryString(), for: rules))
  }

  private static func removed(_ id: String, reason: String) -> JSON {
    ["id": .string(id), "@removed": ["reason": .string(reason)]]
  }
}

extension Mailbox {
  /// The items of a kind last changed after one change and not after another, oldest change first.
  ///
  /// - Parameters:
  ///   - kind: what to list.
  ///   - after: the change before the first one of interest.
  ///   - until: the last change of interest.
  ///   - limit: how many to give at most.
  ///   - belongs: which of them count; a tombstone keeps its folder.
  /// - Returns: tombstones too.
  /// - Throws: 500 when the database fails.
  func changes(
    _ kind: ItemKind, after: Int, until: Int, limit: Int, where belongs: (MailboxItem) -> Bool
  ) throws(GraphError) -> [MailboxItem] {
    var found: [MailboxItem] = []
    var after = after
    while found.count < limit {
      let more = try sql { (database) throws(SQLiteError) in
        try database.rows(
          """
          \(Self.itemColumns) WHERE mailbox = ? AND kind = ? AND change > ? AND change <= ? \
          AND series IS NULL ORDER BY change LIMIT ?
          """, number, kind.rawValue, after, until, limit, as: Self.item(from:))
      }
      found += more.filter(belongs)
      guard more.count == limit, let last = more.last else { break }
      after = last.change
    }
    return Array(found.prefix(limit))
  }
}
