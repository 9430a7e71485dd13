import CalendarTime
import FoundationEssentials
import JSON

/// Answers for the actions of events: answering, cancelling, forwarding, reminders.
struct MeetingService {
  let store: MailboxStore
  private var events: EventService { EventService(store: store) }

  func addRoutes(to router: inout GraphRouter) {
    let (write, shared) = (CalendarService.write, CalendarService.sharedWrite)
    for folder in EventService.folders {
      let event = folder + "/events/{event}"
      for kind in [MeetingAnswer.Kind.accept, .decline, .tentativelyAccept] {
        router.add("POST", "\(event)/\(kind.rawValue)", scopes: write, reach: shared) {
          (call) throws(GraphError) in try answer(call, kind)
        }
      }
      router.add("POST", event + "/cancel", scopes: write, reach: shared, cancel)
      router.add(
        "POST", event + "/forward", scopes: ["Calendars.Read"] + write, reach: shared, forward)
      router.add("POST", event + "/snoozeReminder", scopes: write, reach: shared, snooze)
      router.add("POST", event + "/dismissReminder", scopes: write, reach: shared, dismiss)
    }
  }

  /// The body of an action, which may be left out.
  private static func body(_ call: GraphCall) throws(GraphError) -> JSONObject {
    call.body.isEmpty ? [:] : try call.object()
  }

  // MARK: Answering

  private func answer(
    _ call: GraphCall, _ kind: MeetingAnswer.Kind
  ) throws(GraphError) -> GraphAnswer {
    let body = try Self.body(call)
    return try store.open(call) { (door) throws(GraphError) in
      let open = try door.event()
      try open.checkWriting()
      let (mailbox, reader, event) = (open.mailbox, open.reader, open.event)
      let document = try reader.document(event)
      let answer = try MeetingAnswer(kind, body, to: document, zones: store.zones)
      let item = try reader.item(event.number)
      let master = try event.series.map { (number) throws(GraphError) in try reader.item(number) }
      // A declined meeting leaves the calendar, as in Outlook.
      if kind == .decline {
        try events.remove(event, reader)
      } else {
        try change(event, by: answer.ownChanges(document, mailbox), item, master, reader)
      }
      if answer.sendsResponse {
        try tellOrganizer(answer, of: master ?? item, day: event.day, from: mailbox)
      }
      return .accepted
    }
  }

  private func change(
    _ event: EventInstance, by changes: JSONObject, _ item: MailboxItem, _ master: MailboxItem?,
    _ reader: EventReader
  ) throws(GraphError) {
    if let master, let day = event.day {
      try reader.mailbox.changeOccurrence(day, of: master, overrides: changes, reader: reader)
    } else {
      var document = item.document
      for (name, value) in changes { document[name] = value }
      try reader.mailbox.changeEvent(item, to: document)
    }
  }

  private func tellOrganizer(
    _ answer: MeetingAnswer, of copy: MailboxItem, day: Int?, from mailbox: Mailbox
  ) throws(GraphError) {
    guard let address = copy.document["organizer"].flatMap(EventService.address),
      let organizer = try mailbox.mailbox(of: address), organizer.user.id != mailbox.user.id,
      let id = copy.document["iCalUId"]?.string
    else { return }
    try organizer.note(answer, ofEvent: id, on: day, from: mailbox)
  }

  // MARK: Cancelling and forwarding

  private func cancel(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    _ = try Self.body(call).text("comment")
    return try store.open(call) { (door) throws(GraphError) in
      let open = try door.event()
      try open.checkWriting()
      let (reader, event) = (open.reader, open.event)
      guard try reader.document(event)["isOrganizer"] == true else {
        throw .invalidRequest("You need to be an organizer to cancel a meeting.")
      }
      try events.remove(event, reader)
      return .accepted
    }
  }

  private func forward(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let body = try Self.body(call)
    return try store.open(call) { (door) throws(GraphError) in
      let open = try door.event()
      try open.checkSight()
      try MeetingForward(open, body).send()
      return .accepted
    }
  }

  // MARK: Reminders

  private func snooze(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    guard let sent = try Self.body(call).value("newReminderTime"), !sent.isNull else {
      throw .invalidRequest("A new reminder time is required.")
    }
    return try setReminder(call, to: try store.zones.time(sent).document)
  }

  private func dismiss(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    try setReminder(call, to: "dismissed")
  }

  /// Notes what became of a reminder beside the event, by day for an occurrence.
  private func setReminder(_ call: GraphCall, to state: JSON) throws(GraphError) -> GraphAnswer {
    try store.open(call) { (door) throws(GraphError) in
      let open = try door.event()
      try open.checkWriting()
      let (mailbox, reader, event) = (open.mailbox, open.reader, open.event)
      var item = try reader.item(event.series ?? event.number)
      var reminders = item.document["_reminders"]?.object ?? [:]
      reminders[event.day.map(String.init) ?? "all"] = state
      item.document["_reminders"] = .object(reminders)
      try mailbox.update(item)
      return GraphAnswer(status: 200)
    }
  }
}
