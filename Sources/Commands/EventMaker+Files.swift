import Calendaring
import GraphAPI
import JSON

/// Events with files: made without people, filled, and only then sent out.
///
/// Source: Microsoft Graph, "Add attachment": an organizer adds the files first, then updates the event.
extension EventMaker {
  /// The event as it is created: without people where files are to come first.
  func first(of draft: EventDraft) -> EventDraft {
    var first = draft
    if !files.isEmpty { first.attendees = [] }
    return first
  }

  /// Everything that would be sent, in its order.
  func requests(
    for draft: EventDraft, calendarID: String?
  ) throws(Failure) -> [GraphRequest] {
    let event = "/me/events/{id}"
    var requests = [first(of: draft).request(calendarID: calendarID)]
    guard !files.isEmpty else { return requests }
    requests += try AttachmentSender(context: context, session: session)
      .requests(for: files, to: event)
    if !draft.attendees.isEmpty {
      requests.append(
        AttachmentRequests.invitations(draft.attendees.map(\.graphJSON), to: event))
    }
    return requests
  }

  /// The event with its files, and with everybody invited.
  ///
  /// - Throws: `Failure` after the event was taken back, so that nothing is half done; where that
  ///   cannot be, it says what stands.
  func completed(
    _ created: JSONObject, _ attendees: [Attendee]
  ) async throws(Failure) -> JSONObject {
    guard let id = created["id"]?.string else { return created }
    do {
      try await AttachmentSender(context: context, session: session).attach(files, to: id)
    } catch {
      throw await takeBack(id, after: error)
    }
    return attendees.isEmpty ? await reread(created) : try await invite(attendees, to: id)
  }

  /// The event as the service holds it now; as it was where that cannot be read.
  func reread(_ created: JSONObject) async -> JSONObject {
    guard let id = created["id"]?.string else { return created }
    return (try? await session.graph.object(CalendarRequests.event(id: id))) ?? created
  }

  private func invite(
    _ attendees: [Attendee], to id: String
  ) async throws(Failure) -> JSONObject {
    let request = AttachmentRequests.invitations(
      attendees.map(\.graphJSON), to: AttachmentRequests.path(ofEvent: id))
    for _ in 1...2 {
      do {
        return try await session.graph.object(request)
      } catch {
        guard error.leavesOutcomeOpen else {
          throw await takeBack(id, after: Failure(error, doing: "invite people to the event"))
        }
        // An update of unknown outcome is looked at, and sent once more where nothing came of it.
        let now = await reread(["id": .string(id)])
        if Self.invites(now, attendees) { return now }
      }
    }
    throw Failure(
      .tryAgain,
      "the event stands with its files, but it is not known whether the invitations went out",
      hint: "graphcal show \(id) says who is invited")
  }

  private static func invites(_ event: JSONObject, _ attendees: [Attendee]) -> Bool {
    let invited = (event["attendees"]?.array ?? [])
      .compactMap { $0["emailAddress"]?["address"]?.string?.lowercased() }
    return attendees.allSatisfy { invited.contains($0.person.address?.lowercased() ?? "") }
  }

  /// Removes an event that could not be completed and of which nobody knows yet.
  private func takeBack(_ id: String, after failure: Failure) async -> Failure {
    var failure = failure
    let graph = session.graph
    // Not a part of this task, so that it is also done when that was interrupted.
    let isGone = await Task {
      do throws(GraphError) {
        _ = try await graph.send(
          GraphRequest(method: "DELETE", path: AttachmentRequests.path(ofEvent: id)))
        return true
      } catch .server(let error) where error.status == 404 {
        return true
      } catch {
        return false
      }
    }.value
    if isGone {
      failure.what = "the event was not created: \(failure.what)"
    } else {
      failure.kind = .partlyDone
      failure.what =
        "the event was created, but not all of its files are attached and nobody is invited: "
        + failure.what
      failure.hint = "graphcal delete-event \(id), then try again"
    }
    return failure
  }
}

extension JoinLink {
  /// The link that the service itself gives for an event.
  static func address(in event: JSONObject) -> String? {
    event["onlineMeeting"]?["joinUrl"]?.string
  }
}
