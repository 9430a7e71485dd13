import CalendarTime
import FoundationEssentials
import JSON

/// What the mailbox of a room does with an invitation: it takes what finds it free, and declines the
/// rest.
///
/// Source: Exchange's `Set-CalendarProcessing` with its defaults for rooms: AutoAccept, no conflicts,
/// 180 days ahead, the subject replaced by the organizer's name, the body dropped.
struct RoomAttendant {
  let room: Mailbox

  private static let bookingWindow: TimeInterval = 180 * 86_400

  /// Answers for the room; a declined meeting does not stay in its calendar.
  func answer(_ copy: MailboxItem, to organizer: Mailbox) throws(GraphError) {
    guard copy.document["responseStatus"]?["response"] == "notResponded" else { return }
    let answer = MeetingAnswer(byItself: try isFree(for: copy) ? .accept : .decline)
    if answer.kind == .decline {
      try room.deleteEvent(copy)
    } else {
      var document = copy.document
      for (name, value) in answer.ownChanges(document, room) { document[name] = value }
      document["subject"] = .string(organizer.user.displayName)
      document["body"] = ["contentType": "html", "content": ""]
      try room.changeEvent(copy, to: document)
    }
    guard let id = copy.document["iCalUId"]?.string else { return }
    try organizer.note(answer, ofEvent: id, from: room)
  }

  /// Whether nothing else takes the room while the meeting has it.
  private func isFree(for copy: MailboxItem) throws(GraphError) -> Bool {
    let span = try room.timing(of: copy.document).span()
    let end = min(span.end ?? .distantFuture, span.start.addingTimeInterval(Self.bookingWindow))
    let calendar = try room.defaultCalendar()
    let all = try room.instances(in: calendar, showing: span.start..<max(span.start, end))
    let reader = EventReader(room)
    var taken: [Range<Date>] = []
    for instance in all where (instance.series ?? instance.number) != copy.number {
      let document = try reader.document(instance)
      guard document["showAs"] != "free", document["isCancelled"] != true else { continue }
      taken.append(instance.start..<instance.end)
    }
    return all.filter { ($0.series ?? $0.number) == copy.number }.allSatisfy { instance in
      !taken.contains { $0.overlaps(instance.start..<instance.end) }
    }
  }
}

extension Mailbox {
  /// Puts an attendee's answer into this mailbox's own meeting, or into one day of a series.
  ///
  /// `id` is the `iCalUId` of the attendee's copy, which names a day when only that was sent.
  func note(
    _ answer: MeetingAnswer, ofEvent id: String, on day: Int? = nil, from attendee: Mailbox
  ) throws(GraphError) {
    var (original, day) = (try item(.event, lookup: id), day)
    if original == nil, let part = GlobalObjectID.parts(of: id) {
      original = try item(.event, lookup: part.series)
      day = part.day.daysSinceEpoch
    }
    guard let original else { return }
    let reader = EventReader(self)
    guard let day else {
      var document = original.document
      for (name, value) in answer.organizerChanges(document, from: attendee) {
        document[name] = value
      }
      try changeEvent(original, to: document)
      return
    }
    guard let instance = try reader.instance(of: original, day: day) else { return }
    let changes = answer.organizerChanges(try reader.document(instance), from: attendee)
    try changeOccurrence(day, of: original, overrides: changes, reader: reader)
  }
}
