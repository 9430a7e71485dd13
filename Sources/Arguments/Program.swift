/// A command under its name, before it is known whether it will be used.
///
/// Its option table is built only when the command is typed or its help is asked for.
package struct CommandEntry<Command>: Sendable {
  package let name: String
  package let summary: String
  /// What help shows of it; asking for it builds the option table.
  package let shape: @Sendable () -> CommandShape
  let fill: @Sendable (CommandParser) throws(ArgumentsError) -> Filled<Command>?

  /// An entry for a declaration, which `wrap` turns into what the program runs.
  package init<Declaration: CommandDeclaration>(
    _: Declaration.Type, wrap: @escaping @Sendable (Declaration) -> Command
  ) {
    name = Declaration.name
    summary = Declaration.summary
    shape = { Declaration.shape }
    fill = { (parser) throws(ArgumentsError) in
      guard let filled = try parser.parse(Declaration.self) else { return nil }
      return Filled(value: wrap(filled.value), globals: filled.globals)
    }
  }
}

/// A filled command and the uses of global options that stood among its words.
struct Filled<Value> {
  var value: Value
  var globals: [OptionUse]
}

/// Commands under one heading of the overview.
package struct CommandGroup<Command>: Sendable {
  package let title: String
  package let commands: [CommandEntry<Command>]

  package init(_ title: String, _ commands: [CommandEntry<Command>]) {
    self.title = title
    self.commands = commands
  }
}

/// A page of help that belongs to no command: `graphcal help exit-codes`.
package struct HelpTopic: Sendable {
  package let name: String
  package let summary: String
  /// The page, lines ended; made when it is asked for.
  package let text: @Sendable () -> String

  package init(_ name: String, _ summary: String, text: @escaping @Sendable () -> String) {
    self.name = name
    self.summary = summary
    self.text = text
  }
}

/// What a command line asks for.
package enum Invocation<Globals, Command> {
  case run(Command, Globals)
  /// Help to print on stdout, exit status 0.
  case help(HelpRequest)
}

extension Invocation: Sendable where Globals: Sendable, Command: Sendable {}

/// Which page of help was asked for.
package enum HelpRequest: Hashable, Sendable {
  /// The program was called without any word.
  case short
  case overview
  case command(String)
  case topic(String)
  /// The list of the options all commands share.
  case globalOptions
}

/// A program with commands, and the options all of them share.
package struct Program<Globals: OptionTable, Command>: Sendable {
  package let name: String
  package let summary: String
  package let groups: [CommandGroup<Command>]
  package let topics: [HelpTopic]

  package init(
    _ name: String, _ summary: String, groups: [CommandGroup<Command>], topics: [HelpTopic] = []
  ) {
    self.name = name
    self.summary = summary
    self.groups = groups
    self.topics = topics
  }

  /// Reads the words after the program's name.
  package func parse(
    _ words: [String]
  ) throws(ArgumentsError) -> Invocation<Globals, Command> {
    if words.isEmpty { return .help(.short) }
    let table = Globals.options
    let shapes = table.map(\.shape)
    var words = words
    if words.first == "--version", command(named: "version") != nil { words[0] = "version" }
    let front = try WordScanner(tables: [shapes], owner: name).scan(words[...], stopsAtWord: true)
    if front.asksForHelp { return .help(.overview) }
    guard let typed = front.rest.first else {
      throw ArgumentsError(
        .missingArgument, "a command is missing", hint: "\(name) help lists the commands")
    }
    if typed == "help" { return .help(try helpRequest(front.rest.dropFirst())) }
    guard let entry = command(named: typed) else { throw unknownCommand(typed) }
    let parser = CommandParser(
      program: name, words: front.rest.dropFirst(), globals: shapes, before: front.uses)
    do {
      guard let filled = try entry.fill(parser) else { return .help(.command(entry.name)) }
      var globals = Globals()
      for use in filled.globals { try table[use.row].take(use, into: &globals) }
      return .run(filled.value, globals)
    } catch {
      var error = error
      error.hint = error.hint ?? "\(name) \(entry.name) --help"
      throw error
    }
  }

  /// The command of exactly this name.
  package func command(named name: String) -> CommandEntry<Command>? {
    for group in groups {
      if let entry = group.commands.first(where: { $0.name == name }) { return entry }
    }
    return nil
  }

  private func helpRequest(_ words: ArraySlice<String>) throws(ArgumentsError) -> HelpRequest {
    guard let word = words.first(where: { !$0.hasPrefix("-") }) else { return .overview }
    if command(named: word) != nil { return .command(word) }
    if topics.contains(where: { $0.name == word }) { return .topic(word) }
    if word == "options" { return .globalOptions }
    if word == "help" { return .overview }
    let known = groups.flatMap { $0.commands.map(\.name) } + topics.map(\.name) + ["options"]
    throw ArgumentsError(
      .unknownTopic, "there is no command or topic \"\(word)\"",
      hint: Spelling.question(word, in: known, prefix: "\(name) help ")
        ?? "\(name) help lists the commands and topics")
  }

  private func unknownCommand(_ word: String) -> ArgumentsError {
    let known = groups.flatMap { $0.commands.map(\.name) } + ["help"]
    return ArgumentsError(
      .unknownCommand, "there is no command \"\(word)\"",
      hint: Spelling.question(word, in: known, prefix: "\(name) ")
        ?? "\(name) help lists the commands")
  }
}
