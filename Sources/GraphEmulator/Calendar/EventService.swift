import FoundationEssentials
import HTTPServer
import JSON

/// Answers for events: lists, views, single ones, and writing them.
struct EventService {
  let store: MailboxStore

  /// Where events live, each with the calendar's part of the path.
  static let folders = [
    "/me", "/me/calendar", "/me/calendars/{calendar}",
    "/me/calendarGroups/{group}/calendars/{calendar}",
  ]

  func addRoutes(to router: inout GraphRouter) {
    let (read, write) = (CalendarService.read, CalendarService.write)
    let (sharedRead, sharedWrite) = (CalendarService.sharedRead, CalendarService.sharedWrite)
    for folder in Self.folders {
      router.add("GET", folder + "/calendarView", scopes: read, reach: sharedRead, view)
      router.add("GET", folder + "/events", scopes: read, reach: sharedRead, list)
      router.add("POST", folder + "/events", scopes: write, reach: sharedWrite, create)
      router.add("GET", folder + "/events/$count", scopes: read, reach: sharedRead, count)
      let one = folder + "/events/{event}"
      router.add("GET", one, scopes: read, reach: sharedRead, get)
      router.add("PATCH", one, scopes: write, reach: sharedWrite, update)
      router.add("DELETE", one, scopes: write, reach: sharedWrite, delete)
      router.add("POST", one + "/permanentDelete", scopes: write, delete)
      router.add("GET", one + "/instances", scopes: read, reach: sharedRead, instances)
      router.add("GET", one + "/calendar", scopes: read, reach: sharedRead, calendar)
    }
  }

  // MARK: Lists

  func view(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendarView)
    let window = try ViewWindow.read(call)
    return try store.open(call) { (door) throws(GraphError) in
      let calendar = try door.calendar()
      let instances = try calendar.mailbox.instances(in: calendar.item, showing: window)
        .sorted(by: EventInstance.byKind)
      let reader = EventReader(calendar.mailbox, calendar.rights)
      return try list(
        instances, of: calendar.item, call, options, reader, name: "calendarView")
    }
  }

  func list(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .events)
    return try store.open(call) { (door) throws(GraphError) in
      let calendar = try door.calendar()
      let instances = try calendar.mailbox.eventsAndSeries(in: calendar.item)
      let reader = EventReader(calendar.mailbox, calendar.rights)
      return try list(instances, of: calendar.item, call, options, reader, name: "events")
    }
  }

  func instances(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .instances)
    let window = try ViewWindow.read(call)
    return try store.open(call) { (door) throws(GraphError) in
      let open = try door.event()
      let (reader, event) = (open.reader, open.event)
      guard event.kind == .seriesMaster else {
        guard event.kind == .singleInstance else {
          throw .invalidRequest("Instances are those of a series master.")
        }
        return try list([], call, options, reader, name: "instances")
      }
      let master = try reader.item(event.number)
      var found: [EventInstance] = []
      for day in try open.mailbox.specialDays(of: master) where !day.isDeleted {
        let exception = try reader.exception(try reader.item(day.item), of: master)
        if window.shows(start: exception.start, end: exception.end) { found.append(exception) }
      }
      // Exceptions come first, as the documented answer has them.
      found += try open.mailbox.occurrences(of: master, showing: window)
      return try list(found, call, options, reader, name: "instances")
    }
  }

  func count(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .events)
    return try store.open(call) { (door) throws(GraphError) in
      let calendar = try door.calendar()
      let reader = EventReader(calendar.mailbox, calendar.rights)
      let instances = try calendar.mailbox.eventsAndSeries(in: calendar.item)
      guard options.filter != nil else { return .plain(String(instances.count)) }
      var all = options
      all.countsItems = true
      let page = try page(of: instances, calendar.item, call, all, reader)
      return .plain(String(page.count ?? 0))
    }
  }

  private func list(
    _ instances: [EventInstance], of calendar: MailboxItem? = nil, _ call: GraphCall,
    _ options: QueryOptions, _ reader: EventReader, name: String
  ) throws(GraphError) -> GraphAnswer {
    let style = try style(call, options)
    let page = try page(of: instances, calendar, call, options, reader)
    var items: [JSON] = []
    for instance in page.items { items.append(try reader.json(instance, style)) }
    let shown = ODataPage(items: items, count: page.count, nextSkip: page.nextSkip)
    let body = options.body(shown, of: context(call, name), at: RequestAddress(call))
    return .ok(body).applying(style.applied)
  }

  /// Filters and orders speak of what is stored: UTC.
  private func page(
    of instances: [EventInstance], _ calendar: MailboxItem?, _ call: GraphCall,
    _ options: QueryOptions, _ reader: EventReader
  ) throws(GraphError) -> ODataPage<EventInstance> {
    let wish = Self.pageSize(call)
    if let columns = try EventColumns(for: instances, of: calendar, options, reader) {
      let test = options.filter.map { EventTest($0, columns).holds }
      return options.page(of: instances, preferred: wish, matching: test, value: columns.value)
    }
    var stored = EventStyle()
    stored.withOriginalStart = true
    let plain = stored
    return options.page(of: instances, preferred: wish) { instance, path in
      switch path {
      case ["start", "dateTime"]: .string(EventWriter.stamp(instance.start))
      case ["end", "dateTime"]: .string(EventWriter.stamp(instance.end))
      default:
        ODataOperand.path(path)
          .value(in: (try? reader.json(instance, plain)) ?? .null, variables: [:])
      }
    } document: { instance in
      (try? reader.json(instance, plain)) ?? .null
    }
  }

  /// The wish of `Prefer: odata.maxpagesize`.
  static func pageSize(_ call: GraphCall) -> Int? {
    call.preferences["odata.maxpagesize"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
  }

  private func context(_ call: GraphCall, _ name: String) -> String {
    var path = "users('\(call.owner.id)')"
    if let calendar = call.parameters["calendar"] {
      path += "/calendars('\(PercentCoding.encoded(calendar))')"
    }
    if name == "instances", let event = call.parameters["event"] {
      path += "/events('\(PercentCoding.encoded(event))')"
    }
    return path + "/" + name
  }

  private func style(_ call: GraphCall, _ options: QueryOptions) throws(GraphError) -> EventStyle {
    var style = try EventStyle(call, zones: store.zones)
    style.withOriginalStart = options.select?.contains("originalStart") ?? false
    style.withAttachments = options.expands("attachments")
    return style
  }

  // MARK: One event

  func get(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .event)
    return try store.open(call) { (door) throws(GraphError) in
      let open = try door.event()
      return .ok(try body(open.event, call, options, open.reader))
        .applying(try style(call, options).applied)
    }
  }

  func body(
    _ event: EventInstance, _ call: GraphCall, _ options: QueryOptions, _ reader: EventReader
  ) throws(GraphError) -> JSON {
    var style = try style(call, options)
    style.withCancelled = options.select?.contains("cancelledOccurrences") ?? false
    style.withExceptions = options.expands("exceptionOccurrences")
    return options.body(
      try reader.json(event, style), of: context(call, "events"), at: RequestAddress(call))
  }

  func calendar(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .calendar)
    return try store.open(call) { (door) throws(GraphError) in
      let open = try door.event()
      guard let parent = try open.reader.item(open.event.number).parent,
        let calendar = try door.calendars().first(where: { $0.item.number == parent })
      else { throw .itemNotFound }
      return .ok(
        options.body(
          calendar.json(), of: "users('\(call.owner.id)')/calendars", at: RequestAddress(call)))
    }
  }
}

extension GraphAnswer {
  /// This answer with `Preference-Applied`, when something was.
  func applying(_ preferences: [String]) -> GraphAnswer {
    guard !preferences.isEmpty else { return self }
    var answer = self
    answer.headers["Preference-Applied"] = preferences.joined(separator: ", ")
    return answer
  }
}
