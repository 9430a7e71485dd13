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

  @Test(arguments: [
    ("kitten", "sitting", 3), ("week", "ewek", 1), ("", "abc", 3), ("same", "same", 0),
    ("ca", "abc", 3),
  ])
  func `edits between words`(left: String, right: String, edits: Int) {
    #expect(Spelling.distance(Array(left), Array(right)) == edits)
  }
}
