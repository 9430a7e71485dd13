package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Store

/// `graphcal delete-event`: removes an event, one of a series, or a series.
package struct DeleteEventCommand: Command {
  package static let name = "delete-event"
  package static let summary = "Delete an event, one of a series, or a series."
  package static let discussion = """
    Of an event that repeats, --scope says which ones are meant; on a terminal that is asked. Earlier \
    events of a series stay with --scope following.

    A meeting that you organize is called off when it is deleted: all who are invited are told. \
    "graphcal cancel-event" does so with a message of your own. A meeting of somebody else goes from \
    your calendar alone, and nobody is told; "graphcal respond REF decline" tells its organizer.

    "graphcal undo" brings the last deleted event back, as long as nobody was told. What it cannot \
    bring back is said before you confirm.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which event.", into: \.reference).completing(.known(.event))
  ]
  package static let options: [Option<Self>] = [Scope.option(into: \.scope)]
  package static let writesOffline = true
  package static let examples = [
    Example("delete-event 3", "The third event of the last list on this terminal, asked first."),
    Example("delete-event k7mp --scope following --yes", "That one and all after it, not asked."),
  ]

  var reference = ""
  var scope: Scope?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a deletion")
    let (id, session) = try await ReferenceResolver(
      context: context, permission: .writeCalendars
    ).item(reference, kind: .event)
    let entry = try await context.storedEvent(id, session: session)
    let scope = try Scope.chosen(scope, for: entry.event, to: "delete", in: context)
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    let deletion = EventDeletion(context: context, session: session, zone: zone, entry: entry)
    switch scope {
    case nil, .this: try await deletion.one(isOfSeries: scope == .this)
    case .series: try await deletion.series()
    case .following: try await deletion.following()
    }
  }
}
