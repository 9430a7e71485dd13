package import Arguments
import Calendaring
import GraphAPI
import JSON
import Rendering
import Store

/// `graphcal show`: one event with everything it holds.
package struct ShowCommand: Command {
  package static let name = "show"
  package static let summary = "Show one event in full."
  package static let discussion = """
    REF is a row number of the last list printed on this terminal, a short id as lists show it, or \
    the full id. "graphcal help refs" says more.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which event.", into: \.reference)
  ]
  package static let examples = [
    Example("show 3", "The third event of the last list on this terminal."),
    Example("show 3 --json", "The whole resource."),
  ]

  var reference = ""

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(EventJSON.fieldNames) { return }
    let (id, session) = try await ReferenceResolver(
      context: context, permission: .readCalendars
    ).item(reference, kind: .event)
    let zone = try await context.commandZone(session: session).zone
    let settings = try await context.mailboxSettings(session: session)
    let raw: JSONObject
    do {
      raw = try await session.graph.object(CalendarRequests.event(id: id))
    } catch {
      throw Failure(error, doing: "read the event")
    }
    guard let event = CalendarEvent(graph: .object(raw), zones: context.zones) else {
      throw Failure(
        .general, "the event has no time that can be read",
        hint: "graphcal show --json \(reference)")
    }
    try await EventOutput(context: context, session: session, zone: zone, settings: settings)
      .printWhole(EventEntry(event: event, raw: raw, session: session), calendarName: nil)
  }
}
