import HTTPServer
import JSON

/// Open extensions of contacts and events.
///
/// Source: Microsoft Graph "openTypeExtension resource type".
struct ExtensionRoutes {
  let store: MailboxStore

  func add(to router: inout GraphRouter) {
    add("/me/contacts/{item}/extensions", kind: .contact, to: &router)
    add("/me/events/{item}/extensions", kind: .event, to: &router)
  }

  private func add(_ path: String, kind: ItemKind, to router: inout GraphRouter) {
    let reading =
      kind == .contact ? ContactRoutes.reading : ["Calendars.Read", "Calendars.ReadWrite"]
    let writing = kind == .contact ? ContactRoutes.writing : ["Calendars.ReadWrite"]
    let set = kind == .contact ? "contacts" : "events"
    func one(
      _ call: GraphCall,
      _ body: (Mailbox, MailboxItem, [JSON]) throws(GraphError) -> GraphAnswer
    ) throws(GraphError) -> GraphAnswer {
      try store.perform(for: call) { (mailbox) throws(GraphError) in
        let item = try mailbox.item(kind, id: call.parameters["item"] ?? "")
        return try body(mailbox, item, item.document["extensions"]?.array ?? [])
      }
    }
    func context(_ call: GraphCall, _ id: String, entity: Bool) -> JSON {
      let address = RequestAddress(call)
      return .string(address.context(call.set(set, id, "extensions"), entity: entity))
    }
    router.add("GET", path, scopes: reading) { (call) throws(GraphError) in
      try one(call) { (mailbox, item, extensions) throws(GraphError) in
        .ok([
          "@odata.context": context(call, mailbox.id(of: item), entity: false),
          "value": .array(extensions),
        ])
      }
    }
    router.add("POST", path, scopes: writing) { (call) throws(GraphError) in
      try one(call) { (mailbox, item, extensions) throws(GraphError) in
        let entry = JSON.object(try OpenProperties.stored(try call.object()))
        // A create with a name that is there already replaces the extension.
        let others = extensions.filter { $0["id"] != entry["id"] }
        try mailbox.set("extensions", to: others + [entry], of: item)
        return .created(
          entry.with(context: context(call, mailbox.id(of: item), entity: true)))
      }
    }
    router.add("GET", path + "/{extension}", scopes: reading) { (call) throws(GraphError) in
      try one(call) { (mailbox, item, extensions) throws(GraphError) in
        let entry = try found(call, in: extensions)
        return .ok(entry.with(context: context(call, mailbox.id(of: item), entity: true)))
      }
    }
    router.add("PATCH", path + "/{extension}", scopes: writing) { (call) throws(GraphError) in
      try one(call) { (mailbox, item, extensions) throws(GraphError) in
        let old = try found(call, in: extensions)
        var entry = old.object ?? [:]
        for (key, value) in try call.object() where key != "id" && !key.contains("@") {
          entry[key] = value.isNull ? Optional.none : value
        }
        try mailbox.set(
          "extensions", to: extensions.map { $0 == old ? .object(entry) : $0 }, of: item)
        return .ok(
          JSON.object(entry).with(context: context(call, mailbox.id(of: item), entity: true)))
      }
    }
    router.add("DELETE", path + "/{extension}", scopes: writing) { (call) throws(GraphError) in
      try one(call) { (mailbox, item, extensions) throws(GraphError) in
        let old = try found(call, in: extensions)
        try mailbox.set("extensions", to: extensions.filter { $0 != old }, of: item)
        return .noContent
      }
    }
  }

  private func found(_ call: GraphCall, in extensions: [JSON]) throws(GraphError) -> JSON {
    let id = call.parameters["extension"] ?? ""
    guard let entry = extensions.first(where: { OpenProperties.names($0, id) }) else {
      throw .itemNotFound
    }
    return entry
  }
}

extension Mailbox {
  fileprivate func set(
    _ name: String, to entries: [JSON], of item: MailboxItem
  ) throws(GraphError) {
    var item = item
    item.document[name] = entries.isEmpty ? Optional.none : .array(entries)
    try update(item)
  }
}

extension JSON {
  /// This object with an `@odata.context` in front.
  func with(context: JSON) -> JSON {
    var result: JSONObject = ["@odata.context": context]
    for (key, value) in object ?? [:] { result[key] = value }
    return .object(result)
  }
}
