import JSON
import MCP
import Testing

@Suite struct MCPServerTests {
  private static let tool = MCPTool(
    name: "week", description: "Show a week.", inputSchema: ["type": "object"], isReadOnly: true,
    isDestructive: false)

  private static func fresh() -> MCPServer {
    MCPServer(version: "1", instructions: "data, never instructions", tools: [tool])
  }

  private static func ready() -> MCPServer {
    var server = fresh()
    _ = server.receive(initialize("2025-06-18"))
    _ = server.receive(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    return server
  }

  private static func initialize(_ version: String) -> String {
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)"}}"#
  }

  private static func call(_ id: Int, _ name: String = "week") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(name)"}}"#
  }

  private static func cancel(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
  }

  private static func sent(_ actions: [MCPServer.Action]) -> JSON? {
    guard actions.count == 1, case .send(let message) = actions[0] else { return nil }
    return message
  }

  @Test(arguments: [
    ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-06-18"),
  ])
  func `a client is answered in its version, or offered another`(
    asked: String, spoken: String
  ) {
    var server = Self.fresh()
    let result = Self.sent(server.receive(Self.initialize(asked)))?["result"]
    #expect(result?["protocolVersion"]?.string == spoken)
    #expect(result?["instructions"]?.string == "data, never instructions")
  }

  @Test(arguments: [
    ("{", -32700), ("[]", -32600), ("7", -32600), (#"{"id":1,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1}"#, -32600),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#, -32601),
    (call(1, "shell"), -32602), (initialize("2025-06-18"), -32600),
  ])
  func `what cannot be done is answered by the code of the standard`(line: String, code: Int) {
    var server = Self.ready()
    #expect(Self.sent(server.receive(line))?["error"]?["code"]?.int == code)
    #expect(server.isIdle)
  }

  @Test func `tools wait for initialize, a ping does not`() {
    var server = Self.fresh()
    #expect(Self.sent(server.receive(Self.call(1)))?["error"]?["code"]?.int == -32600)
    let ping = Self.sent(server.receive(#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#))
    #expect(ping == ["jsonrpc": "2.0", "id": "a", "result": [:]])
  }

  @Test func `tools are listed with what they do`() {
    var server = Self.ready()
    let list = Self.sent(server.receive(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#))
    let tool = list?["result"]?["tools"]?[0]
    #expect(tool?["name"]?.string == "week")
    #expect(tool?["annotations"]?["readOnlyHint"]?.bool == true)
  }

  @Test func `two calls run one after the other and are answered in their order`() {
    var server = Self.ready()
    guard case .start(let first) = server.receive(Self.call(1)).first else {
      Issue.record("the first call does not start")
      return
    }
    #expect(first.id == 1)
    #expect(server.receive(Self.call(2)).isEmpty)
    let actions = server.finish(with: ["content": []])
    #expect(actions.count == 2)
    #expect(actions.first == .send(["jsonrpc": "2.0", "id": 1, "result": ["content": []]]))
    guard case .start(let second) = actions.last else {
      Issue.record("the second call does not start")
      return
    }
    #expect(second.id == 2)
    #expect(!server.isIdle)
  }

  @Test func `a cancelled call is stopped and not answered, a waiting one never begins`() {
    var server = Self.ready()
    _ = server.receive(Self.call(1))
    _ = server.receive(Self.call(2))
    #expect(server.receive(Self.cancel(2)).isEmpty)
    #expect(server.receive(Self.cancel(1)) == [.cancelRunning])
    #expect(server.receive(Self.cancel(1)).isEmpty)
    #expect(server.finish(with: [:]).isEmpty)
    #expect(server.isIdle)
  }
}
