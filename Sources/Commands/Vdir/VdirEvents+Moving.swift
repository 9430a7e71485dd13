import Calendaring
import GraphAPI
import Interchange
import JSON
import Store

/// Events that go to another calendar, and what their files keep.
extension VdirEvents {
  func objection(toMoving remote: VdirRemote) -> String? {
    if let closed { return closed }
    let event = remote.raw.inviting(
      remote.series?.invited() ?? MeetingPeople.invited(remote.raw))
    if !MeetingPeople.isOrganizer(event) {
      return "\(MeetingPeople.organizer(event)) organizes it; a copy would not be part of it"
    }
    let people = MeetingPeople.count(event)
    if people > 0 {
      return "\(Plural.people(people)) would be told that it is called off, and invited anew"
    }
    return event["isOnlineMeeting"]?.bool == true
      ? "its online meeting would end and get another link (graphcal move-event asks)" : nil
  }

  func moveRequests(
    _ remote: VdirRemote, to target: any VdirSide
  ) throws(Failure) -> [GraphRequest] {
    guard let target = target as? VdirEvents else { return [] }
    return [
      try duplicate(of: remote).request(calendarID: target.calendar.id), deletion(of: remote),
    ]
  }

  func move(_ remote: VdirRemote, to target: any VdirSide) async throws(Failure) -> String {
    guard let target = target as? VdirEvents else { return remote.id }
    let moving = EventMoving(
      context: context, session: session, title: MeetingPeople.title(remote.raw),
      original: remote.series?.master ?? remote.raw, series: remote.series,
      duplicate: try duplicate(of: remote), source: calendar.name,
      target: (target.calendar.id, target.calendar.name))
    let created = try await moving.run()
    let new = created["id"]?.string ?? ""
    await context.state.replace(remote.id, with: session.knownEvent(new))
    return new
  }

  private func duplicate(of remote: VdirRemote) throws(Failure) -> EventDuplicate {
    if let series = remote.series {
      return try EventDuplicate(of: series, session: session, context: context, zone: zone)
    }
    return try EventDuplicate(
      of: try context.entry(remote.raw, session: session), context: context, zone: zone)
  }

  func file(
    _ bytes: [UInt8], keeping old: [UInt8], known: JSONObject?
  ) -> (bytes: [UInt8], lost: [String]) {
    // Who was taken off the list at the service does not stay in the file.
    let outcome = KeptLines(keepsPeople: known?["people"] == nil).outcome(bytes, keeping: old)
    return (outcome.bytes, outcome.lost)
  }
}
