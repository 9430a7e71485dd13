package import Arguments
import CalendarTime
import Calendaring
import GraphAPI
import Host

/// What can be said of an event on the command line, when it is made as well as when it is changed.
package struct EventOptions: OptionTable, Equatable {
  package static let options: [Option<Self>] = [
    .value("subject", "S", "What it is.", into: \.subject),
    .value("start", "T", "When it starts.", into: \.start),
    .value("end", "T", "When it ends.", into: \.end),
    .value("duration", "D", "How long it lasts: 45m, 1h30m, 1:30, 2d, PT45M.", into: \.duration),
    .flag("all-day", "Whole days instead of times.", into: \.allDay),
    .value("repeat", "RULE", "Make it a series: plain words or an RRULE.", into: \.repetition),
    .value("until", "D", "Last day of the series, or never.", into: \.until).exclusive("end"),
    .value(
      "count", "N", "Number of events of the series.", into: \.count, in: 1...Int(Int32.max)
    ).exclusive("end"),
    .repeated(
      "attendee", "A",
      "Invite: address, \"Name <address>\" or a name you know, several parted by a semicolon.",
      into: \.attendees, separatedBy: ";"
    ).completing(.known(.address)),
    .repeated(
      "optional", "A", "Invite as optional.", into: \.optionalAttendees, separatedBy: ";"
    ).completing(.known(.address)),
    .value("location", "L", "Where it is.", into: \.location),
    .value("body", "TEXT", "Text of the event.", into: \.body),
    .value("body-file", "FILE", "Text of the event from a file, - for stdin.", into: \.bodyFile)
      .completing(.file),
    .value("reminder", "D", "Remind this long before, or none.", into: \.reminder),
    .repeated("category", "C", "Category, by its name.", into: \.categories).completing(
      .known(.category)),
    .choice("show-as", "What free/busy says.", into: \.showAs),
    .flag("private", "Only show others that the time is taken.", into: \.isPrivate),
  ]

  /// The words of `--show-as`.
  package enum ShowAsChoice: String, CaseIterable, Sendable {
    case free, tentative, busy, oof, workingElsewhere
  }

  var subject: String?
  var start: String?
  var end: String?
  var duration: String?
  var allDay = false
  var repetition: String?
  var until: String?
  var count: Int?
  var attendees: [String] = []
  var optionalAttendees: [String] = []
  var location: String?
  var body: String?
  var bodyFile: String?
  var reminder: String?
  var categories: [String] = []
  var showAs: ShowAsChoice?
  var isPrivate: Bool?

  package init() {}

  /// The option that ends a series, as it was given.
  var boundOption: String? { until != nil ? "--until" : count != nil ? "--count" : nil }

  /// Whether anything says when the event is.
  var namesTime: Bool { start != nil || end != nil || duration != nil || allDay }

  /// Checks what no single option can know.
  func validate() throws(ArgumentsError) {
    if end != nil, duration != nil {
      throw ArgumentsError(
        .exclusiveOptions, "--end and --duration both say when the event ends",
        hint: "leave one of them out")
    }
    if body != nil, bodyFile != nil {
      throw ArgumentsError(
        .exclusiveOptions, "--body and --body-file both give the text",
        hint: "leave one of them out")
    }
  }

  /// A new event with everything that was said besides its series.
  ///
  /// People given by name are looked for in the account of `session`.
  func draft(
    _ time: EventDraft.Time, session: Session, in context: Context
  ) async throws(Failure) -> EventDraft {
    var draft = EventDraft(
      subject: subject ?? "", time: time, transactionID: context.randomness.uuid())
    draft.attendees = try await AttendeeReader(context: context, session: session)
      .attendees(required: attendees, optional: optionalAttendees)
    draft.location = location
    draft.bodyText = try text(in: context)
    draft.categories = categories
    draft.showAs = showAs.flatMap { CalendarEvent.ShowAs(rawValue: $0.rawValue) }
    draft.isPrivate = isPrivate ?? false
    draft.reminder = try readReminder()
    return draft
  }

  /// The text of the event, from the option or its file; nil where neither was given.
  func text(in context: Context) throws(Failure) -> String? {
    guard let bodyFile else { return body }
    return try context.text(ofFile: bodyFile)
  }

  /// When to remind; nil where nothing was said.
  func readReminder() throws(Failure) -> EventDraft.Reminder? {
    guard let reminder else { return nil }
    if reminder.lowercased() == "none" { return .off }
    do {
      return .minutesBefore(try CalendarDuration(parsing: reminder).wholeMinutes)
    } catch {
      throw Failure(error, option: "--reminder")
    }
  }
}
