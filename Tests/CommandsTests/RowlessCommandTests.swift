import Testing

/// Commands that print no rows, which TSV and CSV could not put.
@Suite struct RowlessCommandTests {
  @Test(
    arguments: [
      "me", "status", "out-of-office", "join", "version", "token", "setup", "logout", "login",
    ], ["tsv", "csv"])
  func `a form for rows is refused where there are none`(command: String, format: String) async {
    let outcome = await Machine(events: "").run(command, "--format", format)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.requests.isEmpty)
    #expect(outcome.errors.contains("--format \(format)"))
  }

  @Test func `a table is what they print anyway`() async {
    let outcome = await Machine(events: "").run("version", "--format", "table")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
