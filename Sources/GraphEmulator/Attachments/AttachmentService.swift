import HTTPServer
import JSON

/// Answers for the attachments of events.
///
/// Source: Microsoft Graph "List attachments", "Get attachment", "Add attachment", "Delete
/// attachment".
struct AttachmentService {
  let store: MailboxStore

  /// `Calendars.ReadBasic` shows no attachments.
  static let read = ["Calendars.Read", "Calendars.Read.Shared"] + CalendarService.write

  /// Every file below 3 MB goes in one request: so much in Base64, and its name.
  private static let largestRequest = UploadSession.smallestFile / 3 * 4 + (64 << 10)

  func addRoutes(to router: inout GraphRouter) {
    for folder in EventService.folders {
      let list = folder + "/events/{event}/attachments"
      let one = list + "/{attachment}"
      let (shared, write) = (CalendarService.sharedRead, CalendarService.write)
      router.add("GET", list, scopes: Self.read, reach: shared, self.list)
      router.add("GET", list + "/$count", scopes: Self.read, reach: shared, count)
      router.add("POST", list, scopes: write, reach: CalendarService.sharedWrite, create)
      router.add("GET", one, scopes: Self.read, reach: shared, get)
      router.add("GET", one + "/$value", scopes: Self.read, reach: shared, value)
      router.add("DELETE", one, scopes: write, reach: CalendarService.sharedWrite, delete)
      // Known issues: not in shared or delegated mailboxes.
      router.add("POST", list + "/createUploadSession", scopes: write, createSession)
    }
  }

  /// Runs `body` on the event that the path names, for those who see all of it.
  private func perform(
    _ call: GraphCall, writing: Bool = false,
    _ body: (Mailbox, EventReader, EventInstance) throws(GraphError) -> GraphAnswer
  ) throws(GraphError) -> GraphAnswer {
    try store.open(call) { (door) throws(GraphError) in
      let open = try door.event()
      try open.checkSight()
      if writing { try open.checkWriting() }
      return try body(open.mailbox, open.reader, open.event)
    }
  }

  private static func set(_ call: GraphCall) -> String {
    call.set("events", call.parameters["event"] ?? "", "attachments")
  }

  // MARK: Reading

  private func list(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .attachments)
    return try perform(call) { (mailbox, reader, event) throws(GraphError) in
      let all = try mailbox.attachments(of: event, reader)
      let page = options.page(of: all, preferred: EventService.pageSize(call)) {
        (try? mailbox.attachmentJSON($0)) ?? .null
      }
      var items: [JSON] = []
      for item in page.items { items.append(try json(item, options, in: mailbox)) }
      let shown = ODataPage(items: items, count: page.count, nextSkip: page.nextSkip)
      return .ok(options.body(shown, of: Self.set(call), at: RequestAddress(call)))
    }
  }

  private func count(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    try perform(call) { (mailbox, reader, event) throws(GraphError) in
      .plain(String(try mailbox.attachments(of: event, reader).count))
    }
  }

  private func get(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .attachment)
    return try perform(call) { (mailbox, reader, event) throws(GraphError) in
      let item = try attachment(call, of: event, reader)
      return .ok(
        options.body(
          try json(item, options, in: mailbox), of: Self.set(call), at: RequestAddress(call)))
    }
  }

  /// The bytes: of a file as they are, of an attached event as iCalendar.
  private func value(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    try perform(call) { (mailbox, reader, event) throws(GraphError) in
      let item = try attachment(call, of: event, reader)
      switch AttachmentKind(type: item.document["@odata.type"]?.string) {
      case .file:
        let type = item.document["contentType"]?.string ?? "application/octet-stream"
        return GraphAnswer(
          status: 200, body: .bytes(try mailbox.content(of: item) ?? [], type: type))
      case .item:
        let text = try AttachedEventText(item.document["item"]?.object ?? [:], in: mailbox).text
        return GraphAnswer(
          status: 200, body: .bytes(Array(text.utf8), type: "text/calendar; charset=utf-8"))
      case .reference, nil:
        // "Get attachment" says so of references.
        throw GraphError(
          status: 405, code: "ErrorInvalidRequest",
          message: "The raw contents of a reference attachment can't be read.")
      }
    }
  }

  /// The attachment that the path names; it has to be one of this event.
  private func attachment(
    _ call: GraphCall, of event: EventInstance, _ reader: EventReader
  ) throws(GraphError) -> MailboxItem {
    let holder = try reader.mailbox.attachmentHolder(of: event, reader)
    return try reader.mailbox.item(
      .attachment, id: call.parameters["attachment"] ?? "", in: holder.number)
  }

  private func json(
    _ item: MailboxItem, _ options: QueryOptions, in mailbox: Mailbox
  ) throws(GraphError) -> JSON {
    try mailbox.attachmentJSON(
      item, withContent: options.select?.contains("contentBytes") ?? true,
      withItem: options.expands(ResourceRules.attachedItem))
  }

  // MARK: Writing

  private func create(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .attachment)
    let tooLarge = GraphError(
      status: 413, code: "RequestEntityTooLarge", message: "Maximum request length exceeded.")
    guard call.body.count <= Self.largestRequest else { throw tooLarge }
    let sent = try call.object()
    return try perform(call, writing: true) { (mailbox, reader, event) throws(GraphError) in
      let attachment = try AttachmentBody(sent, for: mailbox)
      guard attachment.content.count < UploadSession.smallestFile else { throw tooLarge }
      let item = try mailbox.add(attachment, to: event, reader)
      return .created(
        options.body(
          try json(item, options, in: mailbox), of: Self.set(call), at: RequestAddress(call)))
    }
  }

  private func delete(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    try perform(call, writing: true) { (mailbox, reader, event) throws(GraphError) in
      let item = try attachment(call, of: event, reader)
      try mailbox.checkMatch(call.headers["If-Match"], item)
      try mailbox.remove(item, of: event, reader)
      return .noContent
    }
  }

  private func createSession(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let sent = try call.object()
    return try perform(call, writing: true) { (mailbox, reader, event) throws(GraphError) in
      // Nor in a calendar that somebody else keeps.
      guard mailbox.user.id == call.user.id else { throw .accessDenied }
      let session = try UploadSession.start(
        sent, for: event, id: call.parameters["event"] ?? "", reader)
      var body: JSONObject = [
        "@odata.context": .string(
          RequestAddress(call).context("microsoft.graph.uploadSession")),
        "uploadUrl": .string(
          session.url(at: call.host, owner: call.owner, in: mailbox)),
      ]
      body["expirationDateTime"] = .string(session.expiration)
      body["nextExpectedRanges"] = ["0-"]
      return .created(.object(body))
    }
  }
}
