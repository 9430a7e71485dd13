import Arguments
import Testing

/// What may stand at the cursor of a line that is being typed.
@Suite struct CompletionTests {
  private func words(_ before: String..., at word: String) -> [String] {
    sample.completion(after: before, at: word).candidates.map(\.word)
  }

  @Test func `commands stand first, also behind global options`() {
    #expect(words(at: "").contains("week"))
    #expect(words("--tz", "UTC", "-q", at: "").contains("new-event"))
    #expect(words("--tz", at: "").isEmpty)
    #expect(words("help", at: "").contains("week"))
    #expect(words("nonsense", at: "").isEmpty)
  }

  @Test func `options are offered once, and not what they exclude`() {
    let fresh = words("new-event", at: "--")
    #expect(fresh.contains("--subject") && fresh.contains("--json") && fresh.contains("--help"))
    let later = words(
      "new-event", "--subject", "x", "--attendee=a", "--end", "9:00", at: "--")
    #expect(!later.contains("--subject") && !later.contains("--duration"))
    #expect(later.contains("--attendee"))
    #expect(words("week", at: "-").contains("--no-grid"))
    #expect(words("week", "--", at: "--").isEmpty)
  }

  @Test func `values are those of the option, behind a blank or an equals sign`() {
    #expect(words("new-event", "--show-as", at: "") == ["free", "busy", "workingElsewhere"])
    let attached = sample.completion(after: ["new-event"], at: "--show-as=b")
    #expect(attached.attached == "--show-as=" && attached.typed == "b")
    #expect(attached.candidates.map(\.word).contains("busy"))
    #expect(sample.completion(after: ["week", "--tz=UTC"], at: "").globals == ["tz": "UTC"])
  }

  @Test func `words of a shell are read as the shell reads them`() {
    let line = ShellLine(#"graphcal new-event --calendar "Team \"A\" x" --subject 'it''s' a\ b"#)
    #expect(
      line.before == ["graphcal", "new-event", "--calendar", "Team \"A\" x", "--subject", "its"])
    #expect(line.word == "a b" && line.quoting == .bare)
    let open = ShellLine("graphcal week --calendar='Te", breaks: "=")
    #expect(open.word == "--calendar=Te" && open.kept == "--calendar=" && open.quoting == .single)
    #expect(ShellLine("graphcal week ").word.isEmpty)
    #expect(ShellLine("graphcal people anna@har", breaks: "@").kept == "anna")
  }

  @Test func `what is put into a line is quoted as the line is`() {
    let name = #"Ann's "$HOME" \ tea"#
    for start in ["graphcal x ", "graphcal x \"", "graphcal x '"] {
      let written = start + ShellLine(start).quoted(name)
      #expect(ShellLine(written).word == name, "\(written)")
    }
  }
}
