import HTTPServer
import JSON

/// Answers about who may do what in a calendar.
///
/// Source: Microsoft Graph "calendarPermission resource type": all of it is for the owner, others see
/// an empty list.
struct PermissionService {
  let store: MailboxStore

  func addRoutes(to router: inout GraphRouter) {
    let (read, write) = (CalendarService.read, CalendarService.write)
    let (sharedRead, sharedWrite) = (CalendarService.sharedRead, CalendarService.sharedWrite)
    for calendar in ["/me/calendar", "/me/calendars/{calendar}"] {
      let list = calendar + "/calendarPermissions"
      let one = list + "/{permission}"
      router.add("GET", list, scopes: read, reach: sharedRead, self.list)
      router.add("POST", list, scopes: write, reach: sharedWrite, create)
      router.add("GET", one, scopes: read, reach: sharedRead, get)
      router.add("PATCH", one, scopes: write, reach: sharedWrite, update)
      router.add("DELETE", one, scopes: write, reach: sharedWrite, delete)
      router.add(
        "GET", calendar + "/allowedCalendarSharingRoles(User)", scopes: read, reach: sharedRead,
        allowedRoles)
    }
  }

  private static func set(_ call: GraphCall) -> String {
    call.parameters["calendar"].map { call.set("calendars", $0, "calendarPermissions") }
      ?? call.set("calendar") + "/calendarPermissions"
  }

  /// Runs `body` for the owner of the calendar that the path names; others are refused.
  private func own(
    _ call: GraphCall, _ body: (OpenCalendar) throws(GraphError) -> GraphAnswer
  ) throws(GraphError) -> GraphAnswer {
    try store.open(call) { (door) throws(GraphError) in
      let calendar = try door.calendar()
      guard calendar.rights.isOwner else { throw .accessDenied }
      return try body(calendar)
    }
  }

  private func answer(
    _ permission: JSON, _ call: GraphCall, _ options: QueryOptions
  ) -> JSON {
    options.body(permission, of: Self.set(call), at: RequestAddress(call))
  }

  private func list(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendarPermissions)
    return try store.open(call) { (door) throws(GraphError) in
      let calendar = try door.calendar()
      let all =
        calendar.rights.isOwner ? try calendar.mailbox.permissions(on: calendar.item) : []
      let page = options.page(of: all) { $0 }
      return .ok(options.body(page, of: Self.set(call), at: RequestAddress(call)))
    }
  }

  private func permission(
    _ call: GraphCall, on calendar: OpenCalendar
  ) throws(GraphError) -> JSON {
    let id = call.parameters["permission"] ?? ""
    let all = try calendar.mailbox.permissions(on: calendar.item)
    guard let found = all.first(where: { $0["id"]?.string == id }) else { throw .itemNotFound }
    return found
  }

  private func get(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendarPermission)
    return try store.open(call) { (door) throws(GraphError) in
      let calendar = try door.calendar()
      guard calendar.rights.isOwner else { throw .itemNotFound }
      return .ok(answer(try permission(call, on: calendar), call, options))
    }
  }

  private static func role(_ sent: JSONObject) throws(GraphError) -> CalendarRole {
    let words = CalendarRole.allCases.map(\.rawValue)
    guard let role = try sent.word("role", of: words).flatMap(CalendarRole.init) else {
      throw .invalidRequest("A role is required.")
    }
    return role
  }

  private func create(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendarPermission)
    let sent = try call.object()
    let person = try EventProperties.emailAddress(sent.value("emailAddress"))
    let role = try Self.role(sent)
    return try own(call) { (calendar) throws(GraphError) in
      let mailbox = calendar.mailbox
      let address = person["address"]?.string ?? ""
      guard mailbox.allowedRoles(for: address, on: calendar.item).contains(role) else {
        throw .roleNotAllowed
      }
      guard !mailbox.user.answers(to: address) else {
        throw .invalidRequest("A calendar can't be shared with its owner.")
      }
      guard try mailbox.permission(address, on: calendar.item) == nil else {
        throw .invalidRequest("The calendar is shared with this user already.")
      }
      let item = try mailbox.grant(role, to: person, on: calendar.item)
      try mailbox.show(calendar.item, to: address)
      return .created(answer(mailbox.permissionJSON(item, on: calendar.item), call, options))
    }
  }

  private func update(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendarPermission)
    // Of all properties only the role can be changed.
    let role = try Self.role(try call.object())
    return try own(call) { (calendar) throws(GraphError) in
      try Self.checkMatch(call)
      let changed = try calendar.mailbox.change(
        permission: call.parameters["permission"] ?? "", on: calendar.item, to: role)
      return .ok(answer(changed, call, options))
    }
  }

  private func delete(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    try own(call) { (calendar) throws(GraphError) in
      try Self.checkMatch(call)
      let found = try permission(call, on: calendar)
      guard found["isRemovable"] == true,
        let address = found["emailAddress"]?["address"]?.string,
        let item = try calendar.mailbox.permission(address, on: calendar.item)
      else { throw .invalidRequest("This permission can't be removed.") }
      try calendar.mailbox.delete(item)
      try calendar.mailbox.hide(calendar.item, from: address)
      return .noContent
    }
  }

  /// Permissions have no etag that a client could know, so only `*` fits them.
  private static func checkMatch(_ call: GraphCall) throws(GraphError) {
    guard let tag = call.headers["If-Match"], tag != "*" else { return }
    throw .conflict
  }

  private func allowedRoles(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    try own(call) { (calendar) throws(GraphError) in
      let roles = calendar.mailbox.allowedRoles(
        for: call.parameters["User"] ?? "", on: calendar.item)
      let context = RequestAddress(call).context("Collection(microsoft.graph.calendarRoleType)")
      return .ok(["@odata.context": .string(context), "value": Mailbox.words(roles)])
    }
  }
}
