import CalendarTime
import FoundationEssentials
import HTTPServer
import JSON

extension EventService {
  // MARK: Create

  func create(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .event)
    let sent = try call.object()
    let properties = try EventProperties(sent, zones: store.zones)
    return try store.open(call) { (door) throws(GraphError) in
      let calendar = try door.calendar()
      try calendar.rights.checkWriting()
      let mailbox = calendar.mailbox
      let reader = EventReader(mailbox, calendar.rights)
      if let known = try known(sent, properties, in: mailbox, reader) {
        return .created(try body(known, call, options, reader))
          .applying(try EventStyle(call, zones: store.zones).applied)
      }
      let document = try NewEvent(mailbox: mailbox).document(
        properties, calendar: calendar.item)
      let item = try mailbox.addEvent(document, in: calendar.item)
      try MeetingDelivery(organizer: mailbox).send(document)
      if let id = document["transactionId"]?.string {
        try mailbox.insert(
          .transaction, in: item.number, ["sent": .object(sent)], lookup: id)
      }
      let event = try reader.event(mailbox.id(of: item), in: nil)
      return .created(try body(event, call, options, reader))
        .applying(try EventStyle(call, zones: store.zones).applied)
    }
  }

  /// The event that an earlier create with this `transactionId` made.
  ///
  /// A true repetition gets that event, another body is refused. Which of the two a repetition gets is
  /// settled by no source, so quirks make it one or the other for both.
  /// Sources: Graph `event`, property `transactionId`; alcionai/corso#2490 for the refusal.
  private func known(
    _ sent: JSONObject, _ properties: EventProperties, in mailbox: Mailbox, _ reader: EventReader
  ) throws(GraphError) -> EventInstance? {
    guard let id = properties.document["transactionId"]?.string,
      let transaction = try mailbox.item(.transaction, lookup: id),
      let parent = transaction.parent, let item = try mailbox.item(number: parent)
    else { return nil }
    let isSame = transaction.document["sent"] == .object(sent)
    guard !store.quirks.contains(.duplicate409),
      isSame || store.quirks.contains(.duplicate201)
    else {
      throw GraphError(
        status: 409, code: "ErrorDuplicateTransactionId",
        message: "Your request can't be completed. The TransactionId specified in the request has "
          + "already been used to create a different event.")
    }
    return try reader.event(mailbox.id(of: item), in: nil)
  }

  // MARK: Update

  func update(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: .event)
    let properties = try EventProperties(try call.object(), zones: store.zones)
    return try store.open(call) { (door) throws(GraphError) in
      let open = try door.event()
      try open.checkWriting()
      let (mailbox, reader, event) = (open.mailbox, open.reader, open.event)
      let item = try reader.item(event.number)
      try mailbox.checkMatch(call.headers["If-Match"], item)
      var changes = properties.document
      changes["transactionId"] = nil
      if event.kind == .occurrence || event.kind == .exception {
        try updateOccurrence(event, changes, reader)
      } else {
        try updateWhole(item, changes, mailbox)
      }
      reader.forget(item.number)
      let id = call.parameters["event"] ?? ""
      return .ok(try body(try reader.event(id, in: nil), call, options, reader))
        .applying(try EventStyle(call, zones: store.zones).applied)
    }
  }

  private func updateWhole(
    _ item: MailboxItem, _ changes: JSONObject, _ mailbox: Mailbox
  ) throws(GraphError) {
    var document = item.document
    merge(changes, into: &document)
    MeetingBlock.drop(from: &document, before: item.document)
    try followStart(&document, old: item.document, changes)
    try NewEvent(mailbox: mailbox).settle(&document, calendar: nil)
    Self.askAgain(&document, before: item.document)
    try mailbox.changeEvent(item, to: document)
    try MeetingDelivery(organizer: mailbox).send(document, before: item.document)
  }

  /// Puts changed properties over the old ones.
  ///
  /// An online meeting stays one with its provider; attendees keep their answers.
  private func merge(_ changes: JSONObject, into document: inout JSONObject) {
    let isOnline = document["isOnlineMeeting"] == true
    let old = document["attendees"]?.array ?? []
    for (name, value) in changes {
      switch name {
      case "isOnlineMeeting", "onlineMeetingProvider":
        if !isOnline { document[name] = value }
      case "attendees":
        document[name] = .array((value.array ?? []).map { keepingAnswer($0, of: old) })
      default: document[name] = value
      }
    }
  }

  /// Takes back the answers and proposals of a meeting that its organizer moved.
  ///
  /// Source: Microsoft Graph "Propose new meeting times", step 5.
  private static func askAgain(_ document: inout JSONObject, before: JSONObject) {
    let isMoved = ["start", "end", "recurrence"].contains { document[$0] != before[$0] }
    guard isMoved, document["isOrganizer"] == true else { return }
    document["attendees"] = .array(
      (document["attendees"]?.array ?? []).map(MeetingDelivery.unanswered))
  }

  private func keepingAnswer(_ attendee: JSON, of old: [JSON]) -> JSON {
    guard case .object(var object) = attendee,
      let before = old.first(where: { Self.address($0) == Self.address(attendee) })
    else { return attendee }
    object["status"] = before["status"]
    if let proposal = before["proposedNewTime"] { object["proposedNewTime"] = proposal }
    return .object(object)
  }

  static func address(_ person: JSON) -> String? {
    person["emailAddress"]?["address"]?.string?.lowercased()
  }

  /// Keeps the range of a series in step with its start when only one of them was sent.
  private func followStart(
    _ document: inout JSONObject, old: JSONObject, _ changes: JSONObject
  ) throws(GraphError) {
    guard case .object(var recurrence)? = document["recurrence"] else { return }
    let start = try store.zones.time(document["start"] ?? .null)
    if changes["recurrence"] == nil, changes["start"] != nil {
      guard case .object(var range)? = recurrence["range"] else { return }
      let name = range["recurrenceTimeZone"]?.string ?? start.zoneName
      let isAllDay = document["isAllDay"] == true
      let wall = isAllDay ? start.wall : EventTiming.wall(of: start, in: try store.zones.zone(name))
      range["startDate"] = .string(wall.date.description)
      recurrence["range"] = .object(range)
      document["recurrence"] = .object(recurrence)
    } else if changes["start"] == nil,
      let before = Self.startDate(old["recurrence"]),
      let after = Self.startDate(.object(recurrence))
    {
      let days = after.daysSinceEpoch - before.daysSinceEpoch
      for name in ["start", "end"] {
        var time = try store.zones.time(document[name] ?? .null)
        time.wall.date = time.wall.date.adding(days: days)
        document[name] = time.document
      }
    }
  }

  private static func startDate(_ recurrence: JSON?) -> CalendarDate? {
    let text = recurrence?.object?.value("range")?.object?.value("startDate")?.string
    return text.flatMap(EventTime.wall)?.wall.date
  }

  private func updateOccurrence(
    _ event: EventInstance, _ changes: JSONObject, _ reader: EventReader
  ) throws(GraphError) {
    guard let series = event.series, let day = event.day else { throw .itemNotFound }
    let mailbox = reader.mailbox
    let master = try reader.item(series)
    guard changes["recurrence"] ?? .null == .null else {
      throw .badRequest(
        "ErrorInvalidRequest",
        "Your request can't be completed. The recurrence of a single occurrence can't be changed.")
    }
    let before = try reader.document(event)
    var document = before
    var changes = changes
    changes["recurrence"] = nil
    merge(changes, into: &document)
    MeetingBlock.drop(from: &document, before: before)
    try NewEvent(mailbox: mailbox).settle(&document, calendar: nil)
    if ["start", "end", "isAllDay"].contains(where: { document[$0] != before[$0] }) {
      try checkNeighbours(of: day, in: master, document, reader)
    }
    Self.askAgain(&document, before: before)
    var overrides: JSONObject = [:]
    for (name, value) in document where before[name] != value || changes[name] != nil {
      overrides[name] = value
    }
    // One side of a span moves with the other.
    if overrides["start"] != nil || overrides["end"] != nil {
      overrides["start"] = document["start"]
      overrides["end"] = document["end"]
    }
    try mailbox.changeOccurrence(day, of: master, overrides: overrides, reader: reader)
    try MeetingDelivery(organizer: mailbox).send(overrides, on: day, of: master)
  }

  /// Refuses a move to, or past, the day of the occurrence before or after.
  ///
  /// Source: Graph "Update event", `ErrorOccurrenceCrossingBoundary`.
  private func checkNeighbours(
    of day: Int, in master: MailboxItem, _ document: JSONObject, _ reader: EventReader
  ) throws(GraphError) {
    let timing = try reader.timing(master)
    guard let rule = timing.rule else { return }
    let moved = try reader.mailbox.timing(of: document)
    let zone = timing.zone
    func date(_ instance: EventInstance) -> CalendarDate { zone.date(at: instance.start) }
    let start = zone.date(at: moved.instants(moved.first).start)
    var neighbour = rule.date(before: CalendarDate(daysSinceEpoch: day))
    while let day = neighbour {
      if let before = try reader.instance(of: master, day: day.daysSinceEpoch) {
        guard start > date(before) else { throw .crossingBoundary }
        break
      }
      neighbour = rule.date(before: day)
    }
    neighbour = rule.date(after: CalendarDate(daysSinceEpoch: day))
    while let day = neighbour {
      if let after = try reader.instance(of: master, day: day.daysSinceEpoch) {
        guard start < date(after) else { throw .crossingBoundary }
        break
      }
      neighbour = rule.date(after: day)
    }
  }

  // MARK: Delete

  func delete(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    try store.open(call) { (door) throws(GraphError) in
      let open = try door.event()
      try open.checkWriting()
      try open.mailbox.checkMatch(
        call.headers["If-Match"], try open.reader.item(open.event.number))
      try remove(open.event, open.reader)
    }
    return .noContent
  }

  /// Takes an event, or one of a series, out of the calendar; from the organizer's, attendees learn
  /// that it is cancelled.
  func remove(_ event: EventInstance, _ reader: EventReader) throws(GraphError) {
    let mailbox = reader.mailbox
    let delivery = MeetingDelivery(organizer: mailbox)
    if let series = event.series, let day = event.day {
      let master = try reader.item(series)
      try delivery.cancel(on: day, of: master)
      try mailbox.deleteOccurrence(day, of: master)
    } else {
      let item = try reader.item(event.number)
      try delivery.cancel(item.document)
      try mailbox.deleteEvent(item)
    }
  }
}

extension GraphError {
  static let crossingBoundary = GraphError.badRequest(
    "ErrorOccurrenceCrossingBoundary",
    "Modified occurrence is crossing or overlapping adjacent occurrence.")
}
