import Arguments
import FoundationEssentials
package import Host
import JSON
import Terminal

/// One run of the program: words in, exit status out.
package struct Run: Sendable {
  package var environment: Environment
  package var machinery: Machinery

  package init(environment: Environment, machinery: Machinery) {
    self.environment = environment
    self.machinery = machinery
  }

  /// Runs what `words` (those after the program's name) ask for.
  ///
  /// - Returns: the exit status of `help exit-codes`.
  package func callAsFunction(_ words: [String]) async -> Int32 {
    if let status = await answerMachines(words) { return status }
    var isForScripts = words.contains { $0 == "--json" || $0 == "--jsonl" }
    var isVerbose = false
    do {
      switch try parse(try expanded(words)) {
      case .help(let request): try await help(request, mayPage: !words.contains("--no-pager"))
      case .run(let command, let options):
        isForScripts = options.isForScripts
        isVerbose = options.verbose
        try await run(command, try options.withImpliedOutput())
      }
      return 0
    } catch {
      return report(error, asJSON: isForScripts, isVerbose: isVerbose)
    }
  }

  /// Answers shells and packages, which call words that are no commands; nil for a person's line.
  private func answerMachines(_ words: [String]) async -> Int32? {
    let rest = Array(words.dropFirst())
    let text: String?
    switch words.first {
    case ShellCompletion.word:
      let completion = ShellCompletion(environment: environment, machinery: machinery)
      text = await completion.answer(rest).map { $0 + "\n" }.joined()
    case ManualFolder.word:
      text = ManualFolder.answer(rest)
    default:
      return nil
    }
    guard let text else { return Failure.Kind.notFound.rawValue }
    do {
      try machinery.streams.writeOutput(text)
      return 0
    } catch {
      return Failure.Kind.general.rawValue
    }
  }

  /// The words with what an alias of the preferences stands for in its place.
  ///
  /// Only a word that is no command is looked up, so that no alias hides one, and none is looked up in
  /// what another stands for.
  private func expanded(_ words: [String]) throws(Failure) -> [String] {
    let isHelp = words.first == "help"
    guard let word = isHelp ? words.dropFirst().first : words.first, !word.hasPrefix("-"),
      graphcalProgram.command(named: word) == nil, !Self.isTopic(word)
    else { return words }
    guard let alias = try Context.alias(word, environment) else { return words }
    if isHelp {
      machinery.streams.writeError(
        TextSanitizer.line("\(word) stands for: graphcal \(alias.joined(separator: " "))") + "\n")
      return ["help", alias[0]] + words.dropFirst(2)
    }
    return alias + words.dropFirst()
  }

  private static func isTopic(_ word: String) -> Bool {
    ["help", "options"].contains(word) || graphcalProgram.topics.contains { $0.name == word }
  }

  private func parse(
    _ words: [String]
  ) throws(Failure) -> Invocation<GlobalOptions, any Command> {
    do {
      return try graphcalProgram.parse(words)
    } catch {
      throw Failure(.usage, error.message, hint: error.hint ?? "graphcal help")
    }
  }

  /// Runs a command; on a terminal, what it prints is looked at by the screen.
  private func run(_ command: any Command, _ options: GlobalOptions) async throws(Failure) {
    let facts = machinery.streams.facts(.auto, environment)
    guard type(of: command).isPaged, !options.noPager, mayPage(on: facts) else {
      return try await perform(command, options, in: self)
    }
    let paged = PagedOutput(machinery.streams)
    var run = self
    run.machinery.streams = paged.streams
    let result: Result<Void, Failure>
    do {
      try await perform(command, options, in: run)
      result = .success(())
    } catch {
      result = .failure(error)
    }
    try await finish(paged, on: facts)
    try result.get()
  }

  private func mayPage(on facts: TerminalFacts) -> Bool {
    facts.isOutputTerminal && facts.canRedraw && facts.height != nil
  }

  private func finish(_ paged: PagedOutput, on facts: TerminalFacts) async throws(Failure) {
    do {
      try await paged.finish(
        on: facts,
        // What is wrong with preferences has been told by the command.
        through: {
          Pager(environment: environment, preference: try? Context.preferredPager(environment))
        }, programs: machinery.programs, clock: machinery.clock)
    } catch {
      throw Failure(output: error)
    }
  }

  private func perform(
    _ command: any Command, _ options: GlobalOptions, in run: Run
  ) async throws(Failure) {
    let machinery = run.machinery
    let (name, formats) = (type(of: command).name, type(of: command).formats)
    if let format = options.format, !formats.contains(format) {
      let isForRows = [.tsv, .csv].contains(format)
      throw Failure(
        .usage,
        isForRows
          ? "\(name) prints no rows that --format \(format.rawValue) could put"
          : "\(name) has no --format \(format.rawValue)",
        hint: formats == [.table]
          ? "graphcal \(name) --json is for programs"
          : "--format \(formats.map(\.rawValue).joined(separator: "|"))")
    }
    let wiretap = Wiretap(path: options.trace, clock: machinery.clock)
    var context = try Context.live(
      options: options, environment: environment, machinery: machinery, wiretap: wiretap,
      needsPreferences: type(of: command).needsPreferences,
      writesOffline: type(of: command).writesOffline)
    let console = context.console
    context.console.shaper = try OutputShaper.wanted(
      by: options, environment: context.environment,
      isOnTerminal: console.terminal.isOutputTerminal,
      note: { if !options.quiet { console.note($0) } })
    let fields = type(of: command).itemFields
    if !fields.isEmpty, try context.listedFieldNames(fields) { return }
    let result: Result<Void, Failure>
    do {
      try await command.run(in: context)
      result = .success(())
    } catch {
      var failure = error
      let queued = context.offlineWriting?.count ?? 0
      if failure.code == Failure.outputCode, wiretap.writeCount > 0 || queued > 0 {
        failure.what = "what was asked for is done, but the output cannot be written"
      }
      let knowsOffline = failure.hint?.contains("--offline") == true
      if type(of: command).writesOffline, !knowsOffline,
        context.canWriteOffline(after: failure, wiretap)
      {
        failure.hint =
          (failure.hint.map { $0 + "; " } ?? "")
          + "or repeat it with --offline, and graphcal sync sends it later"
      }
      if type(of: command).answersOffline, failure.kind == .signedOut,
        let age = await context.ageOfCopy()
      {
        failure.hint =
          (failure.hint.map { $0 + "; " } ?? "")
          + "or --offline, which needs no sign-in: the copy on this machine is as of \(age)"
      }
      result = .failure(failure)
    }
    if let count = context.offlineWriting?.count, count > 0 {
      context.note(
        "not sent yet: \(Plural.of(count, "change")) went into the outbox; "
          + "graphcal sync sends \(count == 1 ? "it" : "them")")
    }
    // A trace is wanted most of all when something went wrong.
    do {
      try await wiretap.finish()
    } catch {
      if case .success = result { throw error }
      context.note(error.what)
    }
    try result.get()
  }

  private func help(_ request: HelpRequest, mayPage isWanted: Bool) async throws(Failure) {
    let facts = machinery.streams.facts(.auto, environment)
    let width = facts.isOutputTerminal ? facts.width : TerminalFacts.usualWidth
    let paged = PagedOutput(machinery.streams)
    let pages = isWanted && mayPage(on: facts)
    try Console(terminal: facts, streams: pages ? paged.streams : machinery.streams).print(
      graphcalProgram.help(request, width: width))
    if pages { try await finish(paged, on: facts) }
  }

  private func report(_ failure: Failure, asJSON: Bool, isVerbose: Bool) -> Int32 {
    if failure.kind != .outputClosed {
      if isVerbose, let detail = failure.detail {
        machinery.streams.writeError("  in full: " + TextSanitizer.line(detail) + "\n")
      }
      let facts = machinery.streams.facts(.auto, environment)
      let text =
        asJSON
        ? failure.json.text(.compact) + "\n"
        : failure.text(width: facts.isErrorTerminal ? facts.width : nil)
      machinery.streams.writeError(text)
    }
    return failure.kind.rawValue
  }
}
