import CalendarTime
import Calendaring
import GraphAPI
import Interchange
import JSON

/// What becomes of a file of which only some parts were changed, as a folder of files has them.
extension ImportPlanner {
  /// What of a change is about these parts.
  static func limited(
    _ changes: JSONObject, _ days: [CalendarDate: SpecialDay], to parts: Set<String>
  ) -> (JSONObject, [CalendarDate: SpecialDay]) {
    let isOfTime = parts.contains("time") || parts.contains("rule")
    let kept = changes.members.filter { name, _ in
      switch name {
      case "start", "end", "isAllDay", "recurrence": isOfTime
      case "location", "locations": parts.contains("location") || parts.contains("locations")
      default: parts.contains(name)
      }
    }
    return (
      JSONObject(kept.map { ($0.key, $0.value) }),
      isOfTime || parts.contains("days") ? days : [:]
    )
  }

  /// Says which deleted days a file wants to have again, as they were or changed, and leaves them out.
  func refuseReturns(
    _ filed: FiledItem, _ entry: ImportIndex.Entry, _ days: inout [CalendarDate: SpecialDay],
    _ planned: inout PlannedImport
  ) {
    let gone = (entry.snapshot?.deleted ?? []).filter { filed.rule?.contains($0) ?? false }.sorted()
    let changed = gone.filter { filed.changed[$0] != nil }
    let plain = gone.filter { filed.changed[$0] == nil && !filed.deleted.contains($0) }
    for (property, returned) in [("EXDATE", plain), ("RECURRENCE-ID", changed)]
    where !returned.isEmpty {
      let words = returned.map(\.heading).joined(separator: ", ")
      planned.refusals.append(
        "a day that was deleted does not come back into its series (\(property) of \(words))")
    }
    for day in changed { days[day] = nil }
  }

  /// Changes of somebody else's meeting what everybody has of it for themselves.
  func planPersonal(
    _ changes: JSONObject, _ days: [CalendarDate: SpecialDay], of event: JSONObject,
    _ planned: inout PlannedImport
  ) {
    let names = Set(EventPart.personal.flatMap(\.properties))
    let own = JSONObject(
      changes.members.filter { names.contains($0.key) }.map { ($0.key, $0.value) })
    if own.members.count < changes.members.count || !days.isEmpty {
      planned.refusals.append("only \(MeetingPeople.organizer(event)) can change this meeting")
    }
    if !own.isEmpty { planned.deed = .update(own, days: [:]) }
  }
}
