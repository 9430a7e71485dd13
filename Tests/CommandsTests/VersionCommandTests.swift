import JSON
import Testing

@Suite struct VersionCommandTests {
  @Test func `without an option it is one line`() async {
    let outcome = await Machine().run("version")
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(outcome.output.hasPrefix("graphcal "))
  }

  @Test func `support hears of every part, and of the one that is missing`() async {
    var machine = Machine()
    machine.libraries = [("libcurl", "libcurl/8.0 OpenSSL/3.0"), ("libjq", nil)]
    let outcome = await machine.run("version", "-v")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains("libcurl/8.0 OpenSSL/3.0"))
    #expect(lines.contains("libjq not installed"))
    for name in ["SQLite 3.", "utf8proc 2.", "Swift 6.", "time zone data 20", "system "] {
      #expect(lines.contains { $0.hasPrefix(name) }, "\(name)\n\(outcome.output)")
    }
  }
}
