import JSON

/// The categories that items can be marked with.
///
/// Source: Microsoft Graph "outlookCategory resource type": a name is unique and stays, a colour can
/// change.
struct CategoryRoutes {
  let store: MailboxStore

  private static let reading = ["MailboxSettings.Read", "MailboxSettings.ReadWrite"]
  private static let writing = ["MailboxSettings.ReadWrite"]
  static let colors = ["none"] + (0...24).map { "preset\($0)" }

  func add(to router: inout GraphRouter) {
    let path = "/me/outlook/masterCategories"
    router.add("GET", path, scopes: Self.reading) { (call) throws(GraphError) in
      try store.perform(for: call) { (mailbox) throws(GraphError) in
        let options = try QueryOptions(call, for: .categories)
        let page = options.page(of: try mailbox.items(.category, in: nil).map(Self.resource)) {
          $0
        }
        return .ok(
          options.body(page, of: call.set("outlook/masterCategories"), at: RequestAddress(call)))
      }
    }
    router.add("POST", path, scopes: Self.writing) { (call) throws(GraphError) in
      try store.perform(for: call) { (mailbox) throws(GraphError) in
        let body = try call.object()
        guard
          let name = try BodyValue("displayName", body.value("displayName") ?? .null).text()
            .string, !name.isEmpty
        else { throw .badRequest("ErrorInvalidArgument", "A category needs a display name.") }
        let color = try Self.color(body.value("color") ?? "none")
        let category = try mailbox.addCategory(name, color: color)
        return .created(try Self.body(of: category, for: call))
      }
    }
    router.add("GET", path + "/{id}", scopes: Self.reading) { (call) throws(GraphError) in
      try one(call) { (_, category) throws(GraphError) in
        .ok(try Self.body(of: category, for: call))
      }
    }
    router.add("PATCH", path + "/{id}", scopes: Self.writing) { (call) throws(GraphError) in
      try one(call) { (mailbox, category) throws(GraphError) in
        let body = try call.object()
        if let name = body.value("displayName"), name != category.document["displayName"] {
          throw .badRequest(
            "ErrorInvalidPropertySet", "The display name of a category cannot be changed.")
        }
        var changed = category
        if let color = body.value("color") {
          changed.document["color"] = .string(try Self.color(color))
        }
        return .ok(try Self.body(of: try mailbox.update(changed), for: call))
      }
    }
    router.add("DELETE", path + "/{id}", scopes: Self.writing) { (call) throws(GraphError) in
      try one(call) { (mailbox, category) throws(GraphError) in
        try mailbox.delete(category)
        return .noContent
      }
    }
  }

  private func one(
    _ call: GraphCall, _ body: (Mailbox, MailboxItem) throws(GraphError) -> GraphAnswer
  ) throws(GraphError) -> GraphAnswer {
    try store.perform(for: call) { (mailbox) throws(GraphError) in
      let id = (call.parameters["id"] ?? "").lowercased()
      guard let category = try mailbox.item(.category, lookup: id) else { throw .itemNotFound }
      return try body(mailbox, category)
    }
  }

  private static func color(_ value: JSON) throws(GraphError) -> String {
    try BodyValue("color", value.isNull ? "none" : value).choice(colors).string ?? "none"
  }

  private static func resource(_ category: MailboxItem) -> JSON {
    [
      "id": .string(orNull: category.lookup),
      "displayName": category.document["displayName"] ?? .null,
      "color": category.document["color"] ?? "none",
    ]
  }

  private static func body(
    of category: MailboxItem, for call: GraphCall
  ) throws(GraphError) -> JSON {
    try QueryOptions(call, for: .category).body(
      resource(category), of: call.set("outlook/masterCategories"), at: RequestAddress(call))
  }
}

extension Mailbox {
  /// Adds a category; its id is a GUID made of its name.
  ///
  /// - Throws: 409 when there is one of that name.
  @discardableResult
  package func addCategory(_ name: String, color: String) throws(GraphError) -> MailboxItem {
    let id = StableID.guid("category", user.id, name.lowercased())
    guard try item(.category, lookup: id) == nil else {
      throw GraphError(
        status: 409, code: "ErrorDuplicateCategory",
        message: "A category with the specified name already exists.")
    }
    return try insert(
      .category, in: nil, ["displayName": .string(name), "color": .string(color)], lookup: id)
  }
}
