import CalendarTime
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Store

/// Puts the reminder of an event off, or away for good, at the service.
struct ReminderDeed {
  var reference: String
  /// Seconds from now until it comes up again; nil dismisses it.
  var delay: Int?

  func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a change of a reminder")
    let (id, session) = try await ReferenceResolver(
      context: context, permission: .writeCalendars
    ).item(reference, kind: .event)
    let time = delay.map { context.now().addingTimeInterval(Double($0)) }
    let request =
      time.map { ReminderRequests.snooze(id: id, until: $0) } ?? ReminderRequests.dismiss(id: id)
    if context.options.dryRun { return try context.printDryRun([request], by: session) }
    do {
      _ = try await session.graph.send(request)
    } catch {
      throw Failure(error, doing: time == nil ? "dismiss the reminder" : "put the reminder off")
    }
    let zone = try await context.commandZone(session: session).zone
    let item: JSON = [
      "id": .string(id), "dismissed": .bool(time == nil),
      "snoozedUntil": .string(orNull: time?.rfc3339(in: zone)),
      "graphcal": ["id": .string(ShortID.of(id)), "account": .string(orNull: session.userName)],
    ]
    if try context.printedForScripts(item) { return }
    let short = ShortID.of(id).prefix(ShortID.shortest)
    guard let time else { return try context.say("Dismissed the reminder of \(short)") }
    let settings = try await context.mailboxSettings(session: session)
    let clock = context.timeText(zone, settings).time(time)
    try context.say("Snoozed the reminder of \(short) until \(clock)")
  }
}
