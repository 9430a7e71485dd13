import CalendarTime
import FoundationEssentials
import GraphAPI
import Host
import JSON
import Rendering
import Store

/// The zone of a command and where it came from.
struct CommandZone: Sendable, Hashable {
  /// Who named the zone, in the order of their say.
  enum Source: String, Sendable { case option, configuration, mailbox, system, fallback }

  var zone: Zone
  var source: Source
}

/// What a run has found out about a mailbox, so that it asks once and warns once, also where nothing
/// is remembered between runs.
actor MailboxMemory {
  /// The answer of a look-up: the settings, or none and perhaps why.
  struct Finding: Sendable {
    var settings: MailboxSettings?
    var failure: Failure?
  }

  /// Nil before the settings were asked for.
  private(set) var finding: Finding?

  private var hasToldWaiting = false

  func keep(_ finding: Finding) { self.finding = finding }

  /// Whether what waits in the outbox is still to be told; true the first time alone.
  func tellsWaiting() -> Bool {
    defer { hasToldWaiting = true }
    return !hasToldWaiting
  }
}

extension Context {
  /// How long a remembered answer about a mailbox is taken for true.
  private static let factLifetime: TimeInterval = 86_400

  /// Whether what was stored at a moment is still taken for true.
  static func isFresh(_ stored: Date, at now: Date) -> Bool {
    (0..<factLifetime).contains(now.timeIntervalSince(stored))
  }

  /// The settings of the mailbox, remembered for a day; nil when they cannot be had.
  ///
  /// A refusal, an absent mailbox or an odd answer is not an error here but told: the zone then comes
  /// from the machine. With `fresh` the service is asked even when a remembered answer is young.
  func mailboxSettings(
    fresh: Bool = false, session: Session
  ) async throws(Failure) -> MailboxSettings? {
    if !fresh, let known = await session.memory.finding { return known.settings }
    let finding = try await findMailboxSettings(fresh: fresh, session: session)
    await session.memory.keep(finding)
    return finding.settings
  }

  private func findMailboxSettings(
    fresh: Bool, session: Session
  ) async throws(Failure) -> MailboxMemory.Finding {
    let now = machineClock.now()
    let remembered = await state.fact("mailboxSettings", account: session.accountKey)
    if !fresh, let remembered, Self.isFresh(remembered.stored, at: now) {
      return MailboxMemory.Finding(settings: MailboxSettings(remembered.value))
    }
    do {
      // What is remembered will do where nobody answers, so nothing is tried again for it.
      let asking = remembered == nil ? session : hasty(session)
      return MailboxMemory.Finding(settings: try await askMailboxSettings(session: asking))
    } catch {
      let failure = Failure(error, doing: "read the mailbox settings")
      if let remembered, failure.kind == .tryAgain {
        // Without a network what was known yesterday is better than nothing.
        return MailboxMemory.Finding(
          settings: MailboxSettings(remembered.value), failure: failure)
      }
      if failure.kind == .tryAgain, await answersWithoutService(session) {
        note("the mailbox's zone and language are not known on this machine; going on without")
        return MailboxMemory.Finding(settings: nil, failure: failure)
      }
      guard Self.isTolerable(error) else { throw failure }
      note("the mailbox's zone and language cannot be read (\(failure.shortWhy)); going on without")
      return MailboxMemory.Finding(
        settings: remembered.map { MailboxSettings($0.value) }, failure: failure)
    }
  }

  /// Asks the service for the settings and remembers them.
  func askMailboxSettings(session: Session) async throws(GraphError) -> MailboxSettings {
    let object = try await session.acting(in: nil).graph.object(
      CalendarRequests.mailboxSettings)
    await state.remember(
      "mailboxSettings", .object(object), account: session.accountKey, at: machineClock.now())
    return MailboxSettings(.object(object))
  }

  /// Whether there is a copy that answers where the service does not.
  private func answersWithoutService(_ session: Session) async -> Bool {
    if options.offline { return true }
    return await ageOfCopy() != nil
  }

  /// Any answer of the service, as against none at all, which the next request would get too.
  private static func isTolerable(_ error: GraphError) -> Bool {
    switch error {
    case .server: true
    case .notGraph(let answer): answer.status == 200
    default: false
    }
  }

  /// The zone of this command: option, configuration, mailbox, machine, else UTC with a warning.
  ///
  /// What is going to be written in the zone is not written in the machine's only because the service
  /// could not tell the mailbox's for the moment: with `forWriting` that is an error.
  func commandZone(
    session: Session?, forWriting: Bool = false
  ) async throws(Failure) -> CommandZone {
    let zone = try await findZone(session: session, forWriting: forWriting)
    console.shaper?.show(in: zone.zone)
    return zone
  }

  private func findZone(
    session: Session?, forWriting: Bool
  ) async throws(Failure) -> CommandZone {
    if let name = options.timeZone {
      return CommandZone(zone: try zone(named: name), source: .option)
    }
    if let name = configuration.timeZone {
      return CommandZone(zone: try zone(named: name), source: .configuration)
    }
    if let session, let name = try await mailboxSettings(session: session)?.timeZone {
      if let zone = try mailboxZone(named: name) {
        return CommandZone(zone: zone, source: .mailbox)
      }
    }
    if forWriting, var failure = await session?.memory.finding?.failure, failure.kind == .tryAgain {
      failure.hint = "try again, or say the zone with --tz"
      throw failure
    }
    return try machineZone()
  }

  /// The zone that the mailbox names; nil, and told, where it is not known here.
  private func mailboxZone(named name: String) throws(Failure) -> Zone? {
    if let zone = try? zones.zone(named: name) { return zone }
    guard zones.hasData else {
      throw Failure(ZoneError.noZoneData(name: name, searched: zones.directories))
    }
    note("the mailbox's zone \"\(name)\" is not known here; using the machine's zone")
    return nil
  }

  /// The settings of the mailbox as they were last heard, however long ago; nothing is asked.
  func storedSettings(account: String) async -> MailboxSettings? {
    await state.fact("mailboxSettings", account: account).map { MailboxSettings($0.value) }
  }

  /// The zone of a command that asks nobody: option, configuration, mailbox as it was last heard,
  /// machine, else UTC with a warning.
  func storedZone(_ settings: MailboxSettings?) throws(Failure) -> Zone {
    if let name = options.timeZone ?? configuration.timeZone { return try zone(named: name) }
    if let name = settings?.timeZone, let zone = try mailboxZone(named: name) { return zone }
    return try machineZone().zone
  }

  /// The zone of the machine, else UTC with a warning.
  func machineZone() throws(Failure) -> CommandZone {
    do {
      if let zone = try zones.localZone(
        environment: environment.variables, settings: machineSettings)
      {
        return CommandZone(zone: zone, source: .system)
      }
    } catch {
      throw Failure(error)
    }
    note("no time zone is set; times are in UTC (--tz ZONE changes that)")
    return CommandZone(zone: .utc, source: .fallback)
  }

  private func zone(named name: String) throws(Failure) -> Zone {
    do { return try zones.zone(named: name) } catch { throw Failure(error) }
  }

  /// The first day of the week: option, configuration, mailbox language, process locale, else Monday.
  func firstWeekday(
    option: Weekday?, settings: MailboxSettings?
  ) -> Weekday {
    if let option { return option }
    if let weekday = configuration.weekStart { return weekday }
    let locale = settings?.language.flatMap { LocaleTag($0) } ?? processLocale
    return locale?.firstWeekday ?? .monday
  }

  /// Whether human output counts 12 hours: option, configuration, mailbox, process locale, else 24.
  func usesTwelveHours(settings: MailboxSettings?) -> Bool {
    if let format = options.timeFormat ?? configuration.timeFormat { return format == .twelve }
    if let twelve = settings?.usesTwelveHours { return twelve }
    return processLocale?.usesTwelveHours ?? false
  }

  /// How times are written for people.
  func timeText(_ zone: Zone, _ settings: MailboxSettings?) -> TimeText {
    TimeText(
      zone: zone, clock: usesTwelveHours(settings: settings) ? .twelveHours : .twentyFourHours)
  }
}

extension Context {
  /// The name of the default calendar, remembered for a day; nil when it cannot be had.
  ///
  /// With `--fresh` the service is asked.
  func defaultCalendarName(session: Session) async -> String? {
    let now = machineClock.now()
    let name = session.mailbox.map { "defaultCalendar of \($0)" } ?? "defaultCalendar"
    if !options.fresh, let fact = await state.fact(name, account: session.accountKey),
      Self.isFresh(fact.stored, at: now)
    {
      return fact.value["name"]?.string
    }
    guard let calendar = try? await session.graph.object(CalendarRequests.defaultCalendar) else {
      return nil
    }
    let fact: JSON = ["id": calendar["id"] ?? .null, "name": calendar["name"] ?? .null]
    await state.remember(name, fact, account: session.accountKey, at: now)
    return fact["name"]?.string
  }

  /// Remembers what the default calendar of the account is called, where that was learned on the way.
  func rememberDefaultCalendar(_ calendar: JSONObject, session: Session) async {
    guard session.mailbox == nil, calendar["isDefaultCalendar"]?.bool == true,
      calendar["name"]?.string != nil
    else { return }
    let fact: JSON = ["id": calendar["id"] ?? .null, "name": calendar["name"] ?? .null]
    await state.remember(
      "defaultCalendar", fact, account: session.accountKey, at: machineClock.now())
  }

  /// Lets what is known here of a calendar be as the service has just told it.
  func learned(_ calendar: JSONObject, session: Session) async {
    guard session.mailbox == nil, tokenGiver == nil, let id = calendar["id"]?.string,
      let store = MailboxFile.store(account: session.accountKey, environment: environment)
    else { return }
    await rememberDefaultCalendar(calendar, session: session)
    guard var copied = try? await store.collections()?.first(where: { $0.id == id }) else { return }
    for (name, value) in calendar where copied.resource[name] != nil {
      copied.resource[name] = value
    }
    // The next sync learns it otherwise.
    try? await store.describe(copied)
  }

  /// Id, name and colour of every calendar of the mailbox.
  func calendars(
    session: Session
  ) async throws(Failure) -> [(id: String, name: String, color: String?)] {
    do {
      return try await session.graph.list(CalendarRequests.calendars).items.compactMap { item in
        item["id"]?.string.map { ($0, item["name"]?.string ?? "", item["color"]?.string) }
      }
    } catch {
      throw Failure(error, doing: "read the calendars", in: session)
    }
  }

  /// The calendar a person names: by its name in any letter case, a reference, or its full id.
  ///
  /// `known` are all calendars where they need not be asked for.
  func calendar(
    named name: String, among known: [(id: String, name: String, color: String?)]? = nil,
    session: Session
  ) async throws(Failure) -> (id: String, name: String, color: String?) {
    var calendars = known ?? []
    if known == nil { calendars = try await self.calendars(session: session) }
    return try Self.calendar(named: name, among: calendars)
  }

  /// The same among calendars that are known.
  static func calendar(
    named name: String, among calendars: [(id: String, name: String, color: String?)]
  ) throws(Failure) -> (id: String, name: String, color: String?) {
    let matches = calendars.filter { $0.name.lowercased() == name.lowercased() || $0.id == name }
    let found =
      matches.isEmpty && ShortID.isCandidate(name)
      ? calendars.filter { ShortID.of($0.id).hasPrefix(name) } : matches
    if found.count == 1 { return found[0] }
    if found.isEmpty {
      let names = calendars.map(\.name).joined(separator: ", ")
      throw Failure(
        .notFound, "there is no calendar \"\(name)\"", why: "calendars: \(names)",
        hint: "graphcal calendars")
    }
    let ids = found.map { ShortID.of($0.id) }.joined(separator: ", ")
    throw Failure(
      .usage, "more than one calendar is called \"\(name)\"", why: ids, hint: "use one of these ids"
    )
  }
}
