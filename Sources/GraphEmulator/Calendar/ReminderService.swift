import CalendarTime
import FoundationEssentials
import JSON

/// Answers for `reminderView`.
///
/// Source: Microsoft Graph "user: reminderView"; the range is on the times of the events.
struct ReminderService {
  let store: MailboxStore

  func addRoutes(to router: inout GraphRouter) {
    router.add(
      "GET", "/me/reminderView(startDateTime,endDateTime)", scopes: CalendarService.read, view)
  }

  private func view(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    let window = try ViewWindow.read(
      call.parameters["startDateTime"] ?? "", call.parameters["endDateTime"] ?? "")
    let style = try EventStyle(call, zones: store.zones)
    return try store.perform(for: call) { (mailbox) throws(GraphError) in
      let reader = EventReader(mailbox)
      var reminders: [(fires: Date, json: JSON)] = []
      for instance in try mailbox.instances(
        in: try mailbox.defaultCalendar(), showing: window)
      {
        let document = try reader.document(instance)
        guard document["isReminderOn"] == true, document["isCancelled"] != true,
          let fires = try fires(instance, document, reader)
        else { continue }
        let event = try reader.json(instance, style)
        let wall = style.zone.wallTime(at: fires)
        reminders.append(
          (
            fires,
            [
              "eventId": event["id"] ?? .null, "changeKey": event["changeKey"] ?? .null,
              "eventSubject": event["subject"] ?? .null, "eventWebLink": event["webLink"] ?? .null,
              "eventStartTime": event["start"] ?? .null, "eventEndTime": event["end"] ?? .null,
              "eventLocation": event["location"] ?? .null,
              "reminderFireTime": EventTime.document(wall, style.zoneName),
            ]
          ))
      }
      reminders.sort { $0.fires < $1.fires }
      let context = RequestAddress(call).context("Collection(microsoft.graph.reminder)")
      let body: JSON = [
        "@odata.context": .string(context), "value": .array(reminders.map(\.json)),
      ]
      return GraphAnswer.ok(body).applying(style.applied)
    }
  }

  /// When a reminder comes up; nil when it was dismissed.
  private func fires(
    _ instance: EventInstance, _ document: JSONObject, _ reader: EventReader
  ) throws(GraphError) -> Date? {
    let owner = try reader.item(instance.series ?? instance.number)
    let states = owner.document["_reminders"]
    let state = instance.day.flatMap { states?[String($0)] } ?? states?["all"] ?? .null
    if state == "dismissed" { return nil }
    if state.object != nil { return try store.zones.time(state).instant }
    let minutes = document["reminderMinutesBeforeStart"]?.int ?? 15
    return instance.start.addingTimeInterval(Double(-60 * minutes))
  }
}
