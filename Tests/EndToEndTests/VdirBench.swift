import Foundation
import TestSupport
import Testing

/// The real programs with a folder of files.
struct VdirBench {
  let emulator: Emulator
  let home: Home
  let root: String

  init(seed: String = "demo", _ options: String...) async throws {
    emulator = try Emulator(seed: seed, options)
    home = try Home(emulator: emulator, ["TZ": "Europe/Berlin"])
    root = home.path("vdir")
    let scopes = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
  }

  func sync(_ more: String...) async throws -> Outcome {
    try await home.graphcal(["sync", "--vdir", root] + more)
  }

  func files(_ place: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root + "/" + place).sorted()
  }

  func text(_ file: String) throws -> String {
    try String(contentsOfFile: root + "/" + file, encoding: .utf8)
  }

  func write(_ file: String, _ text: String) throws {
    try text.write(toFile: root + "/" + file, atomically: true, encoding: .utf8)
  }

  /// The file of the item that says this.
  func file(_ place: String, saying words: String) throws -> String {
    try #require(
      try files(place).first { try text("\(place)/\($0)").contains(words) }.map {
        "\(place)/\($0)"
      })
  }

  /// Everything that was written at the service.
  var writes: [String] {
    get throws {
      try ["POST", "PATCH", "PUT", "DELETE"].flatMap { method in
        try emulator.requests(method, "")
          .filter { !$0.path.contains("oauth2") && !$0.path.hasSuffix("$batch") }
          .map { "\(method) \($0.path)" }
      }
    }
  }

  /// A file of another program.
  static func event(_ uid: String, _ subject: String, _ more: String = "") -> String {
    """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:-//another program//EN\r
    BEGIN:VEVENT\r
    UID:\(uid)\r
    DTSTAMP:20261130T080000Z\r
    DTSTART;TZID=Europe/Berlin:20261203T100000\r
    DTEND;TZID=Europe/Berlin:20261203T110000\r
    SUMMARY:\(subject)\r
    \(more)END:VEVENT\r
    END:VCALENDAR\r

    """
  }
}
