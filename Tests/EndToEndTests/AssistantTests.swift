import Foundation
import Testing

/// `graphcal mcp` by the real program, as a client of the Model Context Protocol meets it.
@Suite struct AssistantTests {
  private static func signedIn(at emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code", "--scopes", "write").status == 0)
    return home
  }

  /// What the server answers to these calls, by their place; it ends when its input does.
  private static func answers(
    _ calls: [(tool: String, arguments: [String: Any])], _ words: [String] = [], in home: Home
  ) async throws -> [Int: [String: Any]] {
    var messages: [[String: Any]] = [
      [
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": ["protocolVersion": "2025-06-18"],
      ]
    ]
    for (index, call) in calls.enumerated() {
      messages.append([
        "jsonrpc": "2.0", "id": index + 1, "method": "tools/call",
        "params": ["name": call.tool, "arguments": call.arguments],
      ])
    }
    let lines = try messages.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n"
    }
    let outcome = try await home.graphcal(["mcp"] + words, input: lines.joined())
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty, "nothing but messages: \(outcome.errors)")
    var answers: [Int: [String: Any]] = [:]
    for line in outcome.output.split(separator: "\n") {
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      if let id = value["id"] as? Int { answers[id] = value }
    }
    return answers
  }

  private static func data(_ answer: [String: Any]?) -> [String: Any] {
    (answer?["result"] as? [String: Any])?["structuredContent"] as? [String: Any] ?? [:]
  }

  @Test func `an assistant reads the week and is refused a write`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let answers = try await Self.answers(
      [("week", [:]), ("new-event", ["subject": "Never"])], in: home)
    let read = Self.data(answers[1])["items"] as? [[String: Any]] ?? []
    let week = try await home.graphcal("week", "--json").items
    #expect(!week.isEmpty)
    #expect(read.map { $0["id"] as? String } == week.map { $0["id"] as? String })
    #expect((answers[2]?["error"] as? [String: Any])?["code"] as? Int == -32602)
    let found = try await home.graphcal("events", "Never", "--json").items
    #expect(found.isEmpty)
  }

  @Test func `an answer to an invitation is planned and sends nothing`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let invites = try await home.graphcal("invites", "--json").items
    let invite = try #require(invites.first?["id"] as? String)
    let answers = try await Self.answers(
      [
        ("respond", ["ref": invite, "answer": "accept"]),
        ("respond", ["ref": invite, "answer": "accept", "confirmation": "guessed"]),
      ], ["--allow-write"], in: home)
    let plan = Self.data(answers[1])
    #expect(plan["done"] as? Bool == false, "\(plan)")
    #expect((plan["requests"] as? [Any])?.isEmpty == false)
    #expect(Self.data(answers[2])["exitCode"] as? Int == 8)
    let after = try await home.graphcal("invites", "--json").items
    #expect(after.map { $0["id"] as? String } == invites.map { $0["id"] as? String })
  }
}
