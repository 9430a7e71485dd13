import HTTPServer
import JSON

/// Answers for calendars and calendar groups.
struct CalendarService {
  let store: MailboxStore

  static let read = [
    "Calendars.ReadBasic", "Calendars.Read", "Calendars.ReadWrite", "Calendars.Read.Shared",
    "Calendars.ReadWrite.Shared",
  ]
  static let write = ["Calendars.ReadWrite", "Calendars.ReadWrite.Shared"]
  /// What opens the calendars of others, as far as they are shared.
  static let sharedRead = GraphRouter.Reach.shared([
    "Calendars.Read.Shared", "Calendars.ReadWrite.Shared",
  ])
  static let sharedWrite = GraphRouter.Reach.shared(["Calendars.ReadWrite.Shared"])

  func addRoutes(to router: inout GraphRouter) {
    let (read, write) = (Self.read, Self.write)
    for list in ["/me/calendars", "/me/calendarGroups/{group}/calendars"] {
      let reach = list == "/me/calendars" ? Self.sharedRead : .ownOnly
      router.add("GET", list, scopes: read, reach: reach, self.list)
      router.add("POST", list, scopes: write, create)
    }
    for one in [
      "/me/calendar", "/me/calendars/{calendar}", "/me/calendarGroups/{group}/calendars/{calendar}",
    ] {
      router.add("GET", one, scopes: read, reach: Self.sharedRead, get)
      router.add("PATCH", one, scopes: write, reach: Self.sharedWrite, update)
      router.add("DELETE", one, scopes: write, reach: Self.sharedWrite, delete)
    }
    router.add("POST", "/me/calendars/{calendar}/permanentDelete", scopes: write, delete)
    router.add("GET", "/me/calendarGroups", scopes: read, listGroups)
    router.add("POST", "/me/calendarGroups", scopes: write, createGroup)
    router.add("GET", "/me/calendarGroups/{group}", scopes: read, getGroup)
    router.add("PATCH", "/me/calendarGroups/{group}", scopes: write, updateGroup)
    router.add("DELETE", "/me/calendarGroups/{group}", scopes: write, deleteGroup)
  }

  private static func context(_ call: GraphCall, _ name: String) -> String {
    "users('\(call.owner.id)')/\(name)"
  }

  // MARK: Calendars

  func list(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendars)
    return try store.open(call) { (door) throws(GraphError) in
      let calendars = try door.calendars()
      guard !calendars.isEmpty || call.owner.id == call.user.id || call.parameters["group"] != nil
      else { throw .itemNotFound }
      let page = options.page(of: calendars.map { $0.json() }) { $0 }
      return .ok(options.body(page, of: Self.context(call, "calendars"), at: RequestAddress(call)))
    }
  }

  func get(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendar)
    return try store.open(call) { (door) throws(GraphError) in
      .ok(answer(try door.calendar().json(), call, options))
    }
  }

  private func answer(
    _ calendar: JSON, _ call: GraphCall, _ options: QueryOptions
  ) -> JSON {
    options.body(calendar, of: Self.context(call, "calendars"), at: RequestAddress(call))
  }

  func create(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendar)
    let sent = try call.object()
    let name = try Self.name(sent)
    return try store.open(call) { (door) throws(GraphError) in
      let mailbox = door.mailbox
      try Self.checkFree(name, in: mailbox)
      let color = try sent.word("color", of: Mailbox.colors) ?? "auto"
      let calendar = try mailbox.addCalendar(name, color: color, in: try door.group())
      return .created(answer(mailbox.calendarJSON(calendar), call, options))
    }
  }

  func update(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendar)
    let sent = try call.object()
    return try store.open(call) { (door) throws(GraphError) in
      let mailbox = door.mailbox
      let open = try door.calendar()
      // Of somebody else's calendar only the entry in one's own list can be changed.
      guard var calendar = open.view ?? (open.rights.isOwner ? open.item : nil) else {
        throw .accessDenied
      }
      try mailbox.checkMatch(call.headers["If-Match"], calendar)
      if sent.value("name") != nil {
        let name = try Self.name(sent)
        if name != calendar.document["name"]?.string { try Self.checkFree(name, in: mailbox) }
        calendar.document["name"] = .string(name)
      }
      if let color = try sent.word("color", of: Mailbox.colors) {
        calendar.document["color"] = .string(color)
        calendar.document["hexColor"] = .string(Mailbox.hexColor(color))
      }
      if try sent.truth("isDefaultCalendar") == true, open.view == nil {
        try makeDefault(&calendar, in: mailbox)
      }
      try mailbox.update(calendar)
      return .ok(answer(try door.calendar().json(), call, options))
    }
  }

  private func makeDefault(
    _ calendar: inout MailboxItem, in mailbox: Mailbox
  ) throws(GraphError) {
    var old = try mailbox.defaultCalendar()
    guard old.number != calendar.number else { return }
    Self.setDefault(false, &old)
    try mailbox.update(old)
    Self.setDefault(true, &calendar)
  }

  private static func setDefault(_ isDefault: Bool, _ calendar: inout MailboxItem) {
    calendar.document["isDefaultCalendar"] = .bool(isDefault)
    calendar.document["isTallyingResponses"] = .bool(isDefault)
    calendar.document["isRemovable"] = .bool(!isDefault)
  }

  func delete(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    try store.open(call) { (door) throws(GraphError) in
      let mailbox = door.mailbox
      let open = try door.calendar()
      if let view = open.view {
        try mailbox.checkMatch(call.headers["If-Match"], view)
        try mailbox.delete(view)
        return
      }
      guard open.rights.isOwner else { throw .accessDenied }
      let calendar = open.item
      try mailbox.checkMatch(call.headers["If-Match"], calendar)
      guard calendar.document["isRemovable"] == true else {
        throw .badRequest(
          "ErrorDeleteDistinguishedFolder", "Distinguished folders cannot be deleted.")
      }
      try mailbox.hideFromAll(calendar)
      try mailbox.delete(calendar)
    }
    return .noContent
  }

  private static func name(_ sent: JSONObject) throws(GraphError) -> String {
    guard let name = try sent.text("name"), name.contains(where: { !$0.isWhitespace }) else {
      throw .badRequest(
        "ErrorInvalidRequest", "Your request can't be completed. A name is required.")
    }
    return name
  }

  private static func checkFree(_ name: String, in mailbox: Mailbox) throws(GraphError) {
    let wanted = name.lowercased()
    let taken = try mailbox.allItems(.calendar).contains {
      $0.document["name"]?.string?.lowercased() == wanted
    }
    guard !taken else {
      throw GraphError(
        status: 409, code: "ErrorFolderExists",
        message: "A folder with the specified name already exists., Could not create folder "
          + "'\(name)'.")
    }
  }

  // MARK: Groups

  func listGroups(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendarGroups)
    return try store.perform(for: call) { (mailbox) throws(GraphError) in
      let groups = try mailbox.items(.calendarGroup, in: nil).map(mailbox.groupJSON)
      let page = options.page(of: groups) { $0 }
      return .ok(
        options.body(page, of: Self.context(call, "calendarGroups"), at: RequestAddress(call)))
    }
  }

  private func answer(
    group: MailboxItem, _ mailbox: Mailbox, _ call: GraphCall, _ options: QueryOptions
  ) -> JSON {
    options.body(
      mailbox.groupJSON(group), of: Self.context(call, "calendarGroups"), at: RequestAddress(call))
  }

  private func group(_ call: GraphCall, _ mailbox: Mailbox) throws(GraphError) -> MailboxItem {
    try mailbox.item(.calendarGroup, id: call.parameters["group"] ?? "")
  }

  func getGroup(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendarGroup)
    return try store.perform(for: call) { (mailbox) throws(GraphError) in
      .ok(answer(group: try group(call, mailbox), mailbox, call, options))
    }
  }

  func createGroup(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendarGroup)
    let name = try Self.name(try call.object())
    return try store.perform(for: call) { (mailbox) throws(GraphError) in
      try checkFreeGroup(name, in: mailbox)
      let mark = MailboxMark("\(call.owner.id)\(try mailbox.lastChange())").bytes
      let digits = GlobalObjectID.text(mark).lowercased()
      let cuts = [0, 8, 12, 16, 20, 32]
      let parts = zip(cuts, cuts.dropFirst()).map { digits.dropFirst($0).prefix($1 - $0) }
      let group = try mailbox.insert(
        .calendarGroup, in: nil,
        ["name": .string(name), "classId": .string(parts.joined(separator: "-"))])
      return .created(answer(group: group, mailbox, call, options))
    }
  }

  func updateGroup(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendarGroup)
    let name = try Self.name(try call.object())
    return try store.perform(for: call) { (mailbox) throws(GraphError) in
      var group = try group(call, mailbox)
      try mailbox.checkMatch(call.headers["If-Match"], group)
      if name != group.document["name"]?.string { try checkFreeGroup(name, in: mailbox) }
      group.document["name"] = .string(name)
      return .ok(answer(group: try mailbox.update(group), mailbox, call, options))
    }
  }

  private func checkFreeGroup(_ name: String, in mailbox: Mailbox) throws(GraphError) {
    let wanted = name.lowercased()
    let groups = try mailbox.items(.calendarGroup, in: nil)
    guard !groups.contains(where: { $0.document["name"]?.string?.lowercased() == wanted }) else {
      throw GraphError(
        status: 409, code: "ErrorFolderExists",
        message: "A calendar group with the specified name already exists.")
    }
  }

  func deleteGroup(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    try store.perform(for: call) { (mailbox) throws(GraphError) in
      let group = try group(call, mailbox)
      try mailbox.checkMatch(call.headers["If-Match"], group)
      guard try mailbox.items(.calendar, in: group.number).isEmpty,
        group.number != (try mailbox.defaultGroup()).number
      else {
        throw .badRequest(
          "ErrorCalendarGroupIsNotEmpty",
          "Your request can't be completed. The calendar group is not empty.")
      }
      try mailbox.delete(group)
    }
    return .noContent
  }
}
