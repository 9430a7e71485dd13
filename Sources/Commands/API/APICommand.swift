package import Arguments
import GraphAPI
import HTTP
import Host
import JSON

/// `graphcal api`: any call of Microsoft Graph with the sign-in of graphcal.
package struct APICommand: Command {
  package static let name = "api"
  package static let summary = "Call Microsoft Graph with the same sign-in."
  package static let printsRows = false
  package static let discussion = """
    PATH stands below the version: me, /me/events?$top=3, beta/me; /v1.0/… and a whole address of the \
    same service are understood too. The token goes to that service alone: another host is refused \
    before anything is sent, and no redirect and no next page leads elsewhere. Blanks and other \
    characters that no address has are encoded.

    The method is GET, or POST where there is something to send. -f name=value is a text; -F also makes \
    true, false, null and whole numbers what they are, and @FILE the text of a file. \
    start[dateTime]=… stands inside, attendees[]=… makes a list. With GET and DELETE, and beside \
    --input, they go into the query.

    --paginate prints page after page, or with --jsonl item after item; --slurp makes one array of the \
    pages. --jq filters each page, and all of them with --slurp.

    Ids are the immutable ones that other commands use, unless -H 'Prefer: …' says IdType. What writes \
    is refused with --read-only and shown by --dry-run; deleting, what sends mail, series and batches \
    are asked about, or need --yes. graphcal undo takes nothing of it back.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("PATH", "A method if it is not GET, and the path: me/calendars.", into: \.words)
      .written("[METHOD] PATH")
  ]
  package static let options: [Option<Self>] = [
    .repeated("raw-field", "NAME=VALUE", "A text for the query or the body.", into: \.rawFields)
      .short("f"),
    .repeated(
      "field", "NAME=VALUE", "The same, typed: true, false, null, numbers, @FILE.",
      into: \.typedFields
    ).short("F"),
    .value("input", "FILE", "The body; - is standard input.", into: \.input).completing(.file),
    .repeated("header", "NAME: VALUE", "A header of the request.", into: \.headers).short("H"),
    .flag("paginate", "Read all pages.", into: \.paginates),
    .flag("slurp", "With --paginate, one array of all pages.", into: \.slurps),
    .flag("include", "Print status and headers of the answer too.", into: \.includesHead)
      .short("i"),
  ]
  package static let examples = [
    Example("api me --jq .displayName", "One value of an answer."),
    Example(
      "api 'me/events?$select=subject&$top=50' --paginate --jsonl", "All events, one a line."),
    Example(
      "api POST me/calendars -f name=Travel --dry-run", "What would be sent, as JSON."),
    Example("api PATCH me/events/ID --input change.json", "A body from a file."),
  ]

  var words: [String] = []
  var rawFields: [String] = []
  var typedFields: [String] = []
  var input: String?
  var headers: [String] = []
  var paginates = false
  var slurps = false
  var includesHead = false

  package init() {}

  /// Methods that the service knows.
  private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

  package func run(in context: Context) async throws(Failure) {
    let (method, path) = try methodAndPath()
    try checkOptions(context)
    let session = try await context.session()
    let call = try APICall(
      method: method, target: APITarget(path, root: session.graph.root),
      fields: try fields(context), headers: headers, input: try body(context))
    guard !paginates || call.request.method == "GET" else {
      throw Failure(.usage, "--paginate is for GET", hint: "leave it out")
    }
    if !call.isReading {
      try context.requireWriting("\(call.request.method) \(call.target.path)")
      if context.options.dryRun { return try context.printDryRun([call.request]) }
      if let question = call.question {
        try context.confirm(question, refusal: "\(call.request.method) was not sent")
      }
    }
    let graph = session.graph.at(root: call.target.root)
    let output = APIOutput(context: context, includesHead: includesHead)
    if paginates { return try await printPages(of: call, graph, output) }
    let response = try await context.working("Asking") { () async throws(Failure) in
      try await Self.send(call, graph)
    }
    if !call.isReading, (200..<300).contains(response.status) {
      await Journal(context: context, session: session)
        .kept("sent \(call.request.method) \(call.target.path.prefix { $0 != "?" })", id: "")
    }
    try Self.answer(response, to: call, output)
  }

  private func methodAndPath() throws(Failure) -> (String?, String) {
    switch words.count {
    case 1 where Self.methods.contains(words[0].uppercased()):
      throw Failure(
        .usage, "\(words[0]) is a method, and the path is missing",
        hint: "graphcal api \(words[0]) me/calendars")
    case 1: return (nil, words[0])
    case 2:
      guard Self.methods.contains(words[0].uppercased()) else {
        throw Failure(
          .usage, "\(words[0]) is no method",
          hint: "one of \(Self.methods.sorted().joined(separator: ", ")) stands before the path")
      }
      return (words[0], words[1])
    default:
      throw Failure(
        .usage, "there is more than a method and a path", hint: "quote the path for the shell")
    }
  }

  private func checkOptions(_ context: Context) throws(Failure) {
    guard context.options.fields == .all else {
      throw Failure(
        .usage, "api prints what the service sends, and has no fields of its own",
        hint: "choose with $select in the path, or with --jq")
    }
    if slurps, !paginates {
      throw Failure(.usage, "--slurp is for --paginate", hint: "give both")
    }
    if slurps, context.options.jsonLines {
      throw Failure(.usage, "--slurp and --jsonl exclude each other", hint: "leave one of them out")
    }
    if includesHead, context.options.jq != nil || context.options.template != nil || paginates {
      throw Failure(
        .usage, "--include prints one whole answer", hint: "leave out --include, or the other")
    }
  }

  private func fields(_ context: Context) throws(Failure) -> [APIField] {
    var fields: [APIField] = []
    for (texts, typed) in [(rawFields, false), (typedFields, true)] {
      for text in texts {
        fields.append(
          try APIField(text, typed: typed) { (path) throws(Failure) in
            try context.text(ofFile: path)
          })
      }
    }
    return fields
  }

  private func body(_ context: Context) throws(Failure) -> [UInt8]? {
    guard let input else { return nil }
    let limit = 64 << 20
    do {
      return try input == "-"
        ? StandardInput.readAll(limit: limit) : Files.read(input, limit: limit)
    } catch {
      throw Failure(
        .usage, "cannot read \(input == "-" ? "standard input" : input)", why: error.explanation,
        hint: "give a readable file of at most \(limit >> 20) MB")
    }
  }

  private static func send(
    _ call: APICall, _ graph: GraphClient
  ) async throws(Failure) -> HTTPResponse {
    do {
      return try await graph.answer(to: call.request)
    } catch {
      throw failure(error, call)
    }
  }

  private static func failure(_ error: GraphError, _ call: APICall) -> Failure {
    let action = "\(call.request.method) \(call.target.path.prefix { $0 != "?" })"
    guard !call.isReading else { return Failure(error, doing: action) }
    return Failure(error, writing: action, check: "graphcal api with GET")
  }

  /// Prints an answer, or an error with its body where the whole answer is asked for.
  private static func answer(
    _ response: HTTPResponse, to call: APICall, _ output: APIOutput
  ) throws(Failure) {
    guard !(200..<300).contains(response.status) else { return try output.print(response) }
    if output.includesHead { try output.print(response) }
    throw failure(
      .server(ServerError(response, host: HTTPURL(call.target.root)?.host)), call)
  }

  private func printPages(
    of call: APICall, _ graph: GraphClient, _ output: APIOutput
  ) async throws(Failure) {
    var pages: [JSON] = []
    var seen: Set<String> = []
    var link: String?
    repeat {
      let page: JSONObject
      do {
        page = try await graph.page(call.request, at: link)
      } catch {
        throw Self.failure(error, call)
      }
      link = page["@odata.nextLink"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      if let link, !seen.insert(link).inserted {
        throw Self.failure(.paging(.repeatedLink), call)
      }
      if slurps {
        pages.append(.object(page))
      } else {
        try output.print(.object(page))
      }
    } while link != nil
    if slurps { try output.print(.array(pages)) }
  }
}
