import CalendarTime
import FoundationEssentials
import JSON

/// Brings meetings into the calendars of the attendees who have a mailbox here, and answers back to
/// the organizer.
///
/// Stands for the mail between mailboxes, which Exchange turns into copies of the event at once.
struct MeetingDelivery {
  let organizer: Mailbox

  private static let noAnswer: JSON = [
    "response": "notResponded", "time": "0001-01-01T00:00:00Z",
  ]

  /// The attendees of a document with a mailbox of their own here.
  private func mailboxes(_ document: JSONObject) throws(GraphError) -> [Mailbox] {
    var found: [Mailbox] = []
    for attendee in document["attendees"]?.array ?? [] {
      guard let address = EventService.address(attendee),
        !organizer.user.answers(to: address), let mailbox = try organizer.mailbox(of: address),
        !found.contains(where: { $0.user.id == mailbox.user.id })
      else { continue }
      found.append(mailbox)
    }
    return found
  }

  /// The copy of a meeting in another mailbox.
  private func copy(_ document: JSONObject, in mailbox: Mailbox) throws(GraphError) -> MailboxItem?
  {
    guard let id = document["iCalUId"]?.string else { return nil }
    return try mailbox.item(.event, lookup: id)
  }

  // MARK: To attendees

  /// Sends a new or changed meeting.
  ///
  /// `before` is the document it had; those who are no longer asked get a cancellation.
  func send(_ document: JSONObject, before: JSONObject? = nil) throws(GraphError) {
    guard document["isOrganizer"] == true else { return }
    let invited = try mailboxes(document)
    for mailbox in invited { try deliver(document, to: mailbox) }
    guard let before else { return }
    for mailbox in try mailboxes(before)
    where !invited.contains(where: { $0.user.id == mailbox.user.id }) {
      try cancel(before, in: mailbox)
    }
  }

  /// Brings a mailbox's copy of a meeting up to date, or makes one.
  func deliver(_ document: JSONObject, to mailbox: Mailbox) throws(GraphError) {
    let sent: MailboxItem
    if let old = try copy(document, in: mailbox) {
      sent = try mailbox.changeEvent(old, to: changed(document, copy: old.document))
    } else {
      sent = try mailbox.addEvent(invitation(document), in: try mailbox.defaultCalendar())
    }
    if let original = try copy(document, in: organizer) {
      try mailbox.takeAttachments(of: original, in: organizer, for: sent)
    }
    guard mailbox.user.purpose.answersByItself else { return }
    try RoomAttendant(room: mailbox).answer(sent, to: organizer)
  }

  private func invitation(_ document: JSONObject) -> JSONObject {
    var copy = document
    for name in OpenProperties.names + ["transactionId", "_reminders"] { copy[name] = nil }
    copy["isOrganizer"] = false
    copy["categories"] = []
    copy["showAs"] = document["showAs"] == "free" ? "free" : "tentative"
    copy["responseStatus"] = Self.noAnswer
    // Attendees do not see what the others answered.
    copy["attendees"] = .array((document["attendees"]?.array ?? []).map(Self.unanswered))
    return copy
  }

  /// An attendee without an answer and without a proposal.
  static func unanswered(_ attendee: JSON) -> JSON {
    guard case .object(var object) = attendee else { return attendee }
    object["status"] = ["response": "none", "time": "0001-01-01T00:00:00Z"]
    object["proposedNewTime"] = nil
    return .object(object)
  }

  /// A copy after a change: what is the attendee's own stays, a new time asks for a new answer.
  private func changed(_ document: JSONObject, copy: JSONObject) -> JSONObject {
    var new = invitation(document)
    for name in [
      "categories", "reminderMinutesBeforeStart", "isReminderOn", "sensitivity", "_reminders",
    ] {
      new[name] = copy[name]
    }
    let isMoved = ["start", "end", "recurrence"].contains { copy[$0] != document[$0] }
    if !isMoved {
      new["showAs"] = copy["showAs"]
      new["responseStatus"] = copy["responseStatus"]
    }
    return new
  }

  /// Tells the attendees that a meeting is off.
  func cancel(_ document: JSONObject) throws(GraphError) {
    guard document["isOrganizer"] == true else { return }
    for mailbox in try mailboxes(document) { try cancel(document, in: mailbox) }
  }

  private func cancel(_ document: JSONObject, in mailbox: Mailbox) throws(GraphError) {
    guard let copy = try copy(document, in: mailbox) else { return }
    guard !mailbox.user.purpose.answersByItself else {
      try mailbox.deleteEvent(copy)
      return
    }
    try mailbox.changeEvent(copy, to: Self.cancelled(copy.document))
  }

  private static func cancelled(_ document: JSONObject) -> JSONObject {
    var copy = document
    let subject = copy["subject"]?.string ?? ""
    if copy["isCancelled"] != true { copy["subject"] = .string("Canceled: " + subject) }
    copy["isCancelled"] = true
    copy["showAs"] = "free"
    return copy
  }

  // MARK: One occurrence

  /// Sends a changed occurrence of a series; whoever is asked to it alone gets it as an event.
  func send(_ overrides: JSONObject, on day: Int, of master: MailboxItem) throws(GraphError) {
    guard master.document["isOrganizer"] == true else { return }
    var shared = overrides
    for name in [
      "categories", "reminderMinutesBeforeStart", "isReminderOn", "showAs", "attendees",
      "responseStatus", "isOrganizer",
    ] {
      shared[name] = nil
    }
    if shared["start"] != nil || shared["end"] != nil {
      shared["responseStatus"] = Self.noAnswer
      shared["showAs"] = "tentative"
    }
    if !shared.isEmpty {
      for mailbox in try mailboxes(master.document) {
        guard let copy = try copy(master.document, in: mailbox) else { continue }
        try mailbox.changeOccurrence(
          day, of: copy, overrides: shared, reader: EventReader(mailbox))
      }
    }
    let reader = EventReader(organizer)
    guard let instance = try reader.instance(of: master, day: day) else { return }
    let document = try reader.document(instance)
    for mailbox in try mailboxes(document) where try copy(master.document, in: mailbox) == nil {
      try deliver(document, to: mailbox)
    }
  }

  /// Tells the attendees that one occurrence is off.
  func cancel(on day: Int, of master: MailboxItem) throws(GraphError) {
    guard master.document["isOrganizer"] == true else { return }
    let own = EventReader(organizer)
    if let instance = try own.instance(of: master, day: day) {
      let document = try own.document(instance)
      for mailbox in try mailboxes(document) { try cancel(document, in: mailbox) }
    }
    for mailbox in try mailboxes(master.document) {
      guard let copy = try copy(master.document, in: mailbox) else { continue }
      guard !mailbox.user.purpose.answersByItself else {
        try mailbox.deleteOccurrence(day, of: copy)
        continue
      }
      let reader = EventReader(mailbox)
      guard let instance = try reader.instance(of: copy, day: day) else { continue }
      let document = Self.cancelled(try reader.document(instance))
      var overrides: JSONObject = [:]
      for name in ["subject", "isCancelled", "showAs"] { overrides[name] = document[name] }
      try mailbox.changeOccurrence(day, of: copy, overrides: overrides, reader: reader)
    }
  }
}
