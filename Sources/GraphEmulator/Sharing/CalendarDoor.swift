import JSON

/// A calendar as the caller of a request reaches it.
struct OpenCalendar {
  /// The mailbox that keeps it, with ids as the path's mailbox writes them.
  let mailbox: Mailbox
  let item: MailboxItem
  let rights: CalendarRights
  /// The entry of the caller's list that shows somebody else's calendar; nil on the direct way.
  let view: MailboxItem?

  /// The calendar as answers write it.
  func json() -> JSON {
    guard let view else {
      guard !rights.isOwner, case .object(var own) = mailbox.calendarJSON(item) else {
        return mailbox.calendarJSON(item)
      }
      tellRights(&own)
      return .object(own)
    }
    guard case .object(var shown) = mailbox.calendarJSON(item) else { return .null }
    shown["id"] = .string(mailbox.id(of: view))
    shown["changeKey"] = .string(mailbox.changeKey(of: view))
    for name in ["name", "color", "hexColor", "isDefaultCalendar"] {
      shown[name] = view.document[name]
    }
    shown["isRemovable"] = true
    tellRights(&shown)
    return .object(shown)
  }

  private func tellRights(_ calendar: inout JSONObject) {
    calendar["canShare"] = false
    calendar["canViewPrivateItems"] = .bool(rights.seesPrivate)
    calendar["canEdit"] = .bool(rights.canWrite)
  }
}

/// An event as the caller of a request reaches it.
struct OpenEvent {
  /// Of the mailbox that keeps the event, with the caller's rights.
  let reader: EventReader
  let event: EventInstance

  var mailbox: Mailbox { reader.mailbox }

  /// Refuses a caller who does not see everything of this event.
  func checkSight() throws(GraphError) {
    guard reader.rights.sight == .everything else { throw .accessDenied }
  }

  func checkWriting() throws(GraphError) { try reader.rights.checkWriting() }
}

/// Finds what the path of a request names, as far as the caller may go.
///
/// Sources: Microsoft Graph "Get shared or delegated Outlook calendar and its events"; for 404 where
/// nothing was shared msgraph-sdk-javascript#228, for a private event microsoft-graph-docs#14494.
struct CalendarDoor {
  let call: GraphCall
  /// The mailbox that the path names.
  let mailbox: Mailbox

  /// The group that the path names.
  func group() throws(GraphError) -> MailboxItem? {
    guard let id = call.parameters["group"] else { return nil }
    return try mailbox.item(.calendarGroup, id: id)
  }

  /// The calendar that the path names, the default one where it names none; its group, where the path
  /// has one, has to hold it.
  func calendar() throws(GraphError) -> OpenCalendar {
    guard let id = call.parameters["calendar"] else {
      return try opened(try mailbox.defaultCalendar())
    }
    return try opened(try mailbox.item(.calendar, id: id, in: try group()?.number))
  }

  /// The calendars of the path's list that the caller may open.
  func calendars() throws(GraphError) -> [OpenCalendar] {
    let group = try group()
    let items =
      if let group {
        try mailbox.items(.calendar, in: group.number)
      } else { try mailbox.allItems(.calendar) }
    var found: [OpenCalendar] = []
    for item in items {
      if let calendar = try open(item) { found.append(calendar) }
    }
    return found
  }

  private func opened(_ item: MailboxItem) throws(GraphError) -> OpenCalendar {
    guard let open = try open(item) else { throw .itemNotFound }
    return open
  }

  private func open(_ item: MailboxItem) throws(GraphError) -> OpenCalendar? {
    guard Mailbox.isView(item) else {
      guard let rights = try mailbox.rights(of: call.user, on: item) else { return nil }
      return OpenCalendar(mailbox: mailbox, item: item, rights: rights, view: nil)
    }
    // What others show to a mailbox's owner is not for those whom the owner shows something.
    guard call.user.id == mailbox.user.id, let (keeper, calendar) = try mailbox.target(of: item),
      let rights = try keeper.rights(of: call.user, on: calendar)
    else { return nil }
    return OpenCalendar(mailbox: keeper, item: calendar, rights: rights, view: item)
  }

  // MARK: Events

  /// The event that the path names, in the calendar that it names, if any.
  func event() throws(GraphError) -> OpenEvent {
    guard let id = call.parameters["event"] else { throw .itemNotFound }
    let calendar =
      if call.parameters["calendar"] != nil { try calendar() } else { try self.calendar(of: id) }
    let reader = EventReader(calendar.mailbox, calendar.rights)
    let event = try reader.event(id, in: calendar.item)
    let isPrivate = try reader.document(event)["sensitivity"] == "private"
    guard calendar.rights.seesPrivate || !isPrivate else { throw .itemNotFound }
    return OpenEvent(reader: reader, event: event)
  }

  /// The calendar that holds the event with an id.
  private func calendar(of id: String) throws(GraphError) -> OpenCalendar {
    guard let identifier = try ItemIdentifier.parse(id, mailbox: mailbox.viewer.id) else {
      throw .itemNotFound
    }
    if let event = try mailbox.item(number: identifier.number) {
      guard event.kind == .event, let parent = event.parent,
        let calendar = try mailbox.item(number: parent)
      else { throw .itemNotFound }
      return try opened(calendar)
    }
    for view in try mailbox.allItems(.calendar) where Mailbox.isView(view) {
      guard let (keeper, calendar) = try mailbox.target(of: view),
        try keeper.item(number: identifier.number)?.parent == calendar.number
      else { continue }
      return try opened(view)
    }
    throw .itemNotFound
  }
}

extension MailboxStore {
  /// Runs `body` with what the path of a calendar's request names, in one transaction.
  func open<Value>(
    _ call: GraphCall, _ body: (CalendarDoor) throws(GraphError) -> Value
  ) throws(GraphError) -> Value {
    try perform(for: call) { (mailbox) throws(GraphError) in
      try body(CalendarDoor(call: call, mailbox: mailbox))
    }
  }
}
