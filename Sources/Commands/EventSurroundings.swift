import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Store

/// What people are told of an event beside its own resource: what is attached, and its place in a series.
struct EventSurroundings: Sendable {
  /// Nil where nothing was asked, or could not be had.
  var attachments: [AttachmentInfo]?
  /// How the series goes on, and which event of it this is.
  var series: [String] = []

  init() {}

  /// Asks for what the event says there is, and for nothing else.
  ///
  /// An event is worth showing without it, so what cannot be had is told and left out.
  init(of entry: EventEntry, time: TimeText, in context: Context) async {
    if entry.event.hasAttachments, context.options.offline {
      context.note("its attachments are not in the local copy")
    } else if entry.event.hasAttachments {
      do {
        let request = AttachmentRequests.list(eventID: entry.event.id)
        attachments = try await entry.session.graph.list(request).items
          .compactMap(AttachmentInfo.init(graph:))
      } catch {
        let failure = Failure(error, doing: "read the attachments")
        context.note("\(failure.what) (\(failure.shortWhy))")
      }
    }
    if [.occurrence, .exception].contains(entry.event.kind) {
      series = await SeriesPlace(entry: entry, time: time, context: context).lines()
    }
  }
}

/// Finds out which event of its series an event is.
private struct SeriesPlace {
  var entry: EventEntry
  var time: TimeText
  var context: Context

  /// The lines about the series; none where its master cannot be read.
  func lines() async -> [String] {
    guard let id = entry.raw["seriesMasterId"]?.string, !id.isEmpty,
      let master = await read(id, ["originalStartTimeZone", "recurrence"]),
      let recurrence = Recurrence(graph: master["recurrence"])
    else { return [] }
    var lines = [RecurrenceText.words(recurrence)]
    let original = await originalStart()
    if case .rule(let rule) = recurrence,
      let number = number(original, in: rule, zone: master["originalStartTimeZone"]?.string)
    {
      lines.append("number \(number)" + (rule.count.map { " of \($0)" } ?? ""))
    }
    if entry.event.kind == .exception { lines.append(change(from: original)) }
    return lines
  }

  private func read(_ id: String, _ properties: [String]) async -> JSONObject? {
    if context.options.offline {
      let copied = try? await context.copiedItem(.calendar, id, session: entry.session)
      return copied?.resource
    }
    let request = CalendarRequests.event(id: id, properties: properties)
    return try? await entry.session.graph.object(request)
  }

  /// When the event was to begin by the rule; default answers may leave it out.
  private func originalStart() async -> Date? {
    if let known = Date(graph: entry.raw["originalStart"]) { return known }
    guard entry.event.kind == .exception else { return begin }
    return Date(graph: await read(entry.event.id, ["originalStart"])?["originalStart"])
  }

  /// The start as an instant; midnight UTC of whole days, as `originalStart` has them.
  private var begin: Date? {
    switch entry.event.span {
    case .timed(let start, _): start
    case .allDay(let first, _): Zone.utc.startOfDay(first)
    case .unknownZone: nil
    }
  }

  private func number(_ original: Date?, in rule: RecurrenceRule, zone name: String?) -> Int? {
    guard let original else { return nil }
    let zone =
      entry.event.span.isAllDay
      ? Zone.utc : (rule.timeZone ?? name).flatMap { try? context.zones.zone(named: $0) }
    guard let date = zone?.date(at: original), date >= rule.start, rule.contains(date) else {
      return nil
    }
    return rule.dates(in: rule.start..<date.adding(days: 1)).count
  }

  private func change(from original: Date?) -> String {
    guard let original, original != begin else { return "changed by itself" }
    let isAllDay = entry.event.span.isAllDay
    let day = (isAllDay ? Zone.utc : time.zone).date(at: original).heading
    return "moved by itself from \(day)" + (isAllDay ? "" : " \(time.time(original))")
  }
}
