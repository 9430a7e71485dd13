import FoundationEssentials
import HTTPServer
import JSON

/// Rounds of changes to the events of a calendar.
///
/// Source: Microsoft Graph "event: delta", "Get incremental changes to events in a calendar view",
/// "Use delta query"; what comes of a series: microsoft-graph-docs#7632, #1716, #22197.
struct EventDelta {
  let store: MailboxStore

  func addRoutes(to router: inout GraphRouter) {
    let scopes = CalendarService.read
    for folder in EventService.folders {
      for (list, rules) in [
        ("/calendarView", ResourceRules.calendarViewDelta), ("/events", .eventsDelta),
      ] {
        router.add(
          "GET", folder + list + "/delta()", scopes: scopes, reach: CalendarService.sharedRead
        ) { (call) throws(GraphError) in try round(call, rules: rules) }
      }
    }
  }

  private func round(
    _ call: GraphCall, rules: ResourceRules
  ) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: rules)
    return try store.open(call) { (door) throws(GraphError) in
      let isLater = call.query["$skiptoken"] ?? call.query["$deltatoken"] != nil
      let open = try calendar(door, isLater: isLater)
      let (mailbox, calendar) = (open.mailbox, open.item)
      var token = try token(call, mailbox, calendar, rules)
      let now = try mailbox.lastChange()
      let until = token.until ?? now
      let reader = EventReader(mailbox, open.rights)
      let delta = DeltaRound(
        reader: reader, calendar: calendar, window: token.window,
        tellsMasters: !store.quirks.contains(.deltaWithoutMasters))
      var entries =
        if token.since == 0 { try delta.everything() } else {
          try delta.changes(after: token.since)
        }
      entries = entries.filter {
        $0.place[0] <= until && token.after.lexicographicallyPrecedes($0.place)
      }
      entries.sort { $0.place.lexicographicallyPrecedes($1.place) }
      let wish = EventService.pageSize(call)
      let page = entries.prefix(options.pageSize(preferred: wish))
      let style = try EventStyle(call, zones: store.zones)
      let address = RequestAddress(call)
      var body: JSONObject = [
        "@odata.context": .string(address.context("Collection(event)"))
      ]
      let link: (name: String, option: String)
      if page.count < entries.count, let last = page.last {
        token.until = until
        token.after = last.place
        link = ("@odata.nextLink", "$skiptoken")
      } else {
        // A mailbox always has a change, since its calendar was made, so the next is a later round.
        token.since = until
        token.until = nil
        token.after = []
        link = ("@odata.deltaLink", "$deltatoken")
      }
      body[link.name] = .string(
        address.link(QueryString(items: [.init(name: link.option, value: token.text)])))
      var value: [JSON] = []
      for entry in page { value.append(try json(entry, reader, style)) }
      body["value"] = .array(value)
      var applied = style.applied
      if let wish { applied.append("odata.maxpagesize=\(wish)") }
      return GraphAnswer.ok(.object(body)).applying(applied)
    }
  }

  private func calendar(
    _ door: CalendarDoor, isLater: Bool
  ) throws(GraphError) -> OpenCalendar {
    do throws(GraphError) {
      return try door.calendar()
    } catch {
      // A round of a calendar that is gone cannot go on.
      guard isLater, error.status == 404 else { throw error }
      throw GraphError(
        status: 410, code: "ErrorSyncFolderNotFound",
        message: "The specified folder could not be found in the store.")
    }
  }

  private func token(
    _ call: GraphCall, _ mailbox: Mailbox, _ calendar: MailboxItem, _ rules: ResourceRules
  ) throws(GraphError) -> DeltaToken {
    let list = "\(mailbox.mark.changeKey(0)).\(calendar.number).\(rules.name)"
    guard let text = call.query["$skiptoken"] ?? call.query["$deltatoken"] else {
      let hasWindow =
        call.query["startDateTime"] != nil || call.query["endDateTime"] != nil
        || rules.name == ResourceRules.calendarViewDelta.name
      return DeltaToken(list: list, window: hasWindow ? try ViewWindow.read(call) : nil)
    }
    guard let token = DeltaToken(text), token.list == list,
      token.since <= (try mailbox.lastChange())
    else { throw .syncStateNotFound }
    return token
  }

  private func json(
    _ entry: DeltaRound.Entry, _ reader: EventReader, _ style: EventStyle
  ) throws(GraphError) -> JSON {
    var answer: JSONObject = ["@odata.type": "#microsoft.graph.event"]
    switch entry.content {
    case .removed(let id):
      answer["id"] = .string(id)
      answer["@removed"] = ["reason": "deleted"]
    case .event(let instance):
      let whole = try reader.json(instance, style).object ?? [:]
      for (name, value) in whole where !ResourceRules.events.expandable.contains(name) {
        answer[name] = value
      }
    case .stub(let instance):
      let whole = try reader.json(instance, style)
      for name in ["@odata.etag", "seriesMasterId", "type", "start", "end", "id"] {
        answer[name] = whole[name]
      }
    }
    return .object(answer)
  }
}
