import Testing

/// `--dry-run` where nothing would be sent: it must not do anything either.
@Suite struct DryRunTests {
  @Test(arguments: [
    ["accounts", "use", "kim"], ["login"], ["logout"], ["logout", "--all"], ["sync", "--forget"],
    ["watch", "--once", "--bookmark", "b"], ["watch", "--forget", "--bookmark", "b"],
    ["remind", "--once"],
  ])
  func `what only changes this machine is refused`(words: [String]) async {
    let outcome = await Machine().run(words + ["--dry-run"])
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains("--dry-run has nothing to show"), "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.requests.isEmpty)
  }
}
