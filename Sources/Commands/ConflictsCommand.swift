package import Arguments
import Calendaring

/// `graphcal conflicts`: events that overlap.
package struct ConflictsCommand: Command {
  package static let name = "conflicts"
  package static let summary = "Show events that overlap."
  package static let itemFields = EventJSON.fieldNames
  package static let discussion = """
    From now on, 14 days ahead without --days. Each row says which others it overlaps with. What is \
    free, cancelled or declined takes no time and conflicts with nothing; nor does working elsewhere.
    """
  package static let options: [Option<Self>] = LookAhead.options.lifted(into: \.ahead)
  package static let answersOffline = true
  package static let examples = [
    Example("conflicts", "What overlaps in the next two weeks."),
    Example("conflicts --calendar all --days 30", "Also between calendars."),
  ]

  var ahead = LookAhead()

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try await ahead.print(usualDays: 14, in: context) { entries, zone in
      let clashes = entries.map(\.event).clashes(in: zone)
      return entries.compactMap { entry in
        guard let others = clashes[entry.event.id] else { return nil }
        var entry = entry
        entry.event.hasConflict = true
        entry.event.conflictsWith = others
        return entry
      }
    }
  }
}
