import Foundation
import Testing

/// The programs as they are built, on a machine where something is not as it should be.
@Suite struct BadInputTests {
  /// A home where somebody is signed in.
  private func signedIn(_ emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    let login = try await home.graphcal("login", "--device-code")
    #expect(login.status == 0, "\(login.errors)")
    return home
  }

  /// What only programmers know.
  private static let inside = [
    "nil", "Optional(", "Error(", "JSON.", "Swift.", "Fatal", "fatal error", "0x0000", "Foundation",
  ]

  private func expectWords(_ outcome: Outcome, _ line: String) {
    let text = outcome.errors + outcome.output
    for word in Self.inside { #expect(!text.contains(word), "\(line): \(text)") }
    if outcome.status != 0, outcome.status != 141 {
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("graphcal: ") }, "\(line): \(text)")
      #expect(
        lines.contains { $0.hasPrefix("  try: ") || $0.hasPrefix("  because: ") },
        "\(line): \(text)")
    }
  }

  @Test(arguments: [
    ("graphcal login", 2, "graphcal setup"),
    (
      "mkdir -p config/graphcal; printf '{\\n  \"AppId\": 7\\n}' > config/graphcal/AuthSettings.json; graphcal login",
      2, "line 2"
    ),
    (
      "mkdir -p config/graphcal; printf '{\\n  \"AppId\": \"x\",,\\n}' > config/graphcal/AuthSettings.json; graphcal week",
      2, "line 2"
    ),
    (
      "mkdir -p config/graphcal; printf '{\\n\"weekStart\": 7}' > config/graphcal/config.json; graphcal week",
      2, "weekStart"
    ),
    ("GRAPHCAL_CLIENT_ID=x graphcal login", 7, "127.0.0.1:1"),
    (
      "GRAPHCAL_ACCESS_TOKEN=x graphcal week --max-wait 0",
      7, "127.0.0.1:1"
    ),
    (
      "GRAPHCAL_ACCESS_TOKEN=x GRAPHCAL_GRAPH_URL=http://graph.example/v1.0 graphcal week", 2,
      "https"
    ),
    ("GRAPHCAL_ACCESS_TOKEN=x GRAPHCAL_NOW=noon graphcal week", 2, "GRAPHCAL_NOW"),
    ("GRAPHCAL_ACCESS_TOKEN='a b' graphcal week", 2, "GRAPHCAL_ACCESS_TOKEN"),
    (
      "TZDIR=/var/empty-$$ TZ=Europe/Paris GRAPHCAL_CLIENT_ID=x graphcal zones Europe/Paris", 1,
      "tzdata"
    ),
    ("graphcal delete x", 2, "did you mean graphcal delete-event,"),
    ("graphcal edit x", 2, "did you mean graphcal edit-event,"),
    ("graphcal new x", 2, "did you mean graphcal new-event,"),
    ("graphcal show-event x", 2, "graphcal show"),
    ("graphcal wek", 2, "week"), ("graphcal week --jsno", 2, "--json"),
    ("graphcal help nothing", 2, "help"),
    ("GRAPHCAL_ACCESS_TOKEN=x graphcal agenda --tz UTC --from '32 Dec'", 2, "--from"),
  ])
  func `an error says what, where and what next`(
    line: String, status: Int, word: String
  ) async throws {
    // Where nobody listens, should a line get as far as asking.
    let nowhere = "http://127.0.0.1:1"
    let home = try Home(
      emulator: nil,
      ["GRAPHCAL_GRAPH_URL": nowhere + "/v1.0", "GRAPHCAL_LOGIN_URL": nowhere])
    let outcome = try await home.shell("cd \"$HOME\"; " + line)
    #expect(outcome.status == status, "\(line): \(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(word), "\(line): \(outcome.errors)")
    expectWords(outcome, line)
  }

  @Test func `nothing that is printed is for programmers alone`() async throws {
    let emulator = try Emulator()
    let home = try await signedIn(emulator)
    for line in [
      "graphcal", "graphcal help", "graphcal version -v", "graphcal status", "graphcal accounts",
      "graphcal me", "graphcal today", "graphcal week", "graphcal week -1",
      "graphcal agenda --days 60",
      "graphcal calendars", "graphcal zones", "graphcal zones Asia/Kolkata",
      "graphcal show nosuchid",
      "graphcal agenda --days 60 --format tsv", "graphcal calendars --format csv",
      "for id in $(graphcal week --format tsv --fields graphcal.id | tail -n +2); do graphcal show $id || exit; done",
      "graphcal new-event --subject x --start 'tomorrow 9:00' --verbose",
      "graphcal new-event --subject x --calendar Nowhere", "graphcal me --photo /dev/full",
      "graphcal show 1", "graphcal week --tz Nowhere", "graphcal logout",
    ] {
      let outcome = try await home.shell(line)
      expectWords(outcome, line)
    }
  }

  @Test func `without a terminal nothing is waited for`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    let pipe = "cd \"$HOME\"; mkfifo silent; exec 3<>silent; timeout 30 "
    for line in [
      pipe + "graphcal agenda < silent", "timeout 30 graphcal agenda < /dev/null",
      "timeout 30 graphcal agenda <&-", "echo y | timeout 30 graphcal week",
    ] {
      let outcome = try await home.shell(line)
      #expect(outcome.status == 4, "\(line): \(outcome.errors)")
      #expect(outcome.errors.contains("graphcal login"))
    }
    #expect(try emulator.log.isEmpty)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let invite = "graphcal new-event --subject Lunch --attendee kim@contoso.example"
    for line in [invite + " < /dev/null", "echo y | " + invite, invite + " <&-"] {
      let outcome = try await home.shell(
        "timeout 30 " + line.replacing("echo y | ", with: "echo y | "))
      #expect(outcome.status == 8, "\(line): \(outcome.errors)")
      #expect(outcome.errors.contains("--yes"))
    }
    #expect(try emulator.requests("POST", "/me/events").isEmpty)
  }

  @Test func `an output that is closed, full or read no further`() async throws {
    let emulator = try Emulator()
    let home = try await signedIn(emulator)
    for command in [
      "graphcal agenda --days 60", "graphcal agenda --days 60 --json", "graphcal help",
    ] {
      let full = try await home.shell(command + " > /dev/full")
      #expect(full.status == 1)
      #expect(full.errors.lowercased().contains("no space left"), "\(full.errors)")
      let closed = try await home.shell(command + " >&-")
      #expect(closed.status == 1)
      #expect(closed.errors.contains("cannot write the output"), "\(closed.errors)")
      for reader in ["head -1 > /dev/null", "head -c 10 > /dev/null", "true"] {
        let outcome = try await home.shell(command + " | \(reader); exit ${PIPESTATUS[0]}")
        #expect([0, 141].contains(outcome.status), "\(command) | \(reader)")
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
      }
    }
    // Nothing was written into a file that took the place of the closed stream.
    let cache = try String(contentsOfFile: home.tokenCache, encoding: .utf8)
    #expect(cache.hasPrefix("{") && !cache.contains("usage"))
  }

  @Test func `a locale without UTF-8 loses no letter`() async throws {
    let emulator = try Emulator()
    let home = try await signedIn(emulator)
    let line = "graphcal agenda --days 31"
    let usual = try await home.shell(line + " --json")
    #expect(usual.output.utf8.contains { $0 > 0x7F })
    for locale in ["C", "POSIX", "hu_HU.ISO-8859-2", ""] {
      let variables = ["LC_ALL": locale, "LANG": locale]
      let text = try await home.shell(line, environment: variables)
      #expect(text.status == 0)
      #expect(!text.output.contains("\u{FFFD}"))
      #expect(try await home.shell(line + " --json", environment: variables).output == usual.output)
    }
    let created = try await home.shell(
      "graphcal new-event --subject 'Fl\u{f3}ra \u{2013} 10\u{202f}%' --start '2026-12-24 9:00' --json",
      environment: ["LC_ALL": "C"])
    #expect(created.status == 0, "\(created.errors)")
    #expect(
      (try created.json as? [String: Any])?["subject"] as? String
        == "Fl\u{f3}ra \u{2013} 10\u{202f}%")
  }
}

extension Program {
  /// Whether a program of that name is on the usual path.
  static func isInstalled(_ name: String) -> Bool {
    ["/usr/local/bin/", "/usr/bin/", "/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + name)
    }
  }
}
