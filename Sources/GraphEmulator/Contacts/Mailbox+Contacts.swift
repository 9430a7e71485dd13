package import JSON
import SQLite

extension Mailbox {
  /// The folder above all others; its id stands in the default folder's `parentFolderId`.
  private func rootFolder() throws(GraphError) -> MailboxItem {
    if let root = try item(.contactFolder, lookup: "msgfolderroot") { return root }
    return try insert(
      .contactFolder, in: nil, ["displayName": "Top of Information Store"],
      lookup: "msgfolderroot")
  }

  /// The folder that `/me/contacts` shows; made at its first use.
  package func defaultContactFolder() throws(GraphError) -> MailboxItem {
    if let folder = try item(.contactFolder, lookup: "contacts") { return folder }
    let root = try rootFolder()
    return try insert(
      .contactFolder, in: root.number, ["displayName": "Contacts"], lookup: "contacts")
  }

  /// The folder that a part of a path names: an id, or the well-known name `contacts`.
  package func contactFolder(_ id: String) throws(GraphError) -> MailboxItem {
    if id.lowercased() == "contacts" { return try defaultContactFolder() }
    return try item(.contactFolder, id: id)
  }

  /// A folder as answers show it.
  package func folderResource(_ folder: MailboxItem) throws(GraphError) -> JSON {
    var resource: JSONObject = ["id": .string(id(of: folder))]
    let parent = try folder.parent.flatMapThrowing { (number) throws(GraphError) in
      try item(number: number)
    }
    resource["parentFolderId"] = .string(orNull: parent.map(id(of:)))
    for (key, value) in folder.document { resource[key] = value }
    return .object(resource)
  }

  /// A contact as answers show it, everything included that only an expansion shows.
  package func contactResource(
    _ contact: MailboxItem, folderId: String?
  ) -> JSON {
    var resource: JSONObject = [
      "@odata.etag": .string(etag(of: contact)), "id": .string(id(of: contact)),
      "createdDateTime": .string(Timestamp.zulu(contact.created)),
      "lastModifiedDateTime": .string(Timestamp.zulu(contact.modified)),
      "changeKey": .string(changeKey(of: contact)),
      "categories": contact.document["categories"] ?? [],
      "parentFolderId": .string(orNull: folderId),
    ]
    for (key, value) in contact.document where !key.hasPrefix(MailboxItem.hiddenPrefix) {
      resource[key] = value
    }
    let emails = contact.document["emailAddresses"]?.array ?? []
    for (place, name) in ContactBody.singleAddresses.enumerated() {
      resource[name] = emails.indices.contains(place) ? emails[place] : .null
    }
    return .object(resource)
  }

  /// The living items of a folder from `offset` on, at most `limit`, in the order they were made.
  func items(
    _ kind: ItemKind, in parent: Int, offset: Int, limit: Int
  ) throws(GraphError) -> [MailboxItem] {
    try sql { (database) throws(SQLiteError) in
      try database.rows(
        """
        \(Self.itemColumns) WHERE mailbox = ? AND kind = ? AND parent = ? AND isDeleted = 0 \
        AND series IS NULL ORDER BY number LIMIT ? OFFSET ?
        """, number, kind.rawValue, parent, limit, offset, as: Self.item(from:))
    }
  }

  func count(_ kind: ItemKind, in parent: Int) throws(GraphError) -> Int {
    try sql { (database) throws(SQLiteError) in
      try database.first(
        """
        SELECT count(*) FROM items WHERE mailbox = ? AND kind = ? AND parent = ? \
        AND isDeleted = 0 AND series IS NULL
        """, number, kind.rawValue, parent
      ) { (row) in row.int(0) } ?? 0
    }
  }
}

extension MailboxItem {
  /// Members of a document that start with this are the emulator's own and never shown.
  static let hiddenPrefix = "~"
}

extension Optional {
  /// What `body` makes of the value, errors passed on.
  fileprivate func flatMapThrowing<Value, Failure: Error>(
    _ body: (Wrapped) throws(Failure) -> Value?
  ) throws(Failure) -> Value? {
    guard let self else { return nil }
    return try body(self)
  }
}
