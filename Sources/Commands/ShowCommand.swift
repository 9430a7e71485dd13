package import Arguments
import Calendaring
import GraphAPI
import JSON
import Rendering
import Store

/// `graphcal show`: one event with everything it holds.
package struct ShowCommand: Command {
  package static let name = "show"
  package static let summary = "Show one event in full."
  package static let discussion = """
    REF is a row number of the last list printed on this terminal, a short id as lists show it, or \
    the full id. "graphcal help refs" says more.

    With --offline, and where the service cannot be reached, the copy on this machine answers: with \
    everything but the attachments. Programs get the text of the event without its markup.

    What a meeting service wrote under the text is left out: its link and numbers stand above. With \
    --web the event is opened in Outlook on the web.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which event.", into: \.reference).completing(.known(.event))
  ]
  package static let options: [Option<Self>] = [
    .flag("web", "Open it in Outlook on the web.", into: \.opensPage),
    .person(into: \.person),
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("show 3", "The third event of the last list on this terminal."),
    Example("show 3 --json", "The whole resource."),
    Example("show 3 --web", "In the browser."),
  ]

  var reference = ""
  var opensPage = false
  var person: String?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(EventJSON.wholeFieldNames) { return }
    let (id, session) = try await ReferenceResolver(
      context: context, permission: .readCalendars, person: person, readsOutbox: !opensPage
    ).item(reference, kind: .event)
    if opensPage { return try await openPage(of: id, session, in: context) }
    let zone = try await context.commandZone(session: session).zone
    let settings = try await context.mailboxSettings(session: session)
    var item = try await event(
      CalendarRequests.event(id: id, asHTML: true), id, session, in: context)
    // What people read is made of the HTML, with its links; a program gets text, which is made here, so
    // that it is the same of the local copy.
    if context.options.isForScripts || context.options.format ?? .table != .table {
      item.resource.makeBodyPlain()
    }
    guard let event = CalendarEvent(graph: .object(item.resource), zones: context.zones) else {
      throw Failure(
        .general, "the event has no time that can be read",
        hint: "graphcal show --json \(reference)")
    }
    try await EventOutput(
      context: item.context, session: item.session, zone: zone, settings: settings
    ).printWhole(
      EventEntry(event: event, raw: item.resource, session: item.session), calendarName: nil)
  }

  private func event(
    _ request: GraphRequest, _ id: String, _ session: Session, in context: Context
  ) async throws(Failure) -> SingleItem {
    try await context.single(.calendar, id, session: session, doing: "read the event") {
      (session) async throws(GraphError) in try await session.graph.object(request)
    }
  }

  private func openPage(
    of id: String, _ session: Session, in context: Context
  ) async throws(Failure) {
    let request = CalendarRequests.event(id: id, properties: ["webLink"])
    let item = try await event(request, id, session, in: context)
    guard let address = item.resource["webLink"]?.string, !address.isEmpty else {
      throw Failure(
        .notFound, "the event has no page on the web", hint: "graphcal show \(reference)")
    }
    guard OutlookPage.isTrusted(address, root: session.graph.root) else {
      throw Failure(
        .refused, "the event names a page that is none of Outlook's: \(address)",
        hint: "open it by hand if you know it")
    }
    if try context.printedForScripts(["url": .string(address)]) { return }
    try await context.open(
      address, "Outlook", alternative: "graphcal show \(reference) --web --json")
  }
}

extension JSONObject {
  /// Puts the text of an event in the place of its HTML.
  fileprivate mutating func makeBodyPlain() {
    guard let body = self["body"], body["contentType"]?.string?.lowercased() == "html",
      let html = body["content"]?.string
    else { return }
    self["body"] = ["contentType": "text", "content": .string(HTMLText.text(html))]
  }
}
