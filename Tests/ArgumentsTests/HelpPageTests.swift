import Arguments
import Testing

@Suite struct HelpPageTests {
  @Test func `the page of a command`() {
    let page = sample.help(.command("new-event"), width: 60)
    #expect(
      page == """
        Create an event.

        Usage: cal new-event [options]

        Options:
              --subject S   What it is called.
              --attendee A  Somebody to invite. Repeatable.
              --show-as free|busy|workingElsewhere
                            How it counts in free/busy.
              --end T       When it ends.
              --duration D  How long it lasts.
          -o, --output DIR  A folder.

        Global options (cal help options):
          --tz ZONE, --json, --template T, --fields [LIST],
          --color auto|always|never, --quiet, --verbose, --no-input

        """)
  }

  @Test func `the overview and the short help name every command`() {
    for request in [HelpRequest.short, .overview] {
      let page = sample.help(request)
      for name in ["week", "free-busy", "new-event"] { #expect(page.contains(name)) }
    }
  }

  @Test(arguments: [0, 20, 40, 60, 80, 200])
  func `no line is wider than asked, from 40 to 100`(width: Int) {
    let pages = [HelpRequest.short, .overview, .command("week"), .globalOptions]
    for line in pages.flatMap({ sample.help($0, width: width).split(separator: "\n") })
    where !line.contains("Usage:") && !line.contains("|") {
      #expect(line.count <= min(100, max(40, width)), "\(line)")
    }
  }

  @Test func `commands of all groups are explained in one column`() {
    let lines = sample.help(.overview).split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("  ") }
    let starts = Set(
      rows.compactMap { row in
        row.range(of: "  ", after: 2).map { row.distance(from: row.startIndex, to: $0) }
      })
    #expect(rows.count == 6)
    #expect(starts.count == 1)
  }

  @Test func `flaws of declarations are found`() {
    #expect(sample.flaws() == [])
    let flawed = Program<SampleGlobals, any CommandDeclaration>(
      "cal", "A calendar.", groups: [CommandGroup("All", [.init(FlawedSample.self) { $0 }])],
      topics: [HelpTopic("flawed", "A topic.") { "" }])
    #expect(
      flawed.flaws() == [
        "two commands or topics are called flawed.", "flawed: two options are called --tz.",
        "flawed: the help of --tz is no sentence.",
        "flawed: MANY leaves no words for what follows it.",
        "the summary of flawed is no sentence.",
        "the example \"flawed --nothing 'a b'\" is refused: cal flawed has no option --nothing.",
        "the example \"flawed --help\" asks for help.",
      ])
  }

  @Test(arguments: [
    ("kitten", "sitting", 3), ("week", "ewek", 1), ("", "abc", 3), ("same", "same", 0),
    ("ca", "abc", 3),
  ])
  func `edits between words`(left: String, right: String, edits: Int) {
    #expect(Spelling.distance(Array(left), Array(right)) == edits)
  }
}

private struct FlawedSample: CommandDeclaration {
  static let name = "flawed"
  static let summary = "No full stop"
  static let options: [Option<Self>] = [.value("tz", "Z", "twice", into: \.zone)]
  static let arguments: [Argument<Self>] = [
    .repeating("MANY", "Words.", into: \.words), .optional("LAST", "Word.", into: \.zone),
  ]
  static let examples = [
    Example("flawed x | jq", "Fine."), Example("flawed --nothing 'a b'", "Refused."),
    Example("flawed --help", "Help."),
  ]

  var zone: String?
  var words: [String] = []
}

extension Substring {
  /// Where the text goes on behind the first run of blanks that ends a word from the third character on.
  fileprivate func range(of blanks: String, after offset: Int) -> Index? {
    let words = dropFirst(offset)
    guard let gap = words.firstRange(of: blanks) else { return nil }
    return self[gap.lowerBound...].firstIndex { $0 != " " }
  }
}
