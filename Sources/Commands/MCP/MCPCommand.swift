package import Arguments
import Dispatch
import JSON
import MCP

/// `graphcal mcp`: the calendar for assistants that speak the Model Context Protocol.
package struct MCPCommand: Command {
  package static let name = "mcp"
  package static let summary =
    "Serve the calendar to an assistant, over the Model Context Protocol."
  package static let discussion = """
    A client starts it and talks JSON-RPC with it on stdin and stdout. Its tools are the commands \
    of the same names that read. With --allow-write there are those that write too; where they would \
    ask on a terminal, they answer with a plan, and act only when called again with its confirmation.

    No tool reads or writes files of this machine. What other people wrote is marked as data in \
    every answer; an assistant can still be taken in by it, so look at what it is about to do.

    --account, --tz, --offline, --fresh, --timeout, --max-wait and --auth-settings hold for all calls.
    """
  package static let printsRows = false
  package static let options: [Option<Self>] = [
    .flag("allow-write", "Offer tools that write, too.", into: \.allowsWriting),
    .value(
      "calendar", "C", "The calendar that is meant where a call names none.", into: \.calendar),
  ]
  package static let examples = [
    Example("mcp", "Serves the tools that read, until its input ends."),
    Example("mcp --allow-write --calendar Team", "Serves all tools, for one calendar."),
  ]

  var allowsWriting = false
  var calendar: String?

  package init() {}

  /// What happens to the server, one after the other.
  private enum Happening: Sendable {
    case line(String)
    case done(JSON)
    case endOfInput
  }

  package func run(in context: Context) async throws(Failure) {
    if allowsWriting, context.options.readOnly {
      throw Failure(
        .usage, "--allow-write is not for read-only mode",
        hint: "leave out --allow-write, or --read-only and GRAPHCAL_READ_ONLY")
    }
    let declarations = ToolDeclaration.all(allowWrite: allowsWriting)
    var server = MCPServer(
      version: graphcalVersion, instructions: ToolResult.instructions,
      tools: declarations.map(\.tool))
    let runner = ToolRunner(
      declarations, in: context, globals: Self.globals(context.options), calendar: calendar)
    let (happenings, feed) = AsyncStream.makeStream(of: Happening.self)
    let readLine = context.machinery.streams.readLine
    // Reading waits, so it has a thread to itself.
    DispatchQueue(label: "mcp-input").async {
      while let line = readLine() { feed.yield(.line(line)) }
      feed.yield(.endOfInput)
    }
    var running: Task<Void, Never>?
    defer { running?.cancel() }
    var isInputOver = false
    for await happening in happenings {
      let actions: [MCPServer.Action]
      switch happening {
      case .line(let line): actions = server.receive(line)
      case .done(let result): actions = server.finish(with: result)
      case .endOfInput:
        isInputOver = true
        actions = []
      }
      for action in actions {
        switch action {
        case .send(let message): try context.console.print(message.text(.compact) + "\n")
        case .cancelRunning: running?.cancel()
        case .start(let call):
          running = Task { feed.yield(.done(await runner.result(of: call))) }
        }
      }
      if isInputOver, server.isIdle { return }
    }
    guard context.isAskedToEnd() else {
      throw Failure(.interrupted, "interrupted", hint: "graphcal mcp")
    }
  }

  /// The global options of the server as words for each of its runs.
  private static func globals(_ options: GlobalOptions) -> [String] {
    var words = ["--timeout=\(options.timeout)", "--max-wait=\(options.maxWait)"]
    if let account = options.account { words.append("--account=\(account)") }
    if let zone = options.timeZone { words.append("--tz=\(zone)") }
    if let settings = options.authSettings { words.append("--auth-settings=\(settings)") }
    if options.offline { words.append("--offline") }
    if options.fresh { words.append("--fresh") }
    if options.readOnly { words.append("--read-only") }
    return words
  }
}
