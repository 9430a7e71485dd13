package import Arguments
import Calendaring
import GraphAPI
import HTTP
import Host
import JSON
import Rendering
import Store
import Terminal

/// `graphcal attachments`: what is attached to an event, and its files.
package struct AttachmentsCommand: Command {
  package static let name = "attachments"
  package static let summary = "List the attachments of an event, or save them."
  package static let discussion = """
    With --output the files are saved into a folder, which is made where it is missing. Their names \
    are cleaned of everything that leads elsewhere or hides them, and no file is ever replaced: a \
    second plan.pdf becomes "plan (2).pdf". Attached events are saved as .ics, messages as .eml. What \
    is a link to a file elsewhere is listed and not fetched. Pictures inside the text are marked and \
    saved too.

    When some could not be saved the exit status is 9, and the list says which.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which event.", into: \.reference).completing(.known(.event))
  ]
  package static let options: [Option<Self>] = [
    .value("output", "DIR", "Save the files into this folder.", into: \.folder)
      .short("o").completing(.directory),
    .person(into: \.person),
  ]
  package static let examples = [
    Example("attachments 3", "What is attached to the third event of the last list."),
    Example("attachments 3 -o ~/Downloads", "Saves it all."),
    Example("attachments k7mp --json | jq -r '.[].name'", "The names alone."),
  ]

  static let fields =
    (AttachmentRequests.properties
    + ["@odata.type", "sourceUrl", "graphcal", "graphcal.path", "graphcal.error"]).sorted()

  var reference = ""
  var folder: String?
  var person: String?

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard folder?.isEmpty != true else {
      throw ArgumentsError(
        .missingValue, "--output needs a folder", hint: "--output . saves where you are")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(Self.fields) { return }
    try context.requireNetwork(
      for: "attachments cannot be read", because: "they are not kept in the local copy")
    let (id, session) = try await ReferenceResolver(
      context: context, permission: .readCalendars, person: person
    ).item(reference, kind: .event)
    let items: [JSON]
    do {
      items = try await session.graph.list(AttachmentRequests.list(eventID: id)).items
    } catch {
      throw Failure(error, doing: "read the attachments", in: session)
    }
    let attachments = items.compactMap { item in
      AttachmentInfo(graph: item).map { (raw: item, info: $0) }
    }
    var results: [AttachmentSaver.Result] = []
    if let folder, context.options.dryRun {
      let files = attachments.count { $0.info.kind != .reference }
      context.note("dry run: \(Plural.of(files, "file")) would be saved into \(folder)")
    } else if let folder, !attachments.isEmpty {
      let saver = AttachmentSaver(context: context, session: session, eventID: id, folder: folder)
      results = try await saver.save(attachments.map(\.info))
    }
    try print(attachments, results, in: context)
    try Self.report(results)
  }

  private func print(
    _ attachments: [(raw: JSON, info: AttachmentInfo)], _ results: [AttachmentSaver.Result],
    in context: Context
  ) throws(Failure) {
    let listing = Listing(
      context: context, fields: Self.fields,
      columns: [
        .init("id", "id"), .init("name", "name"), .init("size", "size"),
        .init("contentType", "contentType"), .init("isInline", "isInline"),
        .init("path", "graphcal.path"),
      ])
    if listing.isWanted {
      return try listing.print(
        attachments.enumerated().map { index, attachment in
          Self.json(attachment.raw, results.indices.contains(index) ? results[index] : nil)
        })
    }
    try context.print(
      AttachmentList.lines(
        attachments.map(\.info), paths: results.map(\.path),
        on: Surface(context.console.terminal)))
  }

  private static func json(_ raw: JSON, _ result: AttachmentSaver.Result?) -> JSON {
    let names = AttachmentRequests.properties
    var item = JSONObject(names.map { ($0, raw[$0] ?? .null) })
    item["@odata.type"] = raw["@odata.type"] ?? .null
    if let link = raw["sourceUrl"] { item["sourceUrl"] = link }
    var computed: JSONObject = ["path": .string(orNull: result?.path)]
    if let failure = result?.failure { computed["error"] = .string(failure.shortWhy) }
    item["graphcal"] = .object(computed)
    return .object(item)
  }

  /// Fails when something could not be saved: wholly, or in part.
  private static func report(_ results: [AttachmentSaver.Result]) throws(Failure) {
    let failures = results.compactMap(\.failure)
    guard var failure = failures.first else { return }
    if results.contains(where: { $0.path != nil }) {
      failure = Failure(
        .partlyDone,
        "\(failures.count) of \(results.count) attachments could not be saved",
        why: failures.map(\.shortWhy).joined(separator: "; "), hint: failure.hint)
    }
    throw failure
  }
}

/// Fetches attachments one by one and puts each into a file of its own.
struct AttachmentSaver {
  /// Where one is now, or why it is not; neither for what is no file.
  struct Result {
    var path: String?
    var failure: Failure?
  }

  var context: Context
  var session: Session
  var eventID: String
  var folder: String

  /// Saves all in their order; what fails does not keep the others from being saved.
  func save(_ attachments: [AttachmentInfo]) async throws(Failure) -> [Result] {
    do {
      try Files.createPrivateFolder(folder)
    } catch {
      throw Failure(
        .usage, "cannot save into \(folder)", why: error.explanation,
        hint: "give --output a folder that you may write to")
    }
    var results: [Result] = []
    for attachment in attachments { results.append(await save(attachment)) }
    return results
  }

  private func save(_ attachment: AttachmentInfo) async -> Result {
    guard attachment.kind != .reference else {
      context.note("\"\(attachment.name)\" is a link to a file elsewhere and was not fetched")
      return Result()
    }
    do throws(Failure) {
      return Result(path: try await fetch(attachment))
    } catch {
      var failure = error
      failure.why = "\"\(attachment.name)\": " + error.shortWhy
      return Result(failure: failure)
    }
  }

  private func fetch(_ attachment: AttachmentInfo) async throws(Failure) -> String {
    let answer: HTTPResponse
    do {
      let request = AttachmentRequests.content(attachment.id, eventID: eventID)
      answer = try await context.working("Fetching \(TextSanitizer.line(attachment.name))") {
        () async throws(GraphError) in try await session.graph.send(request)
      }
    } catch {
      throw Failure(error, doing: "fetch an attachment")
    }
    var name = attachment.name
    if attachment.kind == .item {
      let ending = Self.ending(answer.headers["Content-Type"])
      if name.allSatisfy(\.isWhitespace) { name = "attachment" }
      if !name.lowercased().hasSuffix(ending) { name += ending }
    }
    do {
      return try NewFile.write(
        answer.body, named: SafeFileName(name), in: folder,
        randomness: context.randomness)
    } catch {
      throw Failure(
        .general, "cannot save an attachment into \(folder)", why: error.explanation,
        hint: "give --output a folder that you may write to")
    }
  }

  /// The ending for an item of a mailbox: events, contacts, else a message.
  private static func ending(_ type: String?) -> String {
    switch type?.lowercased().prefix(while: { $0 != ";" && $0 != " " }) {
    case "text/calendar": ".ics"
    case "text/vcard", "text/x-vcard", "text/directory": ".vcf"
    default: ".eml"
    }
  }
}
