import Arguments
import FoundationEssentials
import HTTP
import Host
import JSON
import MCP
import Terminal

/// Runs the calls of a client as commands in this process, one at a time.
actor ToolRunner {
  /// What a run of a command has left.
  private struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  private let environment: Environment
  private let machinery: Machinery
  /// The global options of every run, as they are typed.
  private let globals: [String]
  /// The calendar that a tool with an option `calendar` means where none is named.
  private let calendar: String?
  private let tools: [String: ToolDeclaration]
  private var confirmations = Confirmations()

  init(
    _ tools: [ToolDeclaration], in context: Context, globals: [String], calendar: String?
  ) {
    environment = context.environment
    machinery = context.machinery
    self.globals = globals
    self.calendar = calendar
    self.tools = Dictionary(uniqueKeysWithValues: tools.map { ($0.shape.name, $0) })
  }

  /// The result of a call, in the form of `tools/call`; what fails is a result with `isError`.
  func result(of call: MCPCall) async -> JSON {
    guard let tool = tools[call.tool] else { preconditionFailure("the server knows its tools") }
    do throws(Failure) {
      let asked = try ToolWords(tool, arguments(of: call, for: tool))
      return await run(asked)
    } catch {
      return ToolResult.failure(error.json, status: error.kind.rawValue)
    }
  }

  private func arguments(of call: MCPCall, for tool: ToolDeclaration) -> JSONObject {
    var arguments = call.arguments
    let meansWhere = tool.effect == .reads || ["new-event", "add"].contains(tool.shape.name)
    if let calendar, meansWhere, tool.options.contains(where: { $0.name == "calendar" }),
      arguments["calendar"] == nil, arguments["of"] == nil
    {
      arguments["calendar"] = .string(calendar)
    }
    return arguments
  }

  private func run(_ asked: ToolWords) async -> JSON {
    var isConfirmed = false
    if let token = asked.confirmation {
      isConfirmed = confirmations.redeem(token, for: asked.words, now: machinery.clock.now())
      guard isConfirmed else {
        let failure = Failure(
          .stopped, "this confirmation is not, or no more, good for these arguments",
          hint: "call without it for a new plan, and show that to the user")
        return ToolResult.failure(failure.json, status: failure.kind.rawValue)
      }
    }
    let outcome = await outcome(of: (isConfirmed ? ["--yes"] : []) + asked.words)
    if outcome.status == 0 { return ToolResult.success(outcome.output, notes: outcome.errors) }
    let error = Self.lastJSON(in: outcome.errors)
    if !isConfirmed, error?["error"]?["code"]?.string == Failure.confirmationCode,
      let question = error?["error"]?["message"]?.string
    {
      return await plan(asked.words, question: question)
    }
    return ToolResult.failure(
      error ?? ["error": ["message": .string(TextSanitizer.block(outcome.errors))]],
      status: outcome.status, output: outcome.output)
  }

  /// What would be done and the word that does it; nothing has been changed yet.
  private func plan(_ words: [String], question: String) async -> JSON {
    let preview = await outcome(of: ["--dry-run"] + words)
    let token = machinery.randomness.uuid()
    confirmations.keep(words, as: token, now: machinery.clock.now())
    return ToolResult.plan(
      question: question, requests: preview.status == 0 ? preview.output : "[]",
      confirmation: token)
  }

  private func outcome(of words: [String]) async -> Outcome {
    let output = Locked("")
    let errors = Locked("")
    var machinery = machinery
    machinery.streams = Streams(
      facts: { coloring, _ in
        TerminalFacts(
          isTerminal: (input: false, output: false, error: false), windowWidth: nil,
          coloring: coloring, variable: { _ in nil })
      },
      writeOutput: { (text) throws(HostError) in output.withLock { $0 += text } },
      writeError: { text in errors.withLock { $0 += text } }, readLine: { nil })
    machinery.isAskedToEnd = { false }
    let run = Run(environment: environment, machinery: machinery)
    let status = await run(["--json", "--no-input", "--color=never"] + globals + words)
    return Outcome(
      status: status, output: output.withLock { $0 }, errors: errors.withLock { $0 })
  }

  /// The error that a command with `--json` ends with, below its notes.
  private static func lastJSON(in errors: String) -> JSON? {
    guard let line = errors.split(separator: "\n").last(where: { $0.hasPrefix("{") }) else {
      return nil
    }
    // A note may begin with a brace too; then there is no error to find.
    return try? JSON(parsing: String(line))
  }
}
