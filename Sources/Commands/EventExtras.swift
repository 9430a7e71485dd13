import Arguments
import Calendaring
import GraphAPI
import JSON

/// What an event can have besides its own properties: files, a room, an online meeting.
struct EventExtras: OptionTable {
  static let options: [Option<Self>] = [
    .value("room", "A", "Invite a room, by name or address, and be there.", into: \.room),
    .flag("online", "Make it an online meeting, and print the link to join it.", into: \.isOnline),
    .repeated("attach", "FILE", "Attach a file of up to 150 MB.", into: \.attachments)
      .completing(.file),
  ]

  var room: String?
  var isOnline = false
  var attachments: [String] = []

  init() {}

  var isEmpty: Bool { room == nil && !isOnline && attachments.isEmpty }

  /// Refuses files where there is no network to send them over.
  func checkNetwork(in context: Context) throws(Failure) {
    guard context.options.offline, !context.options.dryRun, !attachments.isEmpty else { return }
    throw Failure(
      .tryAgain, "files cannot wait for a network", hint: "leave out --attach, or --offline")
  }

  /// Refuses a room that is neither a name nor an address, before anything is asked of the service.
  func checkRoom() throws(Failure) {
    guard let room else { return }
    _ = try MailAddress.person(room)
  }

  /// Puts room and online meeting into a draft; the calendar is asked what meetings it can have.
  ///
  /// - Throws: `Failure` of kind refused for a calendar without online meetings, and what
  ///   `RoomResolver` throws about the room.
  func add(
    to draft: inout EventDraft, calendarID: String?, session: Session, in context: Context
  ) async throws(Failure) {
    if let wanted = room {
      let room = try await RoomResolver(context: context, session: session).room(wanted)
      draft.location = draft.location ?? room.label
      draft.locationAddress = room.address
      let isInvited = draft.attendees.contains {
        $0.person.address?.lowercased() == room.address?.lowercased()
      }
      if !isInvited { draft.attendees.append(Attendee(person: room, role: .resource)) }
    }
    if isOnline { draft.onlineProvider = try await provider(calendarID, session) }
  }

  /// The kind of online meeting to ask a calendar for; one without any is a `Failure`.
  func provider(
    _ calendarID: String?, _ session: Session
  ) async throws(Failure) -> String {
    let calendar: JSONObject
    do {
      calendar = try await session.graph.object(OnlineMeetings.request(calendarID: calendarID))
    } catch {
      throw Failure(error, doing: "read which online meetings the calendar can have")
    }
    guard let provider = OnlineMeetings.provider(of: calendar) else {
      throw Failure(
        .refused, "the calendar \"\(calendar["name"]?.string ?? "")\" can have no online meetings",
        why: "the service allows none there, as for many personal accounts",
        hint: "leave out --online, and put the link of another service into --location or --body")
    }
    return provider
  }
}
