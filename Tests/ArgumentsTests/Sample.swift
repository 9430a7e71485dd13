import Arguments

struct SampleGlobals: OptionTable {
  static let options: [Option<Self>] = [
    .value("tz", "ZONE", "The zone of the command.", into: \.zone),
    .flag("json", "One JSON value.", into: \.output, value: .json).exclusive("output"),
    .value(
      "template", "T", "Text by a template.", into: \.output, parse: { .template($0) }
    ).exclusive("output"),
    .optionalValue(
      "fields", "LIST", "Only these fields; no value lists them.", into: \.fields, bare: [],
      parse: { $0.split(separator: ",").map(String.init) }),
    .choice("color", "When to colour.", into: \.color),
    .flag("quiet", "Only results and errors.", into: \.isQuiet).short("q"),
    .flag("verbose", "One line a request.", into: \.isVerbose).short("v"),
    .flag("no-input", "Never ask.", into: \.neverAsks),
  ]

  enum Output: Equatable, Sendable {
    case table, json
    case template(String)
  }

  enum Color: String, CaseIterable { case auto, always, never }

  var zone: String?
  var output = Output.table
  var fields: [String]?
  var color = Color.auto
  var isQuiet = false
  var isVerbose = false
  var neverAsks = false
}

struct WeekSample: CommandDeclaration {
  static let name = "week"
  static let summary = "Show a week."
  static let arguments: [Argument<Self>] = [
    .optional("WHEN", "The week: a date, -1, 2026-W53.", into: \.when)
  ]
  static let options: [Option<Self>] = [
    .value("days", "N", "Days to show, 1 to 366.", into: \.days, in: 1...366),
    .flag("grid", "Draw a grid, or with --no-grid a list.", into: \.drawsGrid, negatable: true),
  ]
  static let examples = [Example("week +1", "The coming week.")]

  var when: String?
  var days = 7
  var drawsGrid = true
}

struct NewEventSample: CommandDeclaration {
  static let name = "new-event"
  static let summary = "Create an event."
  static let options: [Option<Self>] = [
    .value("subject", "S", "What it is called.", into: \.subject),
    .repeated("attendee", "A", "Somebody to invite.", into: \.attendees, separatedBy: ";"),
    .choice("show-as", "How it counts in free/busy.", into: \.showAs),
    .value("end", "T", "When it ends.", into: \.end).exclusive("end"),
    .value(
      "duration", "D", "How long it lasts.", into: \.minutes,
      parse: { (text) throws(ValueError) in
        guard let minutes = Int(text) else { throw ValueError("no duration: \(text)") }
        return minutes
      }
    ).exclusive("end"),
    .value("output", "DIR", "A folder.", into: \.folder).short("o").completing(.directory),
    .flag("secret", "Nobody sees this.", into: \.isSecret).hidden(),
    .rest("run", "CMD…", "Nobody sees this either.", into: \.words).hidden(),
  ]

  enum ShowAs: String, CaseIterable { case free, busy, workingElsewhere }

  var subject: String?
  var attendees: [String] = []
  var showAs: ShowAs?
  var end: String?
  var minutes: Int?
  var folder: String?
  var isSecret = false
  var words: [String] = []
}

struct FreeBusySample: CommandDeclaration {
  static let name = "free-busy"
  static let summary = "Show when people are free."
  static let arguments: [Argument<Self>] = [
    .required("DAY", "The day.", into: \.day),
    .repeating("PERSON", "Whose calendar.", into: \.people),
  ]

  var day = ""
  var people: [String] = []
}

let sample = Program<SampleGlobals, any CommandDeclaration>(
  "cal", "A calendar.",
  groups: [
    CommandGroup(
      "Reading",
      [.init(WeekSample.self) { $0 }, .init(FreeBusySample.self) { $0 }]),
    CommandGroup("Writing", [.init(NewEventSample.self) { $0 }]),
  ],
  topics: [HelpTopic("exit-codes", "What the exit status says.") { "0 done\n" }])

/// What the sample program makes of a line split at blanks.
func parse(_ line: String) throws(ArgumentsError) -> Invocation<
  SampleGlobals, any CommandDeclaration
> {
  try sample.parse(line.split(separator: " ").map(String.init))
}

func run<Command>(
  _ type: Command.Type, _ words: String...
) throws -> (command: Command, globals: SampleGlobals)? {
  guard case .run(let command, let globals) = try sample.parse(words) else { return nil }
  return (command as? Command).map { ($0, globals) }
}
