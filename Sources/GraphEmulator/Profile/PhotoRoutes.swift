import HTTPServer
import JSON

/// Pictures of users and of contacts.
///
/// Source: Microsoft Graph "Get profilePhoto", "Update profilePhoto"; clients also use PATCH and
/// `application/octet-stream`.
struct PhotoRoutes {
  let store: MailboxStore

  /// A Graph write is bounded by 4 MB.
  private static let largest = 4 * 1024 * 1024

  func add(to router: inout GraphRouter) {
    add(
      "/me/photo", to: &router, reading: ["User.Read", "User.ReadBasic.All", "User.ReadWrite"],
      writing: ["User.ReadWrite"], reach: .others
    ) { (_, _) throws(GraphError) in nil }
    for (path, folder) in ContactRoutes.places {
      add(
        path + "/{contact}/photo", to: &router, reading: ContactRoutes.reading,
        writing: ContactRoutes.writing, reach: .ownOnly
      ) { (call, mailbox) throws(GraphError) in
        let folder = folder == nil ? nil : try ContactRoutes.folder(folder, of: call, in: mailbox)
        return try mailbox.item(
          .contact, id: call.parameters["contact"] ?? "", in: folder?.number)
      }
    }
  }

  /// Adds the rows of one kind of picture; `holder` finds the item it belongs to, nil for the user.
  private func add(
    _ path: String, to router: inout GraphRouter, reading: [String], writing: [String],
    reach: GraphRouter.Reach,
    holder: @escaping (GraphCall, Mailbox) throws(GraphError) -> MailboxItem?
  ) {
    router.add("GET", path, scopes: reading, reach: reach) { (call) throws(GraphError) in
      try store.perform(for: call) { (mailbox) throws(GraphError) in
        let holder = try holder(call, mailbox)
        let photo = try photo(of: holder, in: mailbox)
        return .ok(metadata(photo, of: holder, for: call, in: mailbox))
      }
    }
    router.add("GET", path + "/$value", scopes: reading, reach: reach) {
      (call) throws(GraphError) in
      try store.perform(for: call) { (mailbox) throws(GraphError) in
        let photo = try photo(of: try holder(call, mailbox), in: mailbox)
        guard let bytes = try mailbox.content(of: photo) else { throw .imageNotFound }
        let type = photo.document["contentType"]?.string ?? "image/jpeg"
        var answer = GraphAnswer(status: 200, body: .bytes(bytes, type: type))
        answer.headers["ETag"] = "\"\(mailbox.changeKey(of: photo))\""
        return answer
      }
    }
    for (method, suffix) in [("PUT", "/$value"), ("PATCH", "/$value"), ("PATCH", "")] {
      router.add(method, path + suffix, scopes: writing) { (call) throws(GraphError) in
        try store.perform(for: call) { (mailbox) throws(GraphError) in
          try put(call, of: try holder(call, mailbox), in: mailbox)
          return GraphAnswer(status: 200)
        }
      }
    }
    router.add("DELETE", path + "/$value", scopes: writing) { (call) throws(GraphError) in
      try store.perform(for: call) { (mailbox) throws(GraphError) in
        let holder = try holder(call, mailbox)
        try mailbox.delete(try photo(of: holder, in: mailbox))
        if let holder { try mailbox.update(holder) }
        return .noContent
      }
    }
  }

  private func photo(
    of holder: MailboxItem?, in mailbox: Mailbox
  ) throws(GraphError) -> MailboxItem {
    guard let photo = try mailbox.items(.photo, in: holder?.number).first else {
      throw .imageNotFound
    }
    return photo
  }

  private func put(
    _ call: GraphCall, of holder: MailboxItem?, in mailbox: Mailbox
  ) throws(GraphError) {
    guard call.body.count < Self.largest else {
      throw GraphError(
        status: 413, code: "RequestEntityTooLarge", message: "The request is larger than 4 MB.")
    }
    guard PictureFormat(call.body) != nil else {
      throw .badRequest("ErrorInvalidImage", "The body is not a picture.")
    }
    try mailbox.setPhoto(call.body, of: holder)
    if let holder { try mailbox.update(holder) }
  }

  private func metadata(
    _ photo: MailboxItem, of holder: MailboxItem?, for call: GraphCall, in mailbox: Mailbox
  ) -> JSON {
    let width = photo.document["width"]?.int ?? 0
    let height = photo.document["height"]?.int ?? 0
    let set =
      holder.map { call.set("contacts", mailbox.id(of: $0), "photo") } ?? call.set("photo")
    return [
      "@odata.context": .string(RequestAddress(call).context(set, entity: true)),
      "@odata.mediaContentType": photo.document["contentType"] ?? "image/jpeg",
      "@odata.mediaEtag": .string("\"\(mailbox.changeKey(of: photo))\""),
      "id": .string("\(width)x\(height)"), "width": .number(width), "height": .number(height),
    ]
  }
}

extension Mailbox {
  /// Puts a picture to an item, or to the user where `holder` is nil; an older one is replaced.
  package func setPhoto(_ bytes: [UInt8], of holder: MailboxItem?) throws(GraphError) {
    let format = PictureFormat(bytes)
    let document: JSONObject = [
      "contentType": .string(format?.type ?? "image/jpeg"), "width": .number(format?.width ?? 0),
      "height": .number(format?.height ?? 0),
    ]
    if var photo = try items(.photo, in: holder?.number).first {
      photo.document = document
      try update(photo, content: bytes)
    } else {
      try insert(.photo, in: holder?.number, document, content: bytes)
    }
  }
}

extension GraphError {
  /// 404 for a user or contact without a picture.
  static let imageNotFound = GraphError(
    status: 404, code: "ImageNotFound", message: "The photo wasn't found.")
}
