package import Arguments
import FoundationEssentials
import GraphAPI
import HTTP
import Host
import JSON
import Rendering
import Terminal

/// `graphcal me`: who is signed in, and the habits of the mailbox.
package struct MeCommand: Command {
  package static let name = "me"
  package static let summary = "Show who is signed in and the mailbox's settings."
  package static let printsRows = false
  package static let options: [Option<Self>] = [
    .value("photo", "FILE", "Save the picture to this file.", into: \.photo).completing(.file)
  ]
  package static let examples = [
    Example("me", "Name, address, time zone, working hours."),
    Example("me --photo me.jpg", "Saves the picture."),
  ]

  var photo: String?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let session = try await context.session()
    let me: JSONObject
    do {
      me = try await session.graph.object(CalendarRequests.me)
    } catch {
      throw Failure(error, doing: "read who is signed in")
    }
    let settings = try await context.mailboxSettings(fresh: true, session: session)
    if let photo { try await save(photo, session: session, context: context) }
    if context.options.isForScripts || context.options.fields == .list {
      var object = me
      object["@odata.context"] = nil
      object["mailboxSettings"] =
        settings.map { settings in
          var inner = settings.json.object ?? [:]
          inner["@odata.context"] = nil
          return .object(inner)
        } ?? .null
      object["graphcal"] = [
        "account": .string(orNull: session.userName),
        "timeZone": .string(settings?.timeZone ?? "UTC"),
      ]
      if try context.printedForScripts(.object(object)) { return }
    }
    try context.print(block(me, settings).lines(width: Surface(context.console.terminal).width))
  }

  private func block(_ me: JSONObject, _ settings: MailboxSettings?) -> FieldBlock {
    var block = FieldBlock()
    block.add("Name", me["displayName"]?.string.map(TextSanitizer.line))
    block.add(
      "Mail", (me["mail"]?.string ?? me["userPrincipalName"]?.string).map(TextSanitizer.line))
    block.add("Job", me["jobTitle"]?.string.map(TextSanitizer.line))
    block.add("Office", me["officeLocation"]?.string.map(TextSanitizer.line))
    block.add("Time zone", TextSanitizer.line(settings?.timeZone ?? "UTC"))
    block.add("Language", settings?.language.map(TextSanitizer.line))
    block.add("Working hours", settings?.workingHours.map(Self.text).map(TextSanitizer.line))
    return block
  }

  /// `08:30–17:00 Mon Tue Wed (Europe/Berlin)`.
  static func text(_ hours: WorkingHours) -> String {
    let days = hours.days.map { $0.prefix(1).uppercased() + $0.dropFirst().prefix(2) }
    let zone = hours.timeZone.map { " (\($0))" } ?? ""
    return "\(hours.start)–\(hours.end) \(days.joined(separator: " "))\(zone)"
  }

  private func save(
    _ path: String, session: Session, context: Context
  ) async throws(Failure) {
    if context.onlyTells("the picture", in: path) { return }
    let answer: HTTPResponse
    do {
      answer = try await session.graph.send(CalendarRequests.photo)
    } catch .server(let error) where error.status == 404 {
      throw Failure(.notFound, "this account has no picture", hint: "graphcal me without --photo")
    } catch {
      throw Failure(error, doing: "read the picture")
    }
    do {
      try PrivateFile(path: path).write(answer.body, now: context.machineClock.now())
    } catch {
      throw Failure(
        .general, "cannot save the picture to \(path)", why: error.explanation,
        hint: "give a file in a folder you may write to")
    }
    context.note("saved the picture to \(path) (\(answer.body.count) bytes)")
  }
}
