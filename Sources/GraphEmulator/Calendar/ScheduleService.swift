import CalendarTime
import FoundationEssentials
import JSON

/// Answers for `getSchedule`.
///
/// Source: Microsoft Graph "calendar: getSchedule", "Get free/busy schedule of Outlook users and
/// resources"; the words about a range that is too long: microsoft-graph-docs#19703.
struct ScheduleService {
  let store: MailboxStore

  func addRoutes(to router: inout GraphRouter) {
    for folder in ["/me/calendar", "/me/calendars/{calendar}"] {
      router.add("POST", folder + "/getSchedule", scopes: CalendarService.read, schedule)
    }
  }

  private func schedule(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    guard !call.owner.isPersonal else { throw .accessDenied }
    let body = try call.object()
    let style = try EventStyle(call, zones: store.zones)
    let window = try window(body)
    let minutes = try body.wholeNumber("availabilityViewInterval") ?? 30
    guard (5...1440).contains(minutes) else {
      throw .badRequest(
        "ErrorInvalidMergedFreeBusyInterval",
        "The availability view interval has to be between 5 and 1440 minutes.")
    }
    let names = try body.texts("schedules") ?? []
    guard (1...20).contains(names.count) else {
      throw .badRequest(
        "ErrorInvalidRequest", "The number of schedules has to be between 1 and 20.")
    }
    return try store.open(call) { (door) throws(GraphError) in
      _ = try door.calendar()
      var value: [JSON] = []
      for name in names {
        value.append(try information(name, window, minutes, style, door.mailbox))
      }
      let context = RequestAddress(call).context(
        "Collection(microsoft.graph.scheduleInformation)")
      return GraphAnswer.ok(["@odata.context": .string(context), "value": .array(value)])
        .applying(style.applied)
    }
  }

  private func window(_ body: JSONObject) throws(GraphError) -> Range<Date> {
    guard let start = body.value("startTime"), let end = body.value("endTime") else {
      throw .invalidParameter("The start and the end of the time window are required.")
    }
    let (from, to) = (try store.zones.time(start).instant, try store.zones.time(end).instant)
    guard from < to else {
      throw .badRequest(
        "ErrorInvalidTimeInterval", "The end of the time window has to come after its start.")
    }
    let days = to.timeIntervalSince(from) / 86_400
    guard days < 62 else {
      throw .badRequest(
        "ErrorTimeIntervalTooBig",
        "The requested time duration specified for FreeBusyViewOptions.TimeWindow is too long. The "
          + "allowed limit = 62 days; the actual limit = \(Int(days.rounded(.up))) days.")
    }
    return from..<to
  }

  private func information(
    _ name: String, _ window: Range<Date>, _ minutes: Int, _ style: EventStyle, _ mailbox: Mailbox
  ) throws(GraphError) -> JSON {
    guard let other = try mailbox.mailbox(of: name) else {
      return [
        "scheduleId": .string(name),
        "error": [
          "message": .string(
            "Unable to resolve e-mail address \(name) to an Active Directory object."),
          "responseCode": "ErrorMailRecipientNotFound",
        ],
      ]
    }
    // The caller is the owner of the mailbox that the path names.
    let role = try other.role(of: mailbox.user, on: try other.defaultCalendar())
    let isOwn = other.user.id == mailbox.user.id
    guard isOwn || role != .none else {
      return [
        "scheduleId": .string(name),
        "error": [
          "message": .string("The caller does not have access to free/busy data of \(name)."),
          "responseCode": "ErrorNoFreeBusyAccess",
        ],
      ]
    }
    let tellsDetails = isOwn || role != .freeBusyRead
    let freeBusy = try FreeBusy(of: other, in: window)
    return [
      "scheduleId": .string(name),
      "availabilityView": .string(freeBusy.view(window, minutes: minutes)),
      "scheduleItems": .array(
        freeBusy.items.map { item(of: $0, style, withDetails: tellsDetails) }),
      "workingHours": try WorkingHours(of: other).document,
    ]
  }

  /// One item; what is private, or not shared any further, shows its time alone.
  ///
  /// Whole days go from midnight to midnight in whatever zone was asked for.
  private func item(
    of taken: FreeBusy.Item, _ style: EventStyle, withDetails: Bool
  ) -> JSON {
    var item: JSONObject = [:]
    if withDetails,
      ["normal", "personal"].contains(taken.document["sensitivity"]?.string ?? "normal")
    {
      item["isPrivate"] = false
      item["subject"] = taken.document["subject"] ?? ""
      item["location"] = taken.document["location"]?["displayName"] ?? ""
    }
    item["status"] = .string(taken.status)
    let start = taken.days?.first ?? style.zone.wallTime(at: taken.range.lowerBound)
    let end = taken.days?.end ?? style.zone.wallTime(at: taken.range.upperBound)
    item["start"] = EventTime.document(start, style.zoneName)
    item["end"] = EventTime.document(end, style.zoneName)
    return .object(item)
  }
}
