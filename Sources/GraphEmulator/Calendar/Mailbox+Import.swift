import CalendarTime
import FoundationEssentials
package import JSON

/// Putting events into a mailbox as they are, for seeds: nobody is invited, and what only the service
/// writes is taken from the event.
extension Mailbox {
  /// Adds an event in Graph's JSON.
  ///
  /// Taken too: `isOrganizer`, `organizer`, `responseStatus`, `isCancelled`, `iCalUId`,
  /// `hasAttachments`, `isDraft`, `onlineMeeting`, `originalStartTimeZone`, `createdDateTime`, answers
  /// and proposals of attendees; for a series also `cancelledOccurrences` (texts that end in a date)
  /// and `exceptionOccurrences` (each with the date it replaces in `originalStart`). An organizer who
  /// is somebody else makes `isOrganizer` false unless it is given.
  ///
  /// - Parameters:
  ///   - event: what is left out is filled as for a create.
  ///   - calendar: where it goes.
  ///   - alphabet: the signs of its id.
  /// - Returns: the event's item; of a series the master's.
  /// - Throws: 400 as a create does.
  @discardableResult
  package func importEvent(
    _ event: JSONObject, in calendar: MailboxItem, alphabet: IdAlphabet = .urlSafe
  ) throws(GraphError) -> MailboxItem {
    let properties = try EventProperties(event, zones: store.zones)
    var document = try NewEvent(mailbox: self).document(properties, calendar: calendar)
    document["transactionId"] = nil
    takeServiceProperties(of: event, into: &document)
    let created = event["createdDateTime"]?.string.flatMap(ODataInstant.init)
    let item = try addEvent(
      document, in: calendar, alphabet: alphabet,
      created: created.map { Date(timeIntervalSince1970: Double($0.seconds)) })
    try importSpecialDays(of: event, to: item)
    return item
  }

  private func takeServiceProperties(of event: JSONObject, into document: inout JSONObject) {
    for name in [
      "isOrganizer", "organizer", "responseStatus", "isCancelled", "iCalUId", "hasAttachments",
      "isDraft", "onlineMeeting", "onlineMeetingUrl", "originalStartTimeZone",
      "originalEndTimeZone",
    ] {
      if let value = event[name], !value.isNull { document[name] = value }
    }
    if event["isOrganizer"] == nil, let organizer = event["organizer"] {
      let isOwn = EventService.address(organizer).map(user.answers(to:)) ?? false
      document["isOrganizer"] = .bool(isOwn)
      if !isOwn, event["responseStatus"] == nil {
        document["responseStatus"] = [
          "response": "notResponded", "time": "0001-01-01T00:00:00Z",
        ]
      }
    }
    let sent = event["attendees"]?.array ?? []
    guard let attendees = document["attendees"]?.array, attendees.count == sent.count else {
      return
    }
    document["attendees"] = .array(
      zip(attendees, sent).map { attendee, sent in
        var attendee = attendee.object ?? [:]
        for name in ["status", "proposedNewTime"] {
          if let value = sent[name], !value.isNull { attendee[name] = value }
        }
        return .object(attendee)
      })
  }

  private func importSpecialDays(
    of event: JSONObject, to master: MailboxItem
  ) throws(GraphError) {
    for text in event["cancelledOccurrences"]?.array ?? [] {
      guard let date = text.string.flatMap({ EventTime.wall(String($0.suffix(10))) })?.wall.date
      else { throw .propertyValidation }
      try deleteOccurrence(date.daysSinceEpoch, of: master)
    }
    let reader = EventReader(self)
    for exception in event["exceptionOccurrences"]?.array ?? [] {
      guard let exception = exception.object, let text = exception["originalStart"]?.string,
        let date = EventTime.wall(String(text.prefix(10)))?.wall.date,
        try reader.timing(master).rule?.contains(date) == true
      else { throw .propertyValidation }
      var overrides = try EventProperties(exception, zones: store.zones).document
      overrides["recurrence"] = nil
      takeServiceProperties(of: exception, into: &overrides)
      try changeOccurrence(
        date.daysSinceEpoch, of: master, overrides: overrides, reader: reader)
    }
  }
}
