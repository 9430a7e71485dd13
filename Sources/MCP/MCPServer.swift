package import JSON

/// The server's side of the Model Context Protocol, as a value: lines in, actions out.
///
/// Calls run one after the other in the order they came; everything else is answered at once.
///
/// - SeeAlso: Model Context Protocol 2025-06-18, "Lifecycle", "Tools", "Cancellation".
package struct MCPServer: Sendable {
  /// What the driver has to do.
  package enum Action: Equatable, Sendable {
    /// Write this as one line.
    case send(JSON)
    /// Begin this call, and report its end to `finish`.
    case start(MCPCall)
    /// Stop the call that runs.
    case cancelRunning
  }

  /// The versions that are spoken; the first is offered to a client of another.
  package static let versions = ["2025-06-18", "2025-11-25"]

  private let version: String
  private let instructions: String
  private let tools: [MCPTool]
  private var isInitialized = false
  private var running: MCPCall?
  private var isRunningCancelled = false
  private var waiting: [MCPCall] = []

  /// A server before its first message; `version` is that of the program.
  package init(version: String, instructions: String, tools: [MCPTool]) {
    self.version = version
    self.instructions = instructions
    self.tools = tools
  }

  /// Whether no call runs or waits.
  package var isIdle: Bool { running == nil && waiting.isEmpty }

  /// Takes one line from the client; a blank one says nothing.
  package mutating func receive(_ line: String) -> [Action] {
    guard line.contains(where: { !$0.isWhitespace }) else { return [] }
    switch MCPMessage(line: line) {
    case .answer: return []
    case .invalid(let id, let error): return [.send(error.answer(to: id))]
    case .notification(let method, let params):
      return method == "notifications/cancelled" ? cancel(params["requestId"]) : []
    case .request(let id, let method, let params):
      do throws(MCPError) {
        return try answer(id, method, params)
      } catch {
        return [.send(error.answer(to: id))]
      }
    }
  }

  /// Takes the end of the running call; a cancelled one is not answered.
  package mutating func finish(with result: JSON) -> [Action] {
    guard let call = running else { return [] }
    var actions: [Action] = isRunningCancelled ? [] : [Self.answer(call.id, result)]
    running = nil
    isRunningCancelled = false
    if !waiting.isEmpty { actions += start(waiting.removeFirst()) }
    return actions
  }

  private mutating func answer(
    _ id: JSON, _ method: String, _ params: JSONObject
  ) throws(MCPError) -> [Action] {
    switch method {
    case "ping": return [Self.answer(id, [:])]
    case "initialize": return [Self.answer(id, try initialize(params))]
    case "tools/list", "tools/call":
      guard isInitialized else {
        throw MCPError(.invalidRequest, "\(method) has to wait for initialize")
      }
      if method == "tools/list" {
        return [Self.answer(id, ["tools": .array(tools.map(\.json))])]
      }
      return try call(id, params)
    default: throw MCPError(.unknownMethod, "there is no method \(method)")
    }
  }

  private mutating func initialize(_ params: JSONObject) throws(MCPError) -> JSON {
    guard !isInitialized else { throw MCPError(.invalidRequest, "initialize came before") }
    guard let wanted = params["protocolVersion"]?.string else {
      throw MCPError(.invalidParameters, "\"protocolVersion\" is missing")
    }
    isInitialized = true
    let spoken = Self.versions.contains(wanted) ? wanted : Self.versions[0]
    return [
      "protocolVersion": .string(spoken), "capabilities": ["tools": [:]],
      "serverInfo": ["name": "graphcal", "title": "graphcal", "version": .string(version)],
      "instructions": .string(instructions),
    ]
  }

  private mutating func call(_ id: JSON, _ params: JSONObject) throws(MCPError) -> [Action] {
    guard let name = params["name"]?.string else {
      throw MCPError(.invalidParameters, "\"name\" of the tool is missing")
    }
    guard tools.contains(where: { $0.name == name }) else {
      throw MCPError(.invalidParameters, "there is no tool \(name) here")
    }
    let given = params["arguments"] ?? [:]
    guard let arguments = given.object else {
      throw MCPError(.invalidParameters, "\"arguments\" has to be an object")
    }
    guard running?.id != id, !waiting.contains(where: { $0.id == id }) else {
      throw MCPError(.invalidRequest, "this id belongs to a call that is not done yet")
    }
    let call = MCPCall(id: id, tool: name, arguments: arguments)
    if running == nil { return start(call) }
    waiting.append(call)
    return []
  }

  private mutating func start(_ call: MCPCall) -> [Action] {
    running = call
    return [.start(call)]
  }

  private mutating func cancel(_ id: JSON?) -> [Action] {
    guard let id else { return [] }
    if running?.id == id, !isRunningCancelled {
      isRunningCancelled = true
      return [.cancelRunning]
    }
    waiting.removeAll { $0.id == id }
    return []
  }

  private static func answer(_ id: JSON, _ result: JSON) -> Action {
    .send(["jsonrpc": "2.0", "id": id, "result": result])
  }
}
