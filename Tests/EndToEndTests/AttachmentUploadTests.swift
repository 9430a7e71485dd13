import Foundation
import Testing

/// Files on their way to an event, over real HTTP.
@Suite struct AttachmentUploadTests {
  private func home(_ emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    return home
  }

  /// A file of bytes that differ from place to place.
  private func file(_ name: String, _ size: Int, in home: Home) throws -> (path: String, data: Data)
  {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var data = Data(capacity: size + 8)
    while data.count < size {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      withUnsafeBytes(of: state) { data.append(contentsOf: $0) }
    }
    data = data.prefix(size)
    try data.write(to: URL(fileURLWithPath: home.path(name)))
    return (home.path(name), data)
  }

  /// The attachments of an event as the service has them, by name.
  private func attachments(
    of id: String, in home: Home, _ emulator: Emulator
  ) async throws -> [(name: String, data: Data)] {
    let answer = try await home.shell(
      "curl -sf -H \"Authorization: Bearer $(graphcal token)\" "
        + "'\(emulator.ready.graphURL)/me/events/\(id)/attachments'")
    let object = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
    return (object?["value"] as? [[String: Any]] ?? []).map { item in
      (
        item["name"] as? String ?? "",
        Data(base64Encoded: item["contentBytes"] as? String ?? "") ?? Data()
      )
    }
  }

  @Test func `files of both sizes arrive whole, once, and before the invitation`() async throws {
    let emulator = try Emulator(
      autoApprove: "--auto-approve=mira@harbor.example,jonas@harbor.example", "--fault",
      "drop:PUT /*:1", "--fault", "drop:POST /attachments:1")
    let mira = try await home(emulator)
    let jonas = try await home(emulator)
    let small = try file("notes.bin", 3_145_727, in: mira)
    let large = try file("plan.bin", 9 << 20, in: mira)
    let made = try await mira.graphcal(
      "new-event", "--subject", "Review", "--start", "2026-12-04 10:00", "--attach", small.path,
      "--attach", large.path, "--attendee", "jonas@harbor.example", "--room",
      "dock5@harbor.example", "--online", "--yes", "--json")
    #expect(made.status == 0, "\(made.errors)")
    let event = try #require(try made.json as? [String: Any])
    let id = try #require(event["id"] as? String)
    #expect(event["hasAttachments"] as? Bool == true)
    let meeting = try #require(event["onlineMeeting"] as? [String: Any])
    #expect((meeting["joinUrl"] as? String)?.hasPrefix("https://") == true)
    let stored = try await attachments(of: id, in: mira, emulator)
    #expect(stored.map(\.name) == ["notes.bin", "plan.bin"])
    #expect(stored.first?.data == small.data)
    #expect(stored.last?.data == large.data)
    // The ranges: the first one's answer was lost, and nothing of it was sent again.
    #expect(try emulator.log.filter { $0.method == "PUT" }.count == 3)
    let invited = try await jonas.graphcal(
      "agenda", "--from", "2026-12-04", "--days", "1", "--json")
    let copy = try #require(
      try invited.items.first { $0["subject"] as? String == "Review" }, "\(invited.output)")
    #expect(copy["hasAttachments"] as? Bool == true)
  }

  @Test func `a copy has the files of both sizes`() async throws {
    let emulator = try Emulator()
    let home = try await home(emulator)
    let small = try file("notes.bin", 1000, in: home)
    let large = try file("plan.bin", 4 << 20, in: home)
    let made = try await home.graphcal(
      "new-event", "--subject", "Review", "--start", "2026-12-04 10:00", "--attach", small.path,
      "--attach", large.path, "--json")
    let id = try #require(try (made.json as? [String: Any])?["id"] as? String, "\(made.errors)")
    let copied = try await home.graphcal(
      "copy-event", id, "--start", "2026-12-05 10:00", "--json")
    #expect(copied.status == 0, "\(copied.errors)")
    let copy = try #require(try (copied.json as? [String: Any])?["id"] as? String)
    let stored = try await attachments(of: copy, in: home, emulator)
    #expect(stored.map(\.name) == ["notes.bin", "plan.bin"])
    #expect(stored.map(\.data) == [small.data, large.data])
  }

  @Test func `where a file is refused there is no event`() async throws {
    let emulator = try Emulator("--fault", "507:PUT /*:1")
    let home = try await home(emulator)
    let large = try file("plan.bin", 4 << 20, in: home)
    let made = try await home.graphcal(
      "new-event", "--subject", "Review", "--start", "2026-12-04 10:00", "--attach", large.path)
    #expect(made.status == 1, "\(made.errors)")
    #expect(made.errors.contains("the event was not created"))
    let agenda = try await home.graphcal(
      "agenda", "--from", "2026-12-04", "--days", "1", "--json")
    #expect(!agenda.output.contains("Review"))
    let missing = try await home.graphcal(
      "new-event", "--subject", "x", "--attach", home.path("none"))
    #expect(missing.status == 2)
  }
}
