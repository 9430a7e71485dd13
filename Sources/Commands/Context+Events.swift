import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Store

extension Context {
  /// An event as it is kept, its text in its own markup, for a change or a copy.
  func storedEvent(_ id: String, session: Session) async throws(Failure) -> EventEntry {
    let raw: JSONObject
    do {
      raw = try await session.graph.object(EventRequests.stored(id: id))
    } catch {
      throw Failure(error, doing: "read the event")
    }
    return try entry(raw, session: session)
  }

  /// An event that was read whole.
  func entry(_ raw: JSONObject, session: Session) throws(Failure) -> EventEntry {
    guard let event = CalendarEvent(graph: .object(raw), zones: zones) else {
      throw Failure(
        .general, "the event has no time that can be read", hint: "graphcal show --json shows it")
    }
    return EventEntry(event: event, raw: raw, session: session)
  }
}

extension Context {
  /// The id of the calendar that an event is in; nil where the service does not tell.
  func calendar(of id: String, session: Session) async throws(Failure) -> String? {
    try await calendarInfo(of: id, session: session)?.id
  }

  /// The calendar that an event is in, and who owns it; nil where the service does not tell.
  func calendarInfo(of id: String, session: Session) async throws(Failure) -> CalendarInfo? {
    do {
      return CalendarInfo(
        graph: .object(try await session.graph.object(EventRequests.calendar(of: id))))
    } catch {
      if error.isMissing { return nil }
      throw Failure(error, doing: "find the calendar of the event")
    }
  }
}

extension Session {
  /// An event of this mailbox, for what is remembered of it.
  func knownEvent(_ id: String) -> StateStore.KnownItem {
    StateStore.KnownItem(id: id, kind: .event, account: accountKey, mailbox: mailbox ?? "")
  }
}
