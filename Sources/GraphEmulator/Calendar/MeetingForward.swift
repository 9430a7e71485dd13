import JSON

/// Sends an invitation on to further people.
///
/// Source: Microsoft Graph "event: forward": from a work mailbox the organizer is told and has the
/// recipients as attendees, from an Outlook.com account not.
struct MeetingForward {
  let event: OpenEvent
  /// As new attendees.
  let recipients: [JSON]

  /// Reads the recipients of a body.
  init(_ event: OpenEvent, _ body: JSONObject) throws(GraphError) {
    self.event = event
    guard let sent = body.value("toRecipients")?.array, !sent.isEmpty else {
      throw .badRequest("ErrorInvalidRecipients", "At least one recipient is required.")
    }
    var recipients: [JSON] = []
    for recipient in sent {
      recipients.append([
        "type": "required", "status": ["response": "none", "time": "0001-01-01T00:00:00Z"],
        "emailAddress": try EventProperties.emailAddress(recipient.object?.value("emailAddress")),
      ])
    }
    self.recipients = recipients
  }

  func send() throws(GraphError) {
    let mailbox = event.mailbox
    let item = try event.reader.item(event.event.series ?? event.event.number)
    guard !mailbox.user.isPersonal, let organizer = try organizer(of: item),
      let id = item.document["iCalUId"]?.string,
      let original = try organizer.item(.event, lookup: id)
    else {
      try deliverAlone()
      return
    }
    let reader = EventReader(organizer)
    guard let day = event.event.day else {
      var document = original.document
      document["attendees"] = .array(joined(document))
      try organizer.changeEvent(original, to: document)
      try MeetingDelivery(organizer: organizer).send(document)
      return
    }
    guard let instance = try reader.instance(of: original, day: day) else { throw .itemNotFound }
    let changes: JSONObject = ["attendees": .array(joined(try reader.document(instance)))]
    try organizer.changeOccurrence(day, of: original, overrides: changes, reader: reader)
    try MeetingDelivery(organizer: organizer).send(changes, on: day, of: original)
  }

  /// Brings the event to recipients who live here although its organizer knows nothing of it.
  private func deliverAlone() throws(GraphError) {
    let document = try event.reader.document(event.event)
    for recipient in recipients {
      guard let address = EventService.address(recipient),
        let other = try event.mailbox.mailbox(of: address), other.user.id != event.mailbox.user.id
      else { continue }
      try MeetingDelivery(organizer: event.mailbox).deliver(document, to: other)
    }
  }

  private func joined(_ document: JSONObject) -> [JSON] {
    let present = document["attendees"]?.array ?? []
    let known = present.compactMap(EventService.address)
    return present + recipients.filter { !known.contains(EventService.address($0) ?? "") }
  }

  private func organizer(of item: MailboxItem) throws(GraphError) -> Mailbox? {
    if item.document["isOrganizer"] == true { return event.mailbox }
    guard let address = item.document["organizer"].flatMap(EventService.address) else { return nil }
    return try event.mailbox.mailbox(of: address)
  }
}
