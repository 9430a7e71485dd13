import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Rendering
import Store

/// A meeting that somebody wants to answer, pass on or call off.
struct Meeting: Sendable {
  /// As it was named on the command line.
  var reference: String
  var event: CalendarEvent
  /// The properties of `MeetingRequests.properties`.
  var raw: JSONObject
  var session: Session

  /// Reads the event behind a reference.
  static func read(
    _ reference: String, needing permission: Permission, in context: Context
  ) async throws(Failure) -> Meeting {
    let (id, session) = try await ReferenceResolver(context: context, permission: permission)
      .item(reference, kind: .event)
    return try await read(id: id, reference: reference, session, in: context)
  }

  /// The series that this is an occurrence of.
  func series(in context: Context) async throws(Failure) -> Meeting {
    guard let id = seriesID, id != event.id else { return self }
    return try await Self.read(id: id, reference: reference, session, in: context)
  }

  /// Reads the event with an id.
  static func read(
    id: String, reference: String, _ session: Session, in context: Context
  ) async throws(Failure) -> Meeting {
    let raw: JSONObject
    do {
      raw = try await session.graph.object(MeetingRequests.meeting(id: id))
    } catch {
      throw Failure(error, doing: "read the meeting")
    }
    guard let event = CalendarEvent(graph: .object(raw), zones: context.zones) else {
      throw Failure(
        .general, "the event has no time that can be read",
        hint: "graphcal show --json \(reference)")
    }
    return Meeting(reference: reference, event: event, raw: raw, session: session)
  }

  /// The id of the series it belongs to or is; nil for a single event.
  var seriesID: String? {
    event.kind == .seriesMaster ? event.id : raw["seriesMasterId"]?.string
  }

  var isSeries: Bool { event.kind == .seriesMaster }

  /// Whether the organizer wants to hear what people answer.
  var wantsResponse: Bool { raw["responseRequested"]?.bool ?? true }

  /// Whether the organizer takes proposals of another time.
  var takesProposals: Bool { raw["allowNewTimeProposals"]?.bool ?? true }

  /// Its name in quotes, the series it is told so.
  var title: String { (isSeries ? "the series " : "") + "\"\(EventDetails(event: event).title)\"" }

  /// Everybody invited besides the owner of the calendar, each once.
  var invited: [Attendee] { MeetingPeople.invited(raw) }
}

/// Carries out what mails people: asked once, sent once, its outcome told as far as it is known.
struct MeetingSender {
  var context: Context
  /// What is done, after "cannot": `cancel the meeting`.
  var action: String
  /// How to find out what became of it when no answer says so.
  var check: String

  func send(_ request: GraphRequest, for meeting: Meeting) async throws(Failure) {
    do {
      _ = try await meeting.session.graph.send(request)
    } catch {
      var failure = Failure(error, doing: action)
      if error.leavesOutcomeOpen {
        failure.what = "it is not known whether the service has done it: \(action)"
        failure.hint = check
      }
      throw failure
    }
  }
}
