import Foundation
import Testing

/// What ships for other programs, run by these programs where the machine has them.
@Suite struct IntegrationTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Integrations").standardizedFileURL.path

  private static func has(_ program: String) -> Bool {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + program)
    }
  }

  private static func synced(at emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    let scopes = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    #expect(try await home.graphcal("sync").status == 0)
    return home
  }

  @Test func `an address is completed without the service`() async throws {
    var emulator: Emulator? = try Emulator(seed: "random:events=200,contacts=300,seed=11")
    let home = try await Self.synced(at: try #require(emulator))
    let before = try emulator?.log.count
    let found = try await home.graphcal("complete", "mul")
    #expect(found.status == 0 && found.errors.isEmpty, "\(found.errors)")
    let lines = found.output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.count == 3 && $0[0].contains("@") })
    #expect(try emulator?.log.count == before)
    emulator = nil
    #expect(try await home.graphcal("complete", "mul").output == found.output)
    // Everybody is an address of a contact or of an event, each once a name.
    let all = try await home.graphcal("complete", "--json").items
    let contacts = try await home.graphcal("contacts", "--json", "--offline").items
    let known = Set(
      contacts.flatMap { ($0["emailAddresses"] as? [[String: Any]]) ?? [] }
        .compactMap { ($0["address"] as? String)?.lowercased() })
    let told = Set(
      all.filter { $0["source"] as? String == "contact" }
        .compactMap { ($0["address"] as? String)?.lowercased() })
    #expect(told == known && !known.isEmpty)
  }

  @Test(arguments: ["lbdb/m_graphcal", "i3status/graphcal-i3status"])
  func `shell files are well formed`(file: String) async throws {
    let home = try Home(emulator: nil)
    let outcome = try await home.shell("bash -n '\(Self.folder)/\(file)'")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test func `lbdb gets the same lines`() async throws {
    let emulator = try Emulator()
    let home = try await Self.synced(at: emulator)
    let plain = try await home.graphcal("complete", "a")
    let module = try await home.shell(". '\(Self.folder)/lbdb/m_graphcal'; m_graphcal_query a")
    #expect(module.output == plain.output && !plain.output.isEmpty)
  }

  @Test func `i3status gets one block more in each line`() async throws {
    let emulator = try Emulator()
    let home = try await Self.synced(at: emulator)
    let bin = home.path("bin")
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    let outcome = try await home.shell(
      """
      printf '%s\\n' '#!/bin/sh' "cat '\(bin)/lines'" > '\(bin)/i3status'
      printf '%s\\n' '{"version":1}' '[' '[{"full_text":"a"}]' ',[]' ',[{"full_text":"b"}]' \
        > '\(bin)/lines'
      chmod +x '\(bin)/i3status'; PATH="\(bin):$PATH"
      '\(Self.folder)/i3status/graphcal-i3status'
      """)
    let list = outcome.output.split(separator: "\n").dropFirst().joined() + "]"
    let whole = try JSONSerialization.jsonObject(with: Data(list.utf8))
    let rows = try #require(whole as? [[[String: Any]]], "\(outcome.output)\(outcome.errors)")
    #expect(rows.map(\.count) == [2, 1, 2])
    #expect(rows.allSatisfy { $0.first?["name"] as? String == "graphcal" })
  }

  @Test func `bars get a line without the service`() async throws {
    var emulator: Emulator? = try Emulator()
    let home = try await Self.synced(at: try #require(emulator))
    let before = try emulator?.log.count
    let line = try await home.graphcal("next", "--format", "text")
    #expect(line.status == 0 && line.errors.isEmpty && line.output.count > 5, "\(line.errors)")
    #expect(try emulator?.log.count == before)
    emulator = nil
    #expect(try await home.graphcal("next", "--format", "text").output == line.output)
    let item = try await home.graphcal("next", "--format", "waybar").json as? [String: Any]
    #expect(item?["text"] is String && item?["class"] is [String])
  }

  @Test(.enabled(if: has("mutt"))) func `mutt takes its settings`() async throws {
    let home = try Home(emulator: nil)
    let outcome = try await home.shell(
      "mutt -n -F '\(Self.folder)/mutt/graphcal.muttrc' -Q query_command")
    #expect(outcome.status == 0 && outcome.output.contains("complete --mutt"), "\(outcome.errors)")
  }

  @Test(.enabled(if: has("emacs"))) func `Emacs completes addresses`() async throws {
    let home = try Home(emulator: nil)
    let outcome = try await home.shell(
      "cd '\(Self.folder)/emacs' && emacs -Q --batch -L . -l graphcal-tests.el "
        + "-f ert-run-tests-batch-and-exit")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `every folder is told of`() throws {
    let readme = try String(contentsOfFile: Self.folder + "/README.md", encoding: .utf8)
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    where name != "README.md" {
      #expect(readme.contains("\(name)/"), "\(name)")
    }
  }
}
