package import Arguments
import Calendaring
import GraphAPI
import JSON
import Store

/// `graphcal join`: into the online meeting that is on, or the next one.
package struct JoinCommand: Command {
  package static let name = "join"
  package static let summary = "Join the online meeting that is on now, or the next one."
  package static let isPaged = false
  package static let printsRows = false
  package static let discussion = """
    The link of Teams, Zoom, Google Meet or Webex is taken from the event, its place or its text, and \
    opened with $BROWSER or the desktop's browser. Without REF the meeting that is on, else the next \
    one of today.
    """
  package static let arguments: [Argument<Self>] = [
    .optional("REF", "Which event.", into: \.reference).completing(.known(.event))
  ]
  package static let options: [Option<Self>] = [
    .flag("print", "Print the link and open nothing.", into: \.prints)
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("join --print", "The link alone."),
    Example("join 3", "Into the third event of the last list."),
  ]

  var reference: String?
  var prints = false

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let link = try await link(in: context)
    let item: JSON = [
      "url": .string(link.address), "provider": .string(link.provider.rawValue),
    ]
    if try context.printedForScripts(item) { return }
    if prints { return try context.console.print(link.address + "\n") }
    try await context.open(
      link.address, link.provider.rawValue, alternative: "graphcal join --print")
  }

  private func link(in context: Context) async throws(Failure) -> JoinLink {
    if let reference {
      let (id, session) = try await ReferenceResolver(
        context: context, permission: .readCalendars, readsOutbox: true
      ).item(reference, kind: .event)
      if let link = try await link(ofEvent: id, session, in: context) { return link }
      throw Failure(
        .notFound, "the event has no link of an online meeting",
        hint: "graphcal show \(reference) shows what is in it")
    }
    // Lists carry the place and the beginning of the text, which is enough to tell a meeting.
    let next = try await NextEvent(days: 1, calendar: nil) { entry in
      entry.event.isOnlineMeeting || Self.link(in: .object(entry.raw)) != nil
    }.find(in: context)
    guard let (entry, _) = next else {
      throw Failure(
        .notFound, "there is no online meeting today or tomorrow", hint: "graphcal agenda")
    }
    if let link = Self.link(in: .object(entry.raw)) { return link }
    if let link = try await link(ofEvent: entry.event.id, entry.session, in: context) {
      return link
    }
    throw Failure(
      .notFound, "\"\(entry.event.subject ?? "")\" has no link of an online meeting",
      hint: "graphcal show \(entry.event.id)")
  }

  private func link(
    ofEvent id: String, _ session: Session, in context: Context
  ) async throws(Failure) -> JoinLink? {
    let item = try await context.single(.calendar, id, session: session, doing: "read the event") {
      (session) async throws(GraphError) in
      try await session.graph.object(CalendarRequests.event(id: id, asHTML: true))
    }
    return Self.link(in: .object(item.resource))
  }

  /// The way into the online meeting that an event, or what lists have of it, names.
  static func link(in item: JSON) -> JoinLink? {
    JoinLink.of(
      named: item["onlineMeeting"]?["joinUrl"]?.string ?? item["onlineMeetingUrl"]?.string,
      location: item["location"]?["displayName"]?.string,
      body: item["body"]?["content"]?.string ?? item["bodyPreview"]?.string)
  }
}
