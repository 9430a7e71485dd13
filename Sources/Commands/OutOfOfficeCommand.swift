package import Arguments
import CalendarTime
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Terminal

/// `graphcal out-of-office`: the automatic replies of the mailbox.
package struct OutOfOfficeCommand: Command {
  package static let name = "out-of-office"
  package static let summary = "Show, set or end automatic replies."
  package static let printsRows = false
  package static let discussion = """
    Without anything it shows them. "on" switches them on until further notice, "off" ends them; \
    --from and --to set the time during which they are sent: a date given to --to is included. \
    Without --from they begin now.

    --message is what people inside the organisation get, --external-message what others get, and \
    --audience which others: "none", "contacts" or "all". What is not given stays as it is; texts \
    alone do not switch replies on. Texts are plain: whatever looks like HTML is shown as it is typed.
    """
  package static let arguments: [Argument<Self>] = [
    .optional("on|off", "Switch them on or off.", into: \.state) {
      (text) throws(ValueError) -> State? in
      guard let state = State(rawValue: text.lowercased()) else { throw .needs("on or off") }
      return state
    }
  ]
  package static let options: [Option<Self>] = [
    .value("from", "T", "When they begin; now without it.", into: \.from),
    .value("to", "T", "When they end; a date is included.", into: \.to),
    .value("message", "TEXT", "What people inside get.", into: \.message),
    .value("external-message", "TEXT", "What people outside get.", into: \.externalMessage),
    .choice("audience", "Who outside gets a reply.", into: \.audience),
  ]
  package static let examples = [
    Example("out-of-office", "What is set."),
    Example(
      "out-of-office --from 2026-12-21 --to 2027-01-03 --message \"Back on 4 January.\"",
      "Two weeks, the 3rd of January included."),
    Example("out-of-office off", "No more replies."),
  ]

  /// The words for the switch.
  package enum State: String, CaseIterable, Sendable { case on, off }

  /// Who outside the organisation gets a reply.
  package enum Audience: String, CaseIterable, Sendable {
    case none, contacts, all

    var graphName: String { self == .contacts ? "contactsOnly" : rawValue }
  }

  var state: State?
  var from: String?
  var to: String?
  var message: String?
  var externalMessage: String?
  var audience: Audience?

  package init() {}

  package func validate() throws(ArgumentsError) {
    let hasMore =
      from != nil || to != nil || message != nil || externalMessage != nil || audience != nil
    if state == .off, hasMore {
      throw ArgumentsError(
        .exclusiveOptions, "\"off\" ends the replies and takes no options",
        hint: "graphcal out-of-office off")
    }
    if from != nil, to == nil {
      throw ArgumentsError(
        .missingValue, "--from needs --to, which says when the replies end",
        hint: "for no end: graphcal out-of-office on")
    }
  }

  private var shows: Bool {
    state == nil && to == nil && message == nil && externalMessage == nil && audience == nil
  }

  package func run(in context: Context) async throws(Failure) {
    if shows { return try await show(in: context) }
    try context.requireWriting("a change of the automatic replies")
    let session = try await context.session(needing: .writeSettings)
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    let request = SettingsRequests.change([
      "automaticRepliesSetting": .object(try change(TimeReader(context: context, zone: zone)))
    ])
    if context.options.dryRun { return try context.printDryRun([request]) }
    try await confirmText(session, in: context)
    let settings: MailboxSettings
    do {
      _ = try await session.graph.send(request)
      await Journal(context: context, session: session)
        .kept("changed the automatic replies", id: "")
      settings = try await context.askMailboxSettings(session: session)
    } catch {
      throw Failure(
        error, writing: "change the automatic replies", check: "graphcal out-of-office")
    }
    let replies = AutomaticReplies(settings.json["automaticRepliesSetting"] ?? .null)
    tellWhatIsMissing(in: replies, context)
    try print(replies, zone: zone, settings: settings, in: context)
  }

  /// Asks before everybody who writes gets an empty mail.
  private func confirmText(_ session: Session, in context: Context) async throws(Failure) {
    guard state == .on || to != nil, message?.isEmpty ?? true else { return }
    if message == nil {
      let settings: MailboxSettings
      do {
        settings = try await context.askMailboxSettings(session: session)
      } catch {
        throw Failure(error, doing: "read the automatic replies")
      }
      let replies = AutomaticReplies(settings.json["automaticRepliesSetting"] ?? .null)
      guard replies.inside.isEmpty else { return }
    }
    try context.confirm(
      "There is no text. Answer everybody with an empty mail?",
      refusal: "the automatic replies were not changed: --message gives the text")
  }

  private func show(in context: Context) async throws(Failure) {
    let session = try await context.session(needing: .readSettings)
    let zone = try await context.commandZone(session: session).zone
    let settings = try await context.mailboxSettings(session: session)
    let replies: AutomaticReplies
    do {
      replies = AutomaticReplies(
        .object(try await session.graph.object(SettingsRequests.automaticReplies)))
    } catch {
      throw Failure(error, doing: "read the automatic replies")
    }
    try print(replies, zone: zone, settings: settings, in: context)
  }

  /// The parts of the setting that change, and no others.
  private func change(_ times: TimeReader) throws(Failure) -> JSONObject {
    var change = JSONObject()
    if let to {
      let begin =
        try from.map { (text) throws(Failure) in
          try times.expression(text, option: "--from").start(in: times.zone)
        } ?? wholeMinute(times.context.now())
      let end = try times.expression(to, option: "--to").end(in: times.zone)
      guard begin < end else {
        throw Failure(
          .usage,
          "the replies would end (\(end.rfc3339(in: times.zone))) before they begin "
            + "(\(begin.rfc3339(in: times.zone)))",
          hint: "give a later --to")
      }
      if end <= times.context.now() { times.context.note("the end lies in the past") }
      change["status"] = "scheduled"
      change["scheduledStartDateTime"] = times.wire(begin)
      change["scheduledEndDateTime"] = times.wire(end)
    } else if let state {
      change["status"] = state == .on ? "alwaysEnabled" : "disabled"
    }
    if let message { change["internalReplyMessage"] = .string(PlainTextHTML.html(message)) }
    if let externalMessage {
      change["externalReplyMessage"] = .string(PlainTextHTML.html(externalMessage))
    }
    if let audience { change["externalAudience"] = .string(audience.graphName) }
    return change
  }

  private func wholeMinute(_ instant: Date) -> Date {
    Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / 60).rounded(.down) * 60)
  }

  /// Says what makes the setting do less than it seems to.
  private func tellWhatIsMissing(in replies: AutomaticReplies, _ context: Context) {
    if state == .off { return }
    switch replies.status {
    case .disabled:
      context.note("the texts are kept, but replies are off: graphcal out-of-office on")
    case .always, .scheduled:
      if replies.inside.isEmpty { context.note("there is no text for people inside: --message") }
      if replies.outside.isEmpty, replies.audience != "none" {
        context.note("there is no text for people outside: --external-message, or --audience none")
      }
    }
  }

  private func print(
    _ replies: AutomaticReplies, zone: Zone, settings: MailboxSettings?, in context: Context
  ) throws(Failure) {
    let clock: ClockStyle =
      context.usesTwelveHours(settings: settings) ? .twelveHours : .twentyFourHours
    let time = TimeText(zone: zone, clock: clock)
    let now = context.now()
    if try context.printedForScripts(replies.json(in: zone, zones: context.zones, now: now)) {
      return
    }
    try context.print(
      replies.block(time, zones: context.zones, now: now)
        .lines(width: Surface(context.console.terminal).width))
  }
}

extension TimeReader {
  /// An instant as wall time with its zone's Windows name; in UTC where that would not name it alone.
  func wire(_ instant: Date) -> JSON {
    let wall = zone.wallTime(at: instant)
    let name = context.zones.windowsName(for: zone, from: context.now()).name
    if let name, case .unique = zone.resolve(wall) {
      return GraphDateTime.json(wall, timeZone: name)
    }
    return GraphDateTime.json(Zone.utc.wallTime(at: instant), timeZone: "UTC")
  }
}
