import CalendarTime
import JSON

extension SeedLoader {
  /// What a seed may say of an event although only the service writes it.
  private static let readOnly = [
    "organizer", "isOrganizer", "isCancelled", "isDraft", "responseStatus", "iCalUId",
    "onlineMeeting", "onlineMeetingUrl", "originalStartTimeZone", "originalEndTimeZone",
    "hasAttachments",
  ]

  /// What no event can do without, and what null has a meaning of its own for.
  private static let needed: Set<String> = [
    "start", "end", "recurrence", "id", "changeKey", "transactionId", "onlineMeeting",
  ]

  /// An attendee as a seed has it, with the type and the answer that everybody has.
  private static func attendee(_ sent: JSON) -> JSON {
    guard case .object(var attendee) = sent else { return sent }
    if attendee["type"] == nil { attendee["type"] = "required" }
    if attendee["status"] == nil {
      attendee["status"] = ["response": "none", "time": "0001-01-01T00:00:00Z"]
    }
    return .object(attendee)
  }

  /// Adds `calendars` with what they hold, and `events` to the calendar each names by
  /// `calendar/name`, else to the default one.
  func addCalendars(_ content: JSONObject, at place: String) throws(GraphError) {
    var calendars: [String: MailboxItem] = [:]
    try each(content["calendars"], at: "\(place).calendars") {
      (calendar, place) throws(GraphError) in
      let item = try addCalendar(calendar)
      calendars[item.document["name"]?.string ?? ""] = item
      try share(item, with: calendar["calendarPermissions"])
      try each(calendar["events"], at: "\(place).events") { (event, _) throws(GraphError) in
        try addEvent(event, to: item)
      }
    }
    let standard = try mailbox.defaultCalendar()
    try each(content["events"], at: "\(place).events") { (event, _) throws(GraphError) in
      guard let name = event["calendar"]?["name"]?.string else {
        try addEvent(event, to: standard)
        return
      }
      guard let calendar = calendars[name] else {
        throw .badRequest("Seed", "there is no calendar \"\(name)\" in calendars")
      }
      try addEvent(event, to: calendar)
    }
  }

  /// Gives the people of a calendar's `calendarPermissions` their roles.
  ///
  /// What a person shares stands in the others' lists; a shared mailbox is opened by its address.
  private func share(_ calendar: MailboxItem, with permissions: JSON?) throws(GraphError) {
    for permission in permissions?.array ?? [] {
      let sent = permission.object ?? [:]
      let words = CalendarRole.allCases.map(\.rawValue)
      guard let role = try sent.word("role", of: words).flatMap(CalendarRole.init) else {
        throw .badRequest("Seed", "a permission needs a role")
      }
      guard sent.value("emailAddress")?["address"]?.string != nil else {
        let organization = try mailbox.permissions(on: calendar).last?["id"]?.string ?? ""
        _ = try mailbox.change(permission: organization, on: calendar, to: role)
        continue
      }
      let person = try EventProperties.emailAddress(sent.value("emailAddress"))
      let address = person["address"]?.string ?? ""
      guard mailbox.allowedRoles(for: address, on: calendar).contains(role) else {
        throw .badRequest("Seed", "\(address) cannot be given the role \(role.rawValue)")
      }
      try mailbox.grant(role, to: person, on: calendar)
      if mailbox.user.purpose == .user { try mailbox.show(calendar, to: address) }
    }
  }

  private func addCalendar(_ sent: JSONObject) throws(GraphError) -> MailboxItem {
    guard let name = try sent.text("name"), !name.isEmpty else {
      throw .badRequest("Seed", "a calendar needs a name")
    }
    let isDefault = try sent.truth("isDefaultCalendar") ?? false
    let color = try sent.word("color", of: Mailbox.colors) ?? "auto"
    var calendar =
      isDefault ? try mailbox.defaultCalendar() : try mailbox.addCalendar(name, color: color)
    if isDefault {
      calendar.document["name"] = .string(name)
      calendar.document["color"] = .string(color)
      calendar.document["hexColor"] = .string(Mailbox.hexColor(color))
    }
    for key in ["canEdit", "canShare", "canViewPrivateItems", "isRemovable", "hexColor", "owner"] {
      if let value = sent[key] { calendar.document[key] = value }
    }
    return try mailbox.update(calendar)
  }

  private func addEvent(_ sent: JSONObject, to calendar: MailboxItem) throws(GraphError) {
    let zones = mailbox.store.zones
    var plain = sent
    plain["attendees"] = Optional.none
    let properties = try EventProperties(plain, zones: zones)
    var document = try NewEvent(mailbox: mailbox).document(properties, calendar: calendar)
    complete(&document, from: sent)
    let item = try mailbox.addEvent(
      document, in: calendar, alphabet: alphabet(sent), created: created(sent))
    try addAttachments(to: item, from: sent)
    try addExceptions(of: item, from: sent)
  }

  /// The files of an event; an attachment without `@odata.type` is a file.
  private func addAttachments(to item: MailboxItem, from sent: JSONObject) throws(GraphError) {
    let reader = EventReader(mailbox)
    for attachment in sent["attachments"]?.array ?? [] {
      guard var body = attachment.object else {
        throw .badRequest("Seed", "an attachment is no object")
      }
      if body["@odata.type"] == nil {
        body["@odata.type"] = .string(AttachmentKind.file.rawValue)
      }
      let event = try reader.event(mailbox.id(of: item), in: nil)
      try mailbox.add(try AttachmentBody(body, for: mailbox), to: event, reader)
    }
  }

  /// Puts in what only the service writes: who called the meeting, who has answered what.
  private func complete(_ document: inout JSONObject, from sent: JSONObject) {
    for name in Self.readOnly {
      if let value = sent[name] { document[name] = value }
    }
    if let attendees = sent["attendees"]?.array {
      document["attendees"] = .array(attendees.map(Self.attendee))
    }
    // Odd mailboxes can be tried out: what a seed gives as null is null in answers.
    let odd = sent.filter { $0.value.isNull && !Self.needed.contains($0.key) }
    for name in odd.map(\.key) where ResourceRules.events.properties.contains(name) {
      document[name] = .null
    }
    let organizer = sent["organizer"]?["emailAddress"]?["address"]?.string
    if let organizer, !mailbox.user.answers(to: organizer) {
      if sent["isOrganizer"] == nil { document["isOrganizer"] = false }
      if sent["responseStatus"] == nil {
        document["responseStatus"] = ["response": "notResponded", "time": "0001-01-01T00:00:00Z"]
      }
    }
  }

  /// The changed and the deleted days of a series.
  ///
  /// `exceptionOccurrences` holds events with `originalStart` and what differs; `cancelledOccurrences`
  /// holds days, or ids that end in one.
  private func addExceptions(of master: MailboxItem, from sent: JSONObject) throws(GraphError) {
    let zones = mailbox.store.zones
    let reader = EventReader(mailbox)
    let timing = try reader.timing(master)
    for exception in sent["exceptionOccurrences"]?.array ?? [] {
      guard let changes = exception.object,
        let start = changes["originalStart"]?.string.flatMap(ODataInstant.init)
      else { throw .badRequest("Seed", "an exception needs an originalStart") }
      let day = timing.zone.wallTime(at: .init(unixSecond: start.seconds)).date
      guard timing.rule?.contains(day) == true else {
        throw .badRequest("Seed", "the series has no occurrence on \(day)")
      }
      var plain = changes
      plain["attendees"] = Optional.none
      var overrides = try EventProperties(plain, zones: zones).document
      complete(&overrides, from: changes)
      try mailbox.changeOccurrence(
        day.daysSinceEpoch, of: master, overrides: overrides, reader: reader)
    }
    for cancelled in sent["cancelledOccurrences"]?.array ?? [] {
      guard let text = cancelled.string,
        let day = ODataInstant(String(text.suffix(10))).map({
          CalendarDate(daysSinceEpoch: $0.seconds / 86_400)
        }), timing.rule?.contains(day) == true
      else { throw .badRequest("Seed", "the series has no occurrence \(cancelled.text(.wire))") }
      try mailbox.deleteOccurrence(day.daysSinceEpoch, of: master)
    }
  }
}
