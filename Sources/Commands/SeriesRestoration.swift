import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON

/// Makes days of a series different from its rule: deletes the day's event, or changes it.
struct SeriesRestoration {
  var context: Context
  var session: Session

  /// What became of the days.
  struct Outcome {
    /// The ids that the events of the days have.
    var ids: [CalendarDate: String] = [:]
    /// The days that could not be made so, and why.
    var trouble: [(day: CalendarDate, why: String)] = []

    /// One line a day, for people.
    var lines: [String] {
      trouble.map { "\($0.day.heading): \($0.why)" }
    }
  }

  /// Applies `days` to the series, one after another; a day that fails does not keep the others.
  ///
  /// Events that are so already are left alone. `attached` are the events whose files the events of
  /// the days get; `others` are days whose ids are wanted as well.
  func apply(
    _ days: [CalendarDate: SpecialDay], attached: [CalendarDate: JSONObject] = [:],
    to master: JSONObject, others: [CalendarDate] = []
  ) async -> Outcome {
    var outcome = Outcome()
    let wanted = (Array(days.keys) + Array(attached.keys) + others).sorted()
    guard let first = wanted.first, let last = wanted.last, let id = master["id"]?.string else {
      return outcome
    }
    do {
      outcome.ids = try await instances(of: id, master, in: first...last)
    } catch {
      let why = Failure(error, doing: "list the events of the series").shortWhy
      outcome.trouble = days.keys.sorted().map { ($0, why) }
      return outcome
    }
    for (day, special) in days.sorted(by: { $0.key < $1.key }) {
      do throws(GraphError) {
        switch special {
        case .deleted:
          if let instance = outcome.ids[day] { try await delete(instance) }
        case .changed(let changes):
          guard let instance = outcome.ids[day] else {
            outcome.trouble.append((day, "the series has no event on that day any more"))
            continue
          }
          if !changes.isEmpty { try await change(instance, changes) }
        }
      } catch {
        outcome.trouble.append((day, Failure(changing: error).shortWhy))
      }
    }
    for (day, event) in attached.sorted(by: { $0.key < $1.key }) {
      guard let id = outcome.ids[day] else { continue }
      let lines = await AttachmentCopy(context: context, session: session)
        .copy(from: event, to: ["id": .string(id)])
      outcome.trouble += lines.map { (day, $0) }
    }
    return outcome
  }

  /// Changes an event; a lost answer is followed by a look at what became of it.
  private func change(_ id: String, _ changes: JSONObject) async throws(GraphError) {
    do throws(GraphError) {
      _ = try await session.graph.object(EventRequests.update(id: id, changes, etag: nil))
    } catch {
      guard error.leavesOutcomeOpen,
        EventComparison(zones: context.zones).holds(
          changes, in: try await session.graph.object(EventRequests.stored(id: id)))
      else { throw error }
    }
  }

  private func delete(_ id: String) async throws(GraphError) {
    do throws(GraphError) {
      _ = try await session.graph.send(EventRequests.deletion(id: id))
    } catch {
      guard error.isMissing else { throw error }
    }
  }

  /// The ids of the events that a series has on a range of days, by the day of the rule.
  func instances(
    of id: String, _ master: JSONObject, in days: ClosedRange<CalendarDate>
  ) async throws(GraphError) -> [CalendarDate: String] {
    let clock = SeriesClock(of: master, zones: context.zones)
    var found: [CalendarDate: String] = [:]
    // A day more on both sides, for zones and for events that were moved.
    var day = days.lowerBound.adding(days: -2)
    let end = days.upperBound.adding(days: 3)
    while day < end {
      let next = min(day.adding(days: CalendarRequests.longestView), end)
      let range = Zone.utc.startOfDay(day)..<Zone.utc.startOfDay(next)
      for item in try await session.graph.list(EventRequests.instances(of: id, in: range)).items {
        guard let event = item.object, let own = event["id"]?.string else { continue }
        if let date = clock.day(orStartOf: event, zones: context.zones) { found[date] = own }
      }
      day = next
    }
    return found
  }
}
