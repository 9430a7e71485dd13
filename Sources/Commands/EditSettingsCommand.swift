package import Arguments
import CalendarTime
import GraphAPI
import JSON
import Rendering
import Terminal

/// `graphcal edit-settings`: zone, working hours, language and formats of the mailbox.
package struct EditSettingsCommand: Command {
  package static let name = "edit-settings"
  package static let summary = "Change the time zone, working hours or language of the mailbox."
  package static let printsRows = false
  package static let discussion = """
    Only what is given changes, for Outlook as for graphcal. Working hours have a zone of their own, \
    which --zone leaves alone. "graphcal me" shows what is set.
    """
  package static let options: [Option<Self>] = [
    .value("zone", "ZONE", "Time zone of the mailbox, IANA or Windows name.", into: \.zone)
      .completing(.known(.zone)),
    .value("work-days", "DAYS", "Days of work: mon-fri, or mon,tue,thu.", into: \.workDays) {
      (text) throws(ValueError) -> [Weekday]? in try WorkTimeReader.days(text)
    },
    .value("work-hours", "H:MM-H:MM", "Hours of work: 8:30-17:00.", into: \.workHours) {
      (text) throws(ValueError) -> WorkTimeReader.Hours? in try WorkTimeReader.hours(text)
    },
    .value("work-zone", "ZONE", "Time zone of the working hours.", into: \.workZone).completing(
      .known(.zone)),
    .value("language", "TAG", "Language and region, such as de-AT.", into: \.language) {
      (text) throws(ValueError) -> String? in try Self.tag(text)
    },
    .value("date-pattern", "P", "How Outlook writes dates: dd/MM/yyyy.", into: \.datePattern) {
      (text) throws(ValueError) -> String? in
      try Self.pattern(text, needing: ["d", "M", "y"], of: "dMy", such: "dd/MM/yyyy")
    },
    .value("time-pattern", "P", "How Outlook writes times: HH:mm.", into: \.timePattern) {
      (text) throws(ValueError) -> String? in
      try Self.pattern(text, needing: ["hH", "m"], of: "hHmst", such: "HH:mm or h:mm tt")
    },
  ]
  package static let examples = [
    Example("edit-settings --zone Europe/Lisbon", "The mailbox moves to Lisbon."),
    Example("edit-settings --work-days mon-thu --work-hours 8:30-16:30", "A shorter week."),
    Example("edit-settings --language pt-PT --dry-run", "Shows the request and sends nothing."),
  ]

  var zone: String?
  var workDays: [Weekday]?
  var workHours: WorkTimeReader.Hours?
  var workZone: String?
  var language: String?
  var datePattern: String?
  var timePattern: String?

  package init() {}

  package func validate() throws(ArgumentsError) {
    let isEmpty =
      zone == nil && workDays == nil && workHours == nil && workZone == nil && language == nil
      && datePattern == nil && timePattern == nil
    if isEmpty {
      throw ArgumentsError(
        .missingValue, "edit-settings changes nothing without an option",
        hint: "graphcal me shows the settings, graphcal help edit-settings the options")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a change of the mailbox's settings")
    let request = SettingsRequests.change(try change(in: context))
    let session = try await context.session(needing: .writeSettings)
    if context.options.dryRun { return try context.printDryRun([request]) }
    let settings: MailboxSettings
    do {
      _ = try await session.graph.send(request)
      await Journal(context: context, session: session)
        .kept("changed the settings of the mailbox", id: "")
      // What is remembered of the mailbox is out of date from here on.
      settings = try await context.askMailboxSettings(session: session)
    } catch {
      throw Failure(error, writing: "change the settings", check: "graphcal me")
    }
    if zone != nil, workZone == nil { tellOfWorkZone(settings, in: context) }
    var object = settings.json.object ?? [:]
    object["@odata.context"] = nil
    if try context.printedForScripts(.object(object)) { return }
    try context.print(
      Self.block(settings).lines(width: Surface(context.console.terminal).width))
  }

  private func change(in context: Context) throws(Failure) -> JSONObject {
    var change = JSONObject()
    if let zone { change["timeZone"] = .string(try Self.wireName(of: zone, in: context)) }
    if let language { change["language"] = ["locale": .string(language)] }
    if let datePattern { change["dateFormat"] = .string(datePattern) }
    if let timePattern { change["timeFormat"] = .string(timePattern) }
    var hours = JSONObject()
    if let workDays {
      hours["daysOfWeek"] = .array(workDays.map { .string($0.name.lowercased()) })
    }
    if let workHours {
      hours["startTime"] = .string(workHours.wire(workHours.start))
      hours["endTime"] = .string(workHours.wire(workHours.end))
    }
    if let workZone {
      hours["timeZone"] = ["name": .string(try Self.wireName(of: workZone, in: context))]
    }
    if !hours.isEmpty { change["workingHours"] = .object(hours) }
    return change
  }

  /// The Windows name of a zone where one has its rules; else its own, which the service may know.
  private static func wireName(of name: String, in context: Context) throws(Failure) -> String {
    guard let first = name.first, first != "+", first != "-" else {
      throw Failure(
        .usage, "\"\(name)\" is an offset and no time zone", hint: "graphcal zones lists the names")
    }
    let zone: Zone
    do { zone = try context.zones.zone(named: name) } catch { throw Failure(error) }
    return context.zones.windowsName(for: zone, from: context.now()).name ?? zone.name
  }

  private func tellOfWorkZone(_ settings: MailboxSettings, in context: Context) {
    guard let own = settings.workingHours?.timeZone, let mailbox = settings.timeZone else { return }
    let zones = [own, mailbox].compactMap { try? context.zones.zone(named: $0) }
    guard zones.count == 2, zones[0] != zones[1] else { return }
    context.note("working hours stay in \(own): --work-zone changes that")
  }

  private static func block(_ settings: MailboxSettings) -> FieldBlock {
    var block = FieldBlock()
    block.add("Time zone", settings.timeZone)
    block.add("Language", settings.language)
    block.add("Dates", settings.json["dateFormat"]?.string)
    block.add("Times", settings.timeFormat)
    block.add("Working hours", settings.workingHours.map(MeCommand.text))
    return block
  }

  // MARK: Values

  @Sendable private static func tag(_ text: String) throws(ValueError) -> String {
    guard let locale = LocaleTag(text), let region = locale.region else {
      throw .needs("a language with its region, such as en-GB")
    }
    return ([locale.language] + [locale.script].compactMap(\.self) + [region])
      .joined(separator: "-")
  }

  /// A pattern of .NET with at least one of each of `needing`, made of `letters` and of separators.
  @Sendable private static func pattern(
    _ text: String, needing: [String], of letters: String, such example: String
  ) throws(ValueError) -> String {
    let isKnown = text.allSatisfy { letters.contains($0) || "/.-:, '年月日".contains($0) }
    guard isKnown, needing.allSatisfy({ set in text.contains { set.contains($0) } }) else {
      throw .needs("a pattern such as \(example)")
    }
    return text
  }
}

/// Reads when somebody works.
package enum WorkTimeReader {
  /// From when to when, in minutes since midnight.
  package struct Hours: Hashable, Sendable {
    var start: Int
    var end: Int

    /// A time of day as Graph has it: `08:30:00.0000000`.
    func wire(_ minutes: Int) -> String {
      "\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2)):00.0000000"
    }
  }

  /// `mon-fri`, `mon,wed,fri`, `sun-thu`; in the order of the week from Monday.
  static func days(_ text: String) throws(ValueError) -> [Weekday] {
    var days: Set<Weekday> = []
    for part in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        .map { Weekday(named: $0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1]
      else { throw expectation }
      var day = first
      days.insert(day)
      while day != last {
        day = Weekday(isoNumber: day.rawValue % 7 + 1)
        days.insert(day)
      }
    }
    guard !days.isEmpty else { throw expectation }
    return days.sorted()
  }

  private static let expectation = ValueError.needs("weekdays such as mon-fri or mon,tue,thu")

  /// `8:30-17:00`, `9-17`.
  static func hours(_ text: String) throws(ValueError) -> Hours {
    let parts = text.replacing("–", with: "-").split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = minutes(parts[0]), let end = minutes(parts[1]) else {
      throw .needs("hours such as 8:30-17:00")
    }
    guard start < end else { throw .needs("hours that end after they begin, such as 8:30-17:00") }
    return Hours(start: start, end: end)
  }

  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.filter { $0 != " " }.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy { ("0"..."9").contains($0) } }
      ),
      let hour = Int(parts[0]), let minute = parts.count == 2 ? Int(parts[1]) : 0,
      (0..<24).contains(hour), (0..<60).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }
}
