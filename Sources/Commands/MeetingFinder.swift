import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON

/// Finds times at which people can meet.
struct MeetingFinder {
  var context: Context
  var session: Session
  var zone: Zone
  var settings: MailboxSettings?
  var query: MeetingTimesQuery

  /// What was found, or why nothing was.
  struct Answer: Sendable {
    var suggestions: [MeetingSuggestion]
    /// In plain words; nil when there are suggestions.
    var emptyReason: String?
  }

  /// Asks the service, or, for a personal account, looks into the calendars that it can read.
  func find() async throws(Failure) -> Answer {
    if session.isPersonal { return try await compute() }
    do throws(GraphError) {
      let answer = try await session.graph.object(query.request)
      let found = (answer["meetingTimeSuggestions"]?.array ?? [])
        .compactMap { MeetingSuggestion($0, zones: context.zones) }
      let reason = answer["emptySuggestionsReason"]?.string ?? ""
      return Answer(
        suggestions: found, emptyReason: found.isEmpty ? Self.words(for: reason) : nil)
    } catch {
      guard session.accountKey.isEmpty, case .server(let server) = error, server.status == 403
      else {
        throw Failure(error, doing: "find a time")
      }
    }
    return try await compute()
  }

  /// What a reason of the service means.
  ///
  /// Source: Microsoft Graph, resource "meetingTimeSuggestionsResult"; letter case varies.
  static func words(for reason: String) -> String {
    switch reason.lowercased() {
    case "attendeesunavailable": "too few of the people are free at the same time"
    case "attendeesunavailableorunknown":
      "too few of the people are free at the same time, or their calendars cannot be seen"
    case "locationsunavailable": "no room is free"
    case "organizerunavailable": "you have no time yourself"
    default: "the service does not say why; working hours may leave no room for it"
    }
  }

  // MARK: Computed here

  /// The times at which the organizer is free, each rated by what is known of the others.
  ///
  /// The rating is that of the service: the mean over the attendees of free 100, unknown 49, taken 0.
  private func compute() async throws(Failure) -> Answer {
    let windows =
      query.isUnrestricted
      ? [query.range] : context.workingWindows(settings, zone: zone, in: query.range)
    var busy: [Range<Date>] = []
    if !query.isOrganizerOptional {
      let reader = BusyReader(context: context, session: session, zone: zone)
      busy = try await reader.schedule(
        of: try await reader.calendars(named: []), in: query.range
      ).taken(countingTentative: true)
    }
    let gaps = FreeTime.gaps(in: windows, outside: busy, lasting: query.length)
    let candidates = FreeTime.starts(in: gaps, lasting: query.length, step: 30, zone: zone)
    guard !candidates.isEmpty else {
      return Answer(
        suggestions: [], emptyReason: Self.words(for: windows.isEmpty ? "" : "organizerUnavailable")
      )
    }
    let schedules = try await schedules()
    let rated = candidates.map { slot -> (slot: Range<Date>, words: [String], confidence: Double) in
      let words = schedules.map { $0?.status(in: slot).rawValue ?? "unknown" }
      let points = words.map(Self.points)
      let mean = points.isEmpty ? 100 : points.reduce(0, +) / Double(points.count)
      return (slot, words, mean)
    }
    let possible = rated.filter { $0.confidence >= Double(query.percentage) }
      .sorted { ($1.confidence, $0.slot.lowerBound) < ($0.confidence, $1.slot.lowerBound) }
    let suggestions = possible.prefix(query.count).enumerated().map { index, entry in
      MeetingSuggestion(
        range: entry.slot, order: index + 1, confidence: entry.confidence,
        attendees: query.attendees, words: entry.words,
        reason: entry.confidence == 100
          ? "All whose calendars can be read are free."
          : "Free in the calendars that can be read, as far as possible.")
    }
    let isUnknown = schedules.contains { $0 == nil }
    return Answer(
      suggestions: suggestions,
      emptyReason: suggestions.isEmpty
        ? Self.words(for: isUnknown ? "attendeesUnavailableOrUnknown" : "attendeesUnavailable")
        : nil)
  }

  private static func points(_ word: String) -> Double {
    switch word {
    case "free", "workingElsewhere": 100
    case "unknown": 49
    default: 0
    }
  }

  /// The time of each attendee; nil where no calendar of theirs can be read.
  private func schedules() async throws(Failure) -> [Schedule?] {
    let reader = ScheduleReader(context: context, session: session, zone: zone)
    let entries = try await reader.information(
      query.attendees.compactMap(\.person.address), in: query.range)
    let unknown = entries.filter { $0.error != nil }.map(\.id)
    if !unknown.isEmpty {
      context.note("nothing is known of the time of \(unknown.joined(separator: ", "))")
    }
    return entries.map { entry in
      entry.error == nil
        ? entry.schedule(
          from: query.range.lowerBound, interval: ScheduleRequests.usualInterval,
          zones: context.zones) : nil
    }
  }
}
