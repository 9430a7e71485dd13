import JSON

extension SeedLoader {
  /// Adds `contacts` to the default folder and `contactFolders` with what they hold.
  func addContacts(_ content: JSONObject, at place: String) throws(GraphError) {
    let folder = try mailbox.defaultContactFolder()
    try addContacts(content["contacts"], to: folder, at: "\(place).contacts")
    try addFolders(content["contactFolders"], to: folder, at: "\(place).contactFolders")
  }

  private func addFolders(
    _ list: JSON?, to parent: MailboxItem, at place: String
  ) throws(GraphError) {
    try each(list, at: place) { (folder, place) throws(GraphError) in
      guard let name = try folder.text("displayName"), !name.isEmpty else {
        throw .badRequest("Seed", "a folder needs a displayName")
      }
      let item = try mailbox.insert(
        .contactFolder, in: parent.number, ["displayName": .string(name)])
      try addContacts(folder["contacts"], to: item, at: "\(place).contacts")
      try addFolders(folder["childFolders"], to: item, at: "\(place).childFolders")
    }
  }

  private func addContacts(
    _ list: JSON?, to folder: MailboxItem, at place: String
  ) throws(GraphError) {
    try each(list, at: place) { (contact, _) throws(GraphError) in
      let item = try mailbox.insert(
        .contact, in: folder.number, try ContactBody.created(from: contact),
        alphabet: alphabet(contact), created: created(contact))
      if let picture = contact["photo"], !picture.isNull { try addPhoto(picture, to: item) }
    }
  }

  /// The signs of an item's id: about every seventh has `/` and `+`, which clients have to encode.
  func alphabet(_ resource: JSONObject) -> IdAlphabet {
    let name = resource["displayName"]?.string ?? resource["subject"]?.string ?? ""
    return name.unicodeScalars.reduce(0) { $0 + Int($1.value) }.isMultiple(of: 7)
      ? .plain : .urlSafe
  }
}
