import FoundationEssentials
import Glibc
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Files that are broken or meant to do harm: each is refused with its line and a reason, and nothing of
/// it is imported.
@Suite struct ImportBadInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let good =
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260610T080000Z\r\nEND:VEVENT\r\n"
    + "END:VCALENDAR\r\n"
  private static let open = Array(
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260610T080000Z\r\nSUMMARY:".utf8)
  private static let close = Array("\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
  private static let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nEND:VCARD\r\n"

  /// A calendar whose title is these bytes.
  private static func titled(_ bytes: [UInt8]) -> [UInt8] { open + bytes + close }

  private func run(_ bytes: [UInt8], _ name: String) async throws -> Outcome {
    let path = folder.at(name)
    try NewFile.write(bytes, to: path, replacing: true)
    return await Machine(Service([:])).run("import", path)
  }

  private func expectRefused(
    _ outcome: Outcome, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == 2, "\(outcome.output)", sourceLocation: sourceLocation)
    for word in words {
      #expect(outcome.errors.contains(word), "\(outcome.errors)", sourceLocation: sourceLocation)
    }
    #expect(outcome.requests.isEmpty, sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
  }

  @Test(
    arguments: [
      ("cut off", Array(good.utf8.dropLast(27)), ["line 2", "cut off"]),
      ("Latin-1", titled([0x42, 0xFC, 0x72, 0x6F]), ["line 5", "iconv"]),
      ("NUL", titled([0x42, 0, 0x72]), ["line 5", "NUL"]),
      ("half of UTF-16", [0xFF, 0xFE, 0x42, 0, 0x45], ["UTF-16", "within a character"]),
      ("UTF-16 without its mark", good.utf8.flatMap { [$0, 0] as [UInt8] }, ["line 1", "NUL"]),
      (
        "a fold of 100,000 lines",
        titled((0..<100_000).flatMap { _ in [13, 10, 32, 97] as [UInt8] }), ["line 5", "folds"]
      ),
      ("a line of 5 MB", titled([UInt8](repeating: 97, count: 5 << 20)), ["line 5", "4 MB"]),
      (
        "vCards after a calendar", Array((good + card).utf8),
        ["line 7", "VCARD", "a file of its own"]
      ),
      (
        "a calendar after vCards", Array((card + good).utf8),
        ["line 5", "VCALENDAR", "a file of its own"]
      ),
      (
        "events among vCards",
        Array((card + "begin:vevent\r\nUID:a\r\nend:vevent\r\n" + card).utf8), ["line 5", "VEVENT"]
      ),
      (
        "a calendar within a card that does not end",
        Array((card.replacing("END:VCARD\r\n", with: "") + good).utf8), ["line 4", "VCALENDAR"]
      ),
      (
        "words after a calendar", Array((good + "and so on\r\n").utf8),
        ["line 7", "BEGIN:VCALENDAR"]
      ),
      (
        "a table that was cut off", Array("First Name,Notes\nAna,ok\nBo,\"and th".utf8),
        ["line 3", "quote"]
      ),
    ] as [(String, [UInt8], [String])])
  func `a broken file imports nothing`(
    kind: String, bytes: [UInt8], words: [String]
  ) async throws {
    expectRefused(try await run(bytes, "file"), words + ["nothing was imported"])
  }

  @Test func `a calendar of UTF-16 with a card behind it is looked through too`() async throws {
    let text = Self.card + Self.good
    let bytes: [UInt8] =
      [0xFF, 0xFE]
      + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    expectRefused(try await run(bytes, "a.vcf"), ["line 5", "VCALENDAR"])
  }

  @Test func `a line of a gigabyte is not read`() async throws {
    let path = folder.at("huge.ics")
    try NewFile.write(Self.open, to: path, replacing: true)
    // A hole, which takes no room on the disk.
    #expect(truncate(path, 1 << 30) == 0)
    let outcome = await Machine(Service([:])).run("import", path)
    expectRefused(outcome, ["cannot read", "128 MB"])
  }

  @Test func `an address that gives too much imports nothing`() async throws {
    let address = "https://calendars.example/team.ics"
    let tooLarge = TransportError(
      reason: .tooLarge, host: "calendars.example", detail: "more than 100 MB", wasNotSent: false)
    for answer in [
      Service.Answer.failure(tooLarge),
      .success(HTTPResponse(status: 200, body: [UInt8](repeating: 32, count: (128 << 20) + 1))),
    ] {
      let outcome = await Machine(Service([address: [answer]])).run("import", address)
      #expect(outcome.status == 2, "\(outcome.errors)")
      #expect(outcome.errors.contains("fewer days"), "\(outcome.errors)")
      #expect(outcome.requests.count == 1)
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func `what an address gives is looked at like a file`() async throws {
    let address = "https://calendars.example/team.ics"
    let bytes = Self.titled([0x42, 0xFC])
    let outcome = await Machine(
      Service([address: [.success(HTTPResponse(status: 200, body: bytes))]])
    ).run("import", address)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("line 5") && outcome.errors.contains("iconv"))
    #expect(outcome.requests.count == 1)
  }
}
