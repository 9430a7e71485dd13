import Testing

@Suite struct VersionTests {
  @Test func `the program names the libraries it opens on this machine`() async throws {
    let home = try Home(emulator: nil)
    let outcome = try await home.graphcal("version", "-v")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    for start in ["libcurl/", "libcrypto OpenSSL ", "libical /", "libjq /", "system "] {
      #expect(lines.contains { $0.hasPrefix(start) }, "\(start)\n\(outcome.output)")
    }
    #expect(lines.contains { $0.hasPrefix("libcurl/") && $0.contains("nghttp2/") })
    #expect(!outcome.output.contains("not installed"), "\(outcome.output)")
    #expect(!outcome.output.contains("of unknown version"), "\(outcome.output)")
  }
}
