import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Terminal

/// An event as lines of text that a person can change in an editor.
///
/// Fields stand above an empty line, the text of the event below it; lines that begin with `#` are for
/// the reader alone. What comes back is compared with what was given, so that only changes are sent.
struct EventText: Hashable {
  /// The names of fields, in the order they are written.
  enum Field: String, CaseIterable {
    case subject = "Subject"
    case start = "Start"
    case end = "End"
    case location = "Location"
    case attendee = "Attendee"
    case optional = "Optional"
    case repetition = "Repeat"
    case reminder = "Reminder"
    case category = "Category"
    case showAs = "Show as"
    case isPrivate = "Private"

    /// Whether it may stand several times.
    var isList: Bool { [.attendee, .optional, .category].contains(self) }
  }

  var values: [Field: [String]]
  var body: String

  init(values: [Field: [String]], body: String) {
    self.values = values
    self.body = body
  }

  /// The text of an event, its times in `zone`.
  init(_ event: JSONObject, zone: Zone, zones: ZoneDatabase) {
    values = [:]
    let people = MeetingPeople.attendees(of: event)
    values[.subject] = [TextSanitizer.line(event["subject"]?.string ?? "")]
    let (start, end) = Self.times(of: event, zone: zone, zones: zones)
    values[.start] = [start]
    values[.end] = [end]
    values[.location] = [TextSanitizer.line(event["location"]?["displayName"]?.string ?? "")]
    values[.attendee] = people.filter { $0.role == .required }.map(Self.line)
    values[.optional] = people.filter { $0.role == .optional }.map(Self.line)
    if !["occurrence", "exception"].contains(event["type"]?.string?.lowercased() ?? "") {
      values[.repetition] = [Self.rule(of: event, zones: zones)]
    }
    let isReminded = event["isReminderOn"]?.bool == true
    values[.reminder] = [
      isReminded ? "\(event["reminderMinutesBeforeStart"]?.int ?? 0)m" : "none"
    ]
    values[.category] = (event["categories"]?.array ?? []).compactMap(\.string)
    values[.showAs] = [event["showAs"]?.string ?? "busy"]
    let isPrivate = ["private", "confidential"].contains(
      event["sensitivity"]?.string?.lowercased() ?? "")
    values[.isPrivate] = [isPrivate ? "yes" : "no"]
    let content = event["body"]?["content"]?.string ?? ""
    let isHTML = event["body"]?["contentType"]?.string?.lowercased() == "html"
    let own = EventEditing.joinBlock(of: event)?.rest ?? content
    body = Self.trimmed(isHTML ? HTMLText.plain(own) : TextSanitizer.block(own))
  }

  /// The rule of a series as `--repeat` takes it; empty for an event that repeats not.
  private static func rule(of event: JSONObject, zones: ZoneDatabase) -> String {
    guard case .rule(let rule) = Recurrence(graph: event["recurrence"]),
      let time = EventDraft.Time(stored: event, zones: zones)
    else { return "" }
    let zone = (try? zones.zone(named: time.zoneName)) ?? .utc
    return rule.rrule(at: SeriesTime(zone: zone, secondOfDay: time.secondOfDay))
  }

  private static func times(
    of event: JSONObject, zone: Zone, zones: ZoneDatabase
  ) -> (start: String, end: String) {
    func text(_ instant: Date) -> String {
      let wall = zone.wallTime(at: instant)
      // A time that the clocks show twice needs its offset.
      guard case .unique = zone.resolve(wall), wall.second == 0 else {
        return instant.rfc3339(in: zone)
      }
      return "\(wall.date) \(wall.clockText)"
    }
    switch EventSpan(graph: .object(event), zones: zones) {
    case .timed(let start, let end): return (text(start), text(end))
    case .allDay(let first, let end):
      return (first.description, end.adding(days: -1).description)
    case .unknownZone(_, let start, let end):
      return ("\(start.date) \(start.clockText)", "\(end.date) \(end.clockText)")
    case nil: return ("", "")
    }
  }

  private static func line(_ attendee: Attendee) -> String {
    let address = attendee.person.address ?? ""
    guard let name = attendee.person.name, name != address else { return address }
    return TextSanitizer.line("\(name.filter { $0 != ";" }) <\(address)>")
  }

  static func trimmed(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line in String(line.reversed().drop { $0.isWhitespace }.reversed()) }
    let kept = lines.drop { $0.isEmpty }
    return kept.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
  }
}

// MARK: - Writing and reading

extension EventText {
  /// The text for the editor; `notes` stand at its top.
  func text(notes: [String]) -> String {
    var lines = notes.map { "# " + $0 }
    for field in Field.allCases {
      guard let values = values[field] else { continue }
      // An empty line shows where somebody can be added.
      for value in values.isEmpty ? [""] : values {
        lines.append(value.isEmpty ? field.rawValue + ":" : "\(field.rawValue): \(value)")
      }
    }
    return (lines + ["", body]).joined(separator: "\n") + "\n"
  }

  /// Reads what an editor has saved.
  ///
  /// A `Failure` of kind usage names the line that is no field.
  init(parsing text: String) throws(Failure) {
    values = [:]
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    var number = 0
    while let line = lines.first {
      lines.removeFirst()
      number += 1
      if line.hasPrefix("#") { continue }
      if line.allSatisfy(\.isWhitespace) {
        if values.isEmpty { continue }
        break
      }
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.words(parts[0]).lowercased()
      guard parts.count == 2,
        let field = Field.allCases.first(where: { $0.rawValue.lowercased() == name })
      else {
        throw Failure(
          .usage, "line \(number) is no field of an event: \(line)",
          hint: "fields are \(Field.allCases.map(\.rawValue).joined(separator: ", ")); the text "
            + "begins after an empty line")
      }
      let value = Self.words(parts[1])
      if values[field] != nil, !field.isList {
        throw Failure(
          .usage, "line \(number) gives \(field.rawValue) a second time", hint: "keep one of them")
      }
      values[field, default: []] += field.isList && value.isEmpty ? [] : [value]
    }
    body = Self.trimmed(lines.joined(separator: "\n"))
  }

  private static func words(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

// MARK: - What has changed

extension EventText {
  /// The options that make the event what `new` says, and whether they name all who are invited.
  func changes(to new: EventText) throws(Failure) -> (options: EventOptions, namesAll: Bool) {
    var options = EventOptions()
    func changed(_ field: Field) -> String? {
      guard let value = new.values[field]?.first, value != values[field]?.first else { return nil }
      return value
    }
    options.subject = changed(.subject)
    options.location = changed(.location)
    if let rule = changed(.repetition) { options.repetition = rule.isEmpty ? "none" : rule }
    if let reminder = changed(.reminder) { options.reminder = reminder.isEmpty ? "none" : reminder }
    if changed(.start) != nil || changed(.end) != nil {
      options.start = new.values[.start]?.first
      options.end = new.values[.end]?.first
      let texts = [options.start, options.end].compactMap(\.self)
      // Two dates mean whole days.
      options.allDay = texts.count == 2 && texts.allSatisfy { CalendarDate(parsing: $0) != nil }
    }
    if let word = changed(.showAs) {
      guard
        let choice = EventOptions.ShowAsChoice.allCases
          .first(where: { $0.rawValue.lowercased() == word.lowercased() })
      else {
        let words = EventOptions.ShowAsChoice.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(.usage, "Show as: \"\(word)\" is none of \(words)", hint: "use one of these")
      }
      options.showAs = choice
    }
    if let word = changed(.isPrivate) {
      guard ["yes", "no", ""].contains(word.lowercased()) else {
        throw Failure(.usage, "Private is yes or no, not \"\(word)\"", hint: "write yes or no")
      }
      options.isPrivate = word.lowercased() == "yes"
    }
    let categories = new.values[.category] ?? []
    if categories != values[.category] {
      options.categories = categories.isEmpty ? [""] : categories
    }
    if new.body != body { options.body = new.body }
    let required = new.values[.attendee] ?? []
    let optional = new.values[.optional] ?? []
    guard required != values[.attendee] || optional != values[.optional] else {
      return (options, false)
    }
    options.attendees = required
    options.optionalAttendees = optional
    return (options, true)
  }
}
