import Calendaring
import GraphAPI
import JSON
import Store

/// Puts an event or series that is one's own alone into another calendar: made anew there, with what is
/// attached and the identity that files know it by, and then deleted where it was.
///
/// Where that fails on the way, the copy is taken back and the event is where it was.
struct EventMoving {
  var context: Context
  var session: Session
  /// What people call it.
  var title: String
  /// The event, or the master of the series.
  var original: JSONObject
  var series: SeriesSnapshot?
  var duplicate: EventDuplicate
  /// The name of the calendar that it is in, where that is known.
  var source: String?
  /// The calendar that it goes to.
  var target: (id: String, name: String)

  /// Moves it; the event as it is there.
  func run() async throws(Failure) -> JSONObject {
    let journal = Journal(context: context, session: session)
    let old = original["id"]?.string ?? ""
    var duplicate = duplicate
    let identity = try await identity
    duplicate.event["singleValueExtendedProperties"] = identity.graphJSON
    let (created, trouble) = try await duplicate.create(in: target.id, like: original)
    let new = created["id"]?.string ?? ""
    let number = await journal.began(moving: title, old, copy: new)
    let copy = Copy(
      context: context, session: session, journal: journal, number: number, id: new, title: title,
      calendar: target.name, isSeries: series != nil)
    if !trouble.isEmpty {
      throw await copy.takenBack(because: trouble.joined(separator: "; "), kind: .general)
    }
    try await requireSame(copy)
    do {
      _ = try await session.graph.send(
        EventRequests.deletion(id: old, etag: original["@odata.etag"]?.string))
    } catch {
      if error.isMissing || error.isConflict {
        // Somebody else was faster; both copies would be one too many.
        throw await copy.takenBack(
          because: "it was changed or taken away by somebody else meanwhile", kind: .conflict)
      }
      let failure = Failure(error, doing: "delete the event")
      guard error.leavesOutcomeOpen else {
        throw await copy.takenBack(because: failure.shortWhy, kind: failure.kind)
      }
      if await isThere(old) { throw await copy.left(failure.shortWhy) }
    }
    await journal.moved(number, title, id: new, from: source)
    return created
  }

  /// What files know it by: that of the file it came from, else the one it has had so far.
  private var identity: SourceIdentity {
    get async throws(Failure) {
      do {
        let event = try await session.graph.object(
          FileRequests.event(id: original["id"]?.string ?? ""))
        return SourceIdentity(of: event)
          ?? SourceIdentity(
            uid: event["iCalUId"]?.string ?? event["id"]?.string ?? "",
            sequence: SourceIdentity.sequence(of: event))
      } catch {
        throw Failure(error, doing: "read the event")
      }
    }
  }

  /// Whether nobody has changed a day of the series, which the state of its master does not tell.
  private func requireSame(_ copy: Copy) async throws(Failure) {
    guard let series else { return }
    let isSame: Bool
    do {
      isSame = try await SeriesSnapshot.read(series.id, session: session, context: context)
        .isSame(as: series, zones: context.zones)
    } catch {
      guard error.kind == .notFound else {
        throw await copy.takenBack(because: error.shortWhy, kind: error.kind)
      }
      isSame = false
    }
    guard isSame else {
      throw await copy.takenBack(
        because: "it was changed or taken away by somebody else meanwhile", kind: .conflict)
    }
  }

  private func isThere(_ id: String) async -> Bool {
    do {
      _ = try await session.graph.object(EventRequests.originalStart(of: id))
      return true
    } catch {
      return !error.isMissing
    }
  }
}

/// What stands in the other calendar before the original is gone.
private struct Copy {
  var context: Context
  var session: Session
  var journal: Journal
  var number: Int?
  var id: String
  var title: String
  var calendar: String
  var isSeries: Bool

  private var scope: String { isSeries ? " --scope series" : "" }

  /// Removes the copy, so that everything is as it was; says what stands where that fails as well.
  func takenBack(because why: String, kind: Failure.Kind) async -> Failure {
    do {
      _ = try await session.graph.send(EventRequests.deletion(id: id))
    } catch {
      if !error.isMissing {
        let short = await remembered
        return Failure(
          .partlyDone,
          "\(title) stands in \"\(calendar)\" as \(short), and is still where it was", why: why,
          hint: "graphcal delete-event \(short)\(scope) takes the copy back")
      }
    }
    await journal.forget(number)
    return Failure(
      kind, "\(title) was not moved; it is where it was", why: why,
      hint: "look at it with graphcal show, then repeat the command")
  }

  /// The copy is whole, and the original may be there or not.
  func left(_ why: String) async -> Failure {
    let short = await remembered
    return Failure(
      .partlyDone,
      "\(title) stands in \"\(calendar)\" as \(short), and may still be where it was", why: why,
      hint: "graphcal undo looks: it takes the copy back, or leaves it where it is the only one")
  }

  private var remembered: String {
    get async { await context.state.remember([session.knownEvent(id)]).first ?? id }
  }
}
