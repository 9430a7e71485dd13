package import Arguments
import Calendaring

/// `graphcal invites`: invitations that wait for an answer.
package struct InvitesCommand: Command {
  package static let name = "invites"
  package static let summary = "Show invitations that wait for your answer."
  package static let itemFields = EventJSON.fieldNames
  package static let discussion = """
    From now on, 90 days ahead without --days. What overlaps with something else that takes your time \
    is marked with "conflict".
    """
  package static let options: [Option<Self>] = LookAhead.options.lifted(into: \.ahead)
  package static let answersOffline = true
  package static let examples = [
    Example("invites", "What to answer."),
    Example("invites --json | jq length", "How many there are, for a status bar."),
  ]

  var ahead = LookAhead()

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try await ahead.print(usualDays: 90, in: context) { entries, zone in
      let conflicts = entries.map(\.event).conflicts(in: zone)
      let clashing = Set(conflicts.flatMap(\.events).map(\.id))
      return entries.filter(\.event.awaitsAnswer).map { entry in
        var entry = entry
        entry.event.hasConflict = clashing.contains(entry.event.id)
        return entry
      }
    }
  }
}
