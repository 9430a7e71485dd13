import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Terminal

/// Tells whoever is about to say yes to a new event who is taken at its time.
struct ClashCheck {
  var context: Context
  var session: Session
  var zone: Zone
  var settings: MailboxSettings?

  /// Looks once and says what it finds; where nobody is asked, or nothing can be seen, says nothing.
  ///
  /// Of a series the first event is looked at.
  func tell(_ draft: EventDraft) async {
    let canAsk = context.console.prompt(mayAsk: !context.options.noInput && !context.options.yes)
      .canAsk
    guard canAsk, !session.isPersonal,
      case .timed(let start, let end)? = draft.time.span(in: context),
      start < end
    else { return }
    let own = session.userName.flatMap { MailAddress.isAddress($0) ? $0 : nil }
    var names: [(address: String, name: String)] = own.map { [($0, "you are")] } ?? []
    for attendee in draft.attendees {
      guard let address = attendee.person.address, address.lowercased() != own?.lowercased() else {
        continue
      }
      names.append((address, "\(PersonText.short(attendee.person)) is"))
    }
    // What does not fit one request is not worth waiting for.
    names = Array(names.prefix(ScheduleRequests.batch))
    guard !names.isEmpty else { return }
    let reader = ScheduleReader(context: context, session: session, zone: zone)
    let entries: [ScheduleInformation]
    do {
      entries = try await context.working("Looking who is free") { () async throws(Failure) in
        try await reader.information(names.map(\.address), in: start..<end)
      }
    } catch {
      return context.detail("who is free then could not be seen: \(error.shortWhy)")
    }
    for (entry, who) in zip(entries, names) {
      for item in taken(entry, start..<end) { context.note("\(who.name) taken then: \(item)") }
    }
  }

  private func taken(_ entry: ScheduleInformation, _ range: Range<Date>) -> [String] {
    let time = context.timeText(zone, settings)
    let surface = Surface(context.console.terminal)
    let items: [JSON] = entry.json["scheduleItems"]?.array ?? []
    return items.compactMap { item -> String? in
      guard let from = GraphDateTime(item["start"])?.instant(zones: context.zones),
        let to = GraphDateTime(item["end"])?.instant(zones: context.zones),
        from < range.upperBound, to > range.lowerBound,
        let status = item["status"]?.string.flatMap(CalendarEvent.ShowAs.init(rawValue:)),
        status.takesTime(countingTentative: true)
      else { return nil }
      let event = CalendarEvent(id: "", span: .timed(start: from, end: to))
      let when = EventDetails(event: event).when(time: time, on: surface)
      return when + (item["subject"]?.string.map { " \"\($0)\"" } ?? "")
    }
  }
}
