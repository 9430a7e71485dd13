import Foundation
import Testing

/// What scripts lean on, by the real programs: filters, templates, calls of their own.
@Suite struct ScriptingTests {
  private static func signedIn(at emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code", "--scopes", "write").status == 0)
    return home
  }

  @Test func `a filter works without a jq on the machine`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let whole = try await home.graphcal("week", "--json").items
    let subjects = try await home.graphcal("week", "--json", "--jq", ".[].subject")
    #expect(subjects.status == 0, "\(subjects.errors)")
    #expect(!whole.isEmpty)
    #expect(
      subjects.output == whole.map { ($0["subject"] as? String ?? "null") + "\n" }.joined())
    // The same filter by jq itself.
    let filter = "[.[] | {id, start: .start.dateTime}] | sort_by(.start) | .[0:3]"
    let piped = try await home.shell("graphcal week --json | jq -cS '\(filter)'")
    let own = try await home.graphcal("week", "--jq", filter)
    #expect(own.output == piped.output)
    let bad = try await home.graphcal("week", "--jq", ".[")
    #expect(bad.status == 2)
    #expect(bad.output.isEmpty)
  }

  @Test func `a filter without an end is ended by SIGINT`() async throws {
    let home = try Home(emulator: nil)
    let run = try home.start("version", "--jq", "def f: f; f")
    try await Task.sleep(for: .milliseconds(300))
    run.send(SIGINT)
    #expect(try await run.outcome(timeLimit: 60).status == 130)
    let closed = try await home.shell(
      "graphcal version --jq 'repeat(1)' | head -n 2; echo ${PIPESTATUS[0]}")
    #expect(closed.output == "1\n1\n141\n" || closed.output.hasPrefix("{"), "\(closed.output)")
  }

  @Test func `a template prints a line an event`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let items = try await home.graphcal("week", "--json").items
    let lines = try await home.graphcal("week", "--template", "{start:%F} {id} {subject|<20}")
    #expect(lines.status == 0, "\(lines.errors)")
    let rows = lines.output.split(separator: "\n")
    #expect(rows.count == items.count)
    #expect(rows.first?.hasPrefix("2026-11-") == true)
  }

  @Test func `a call goes with the sign-in, and nowhere else`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let me = try await home.graphcal("api", "me", "--jq", ".userPrincipalName")
    #expect(me.output == emulator.ready.user + "\n", "\(me.errors)")
    let made = try await home.graphcal(
      "api", "me/calendars", "-f", "name=Travel", "--jq", ".id")
    #expect(made.status == 0, "\(made.errors)")
    let id = made.output.trimmingCharacters(in: .newlines)
    let names = try await home.graphcal(
      "api", "me/calendars?$top=1", "--paginate", "--slurp", "--jq",
      "[.[].value[].name] | length > 2")
    #expect(names.output == "true\n", "\(names.errors)")
    #expect(try await home.graphcal("api", "DELETE", "me/calendars/\(id)").status == 8)
    let deleted = try await home.graphcal("api", "DELETE", "me/calendars/\(id)", "--yes")
    #expect(deleted.status == 0, "\(deleted.errors)")
    #expect(try await home.graphcal("api", "me/calendars/\(id)").status == 3)
    let elsewhere = try await home.graphcal("api", "http://127.0.0.1:1/v1.0/me")
    #expect(elsewhere.status == 2)
    #expect(elsewhere.errors.contains("nothing was sent"))
  }

  @Test func `an edited table changes its lines alone`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let made = try await home.graphcal(
      "new-event", "--subject", "Before", "--start", "2026-12-02T10:00", "--jq", ".graphcal.id")
    #expect(made.status == 0, "\(made.errors)")
    let edited = try await home.shell(
      "cd && graphcal week --format tsv > w.tsv && sed 's/\\tBefore\\t/\\tAfter\\t/' w.tsv > e.tsv && "
        + "graphcal apply e.tsv --dry-run --jq '.[].body.requests[] | [.method, .body]'")
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(edited.output == "[\"PATCH\",{\"subject\":\"After\"}]\n")
    #expect(edited.errors.contains("- subject: \"Before\"\n  + subject: \"After\""))
    let done = try await home.shell("cd && graphcal apply e.tsv --yes --jq '.[] | .status'")
    #expect(done.status == 0, "\(done.errors)")
    let id = made.output.trimmingCharacters(in: .newlines)
    #expect(try await home.graphcal("show", id, "--jq", ".subject").output == "After\n")
    // The table is of before; its etag says so.
    let stale = try await home.shell(
      "cd && sed 's/\\tBefore\\t/\\tElse\\t/' w.tsv > s.tsv && graphcal apply s.tsv --yes")
    #expect(stale.status == 6, "\(stale.errors)")
    #expect(try await home.graphcal("show", id, "--jq", ".subject").output == "After\n")
  }
}
