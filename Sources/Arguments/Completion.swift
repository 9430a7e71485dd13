/// One word that completion offers.
package struct Candidate: Hashable, Sendable {
  /// The word itself, unquoted.
  package var word: String
  /// What a shell may show beside it; empty for nothing.
  package var description: String

  package init(_ word: String, _ description: String = "") {
    self.word = word
    self.description = description
  }
}

/// What may stand at the cursor of a command line that is not finished.
package struct CompletionPoint: Equatable, Sendable {
  /// What of the word belongs to it already and stays: `--calendar=`, else empty.
  package var attached = ""
  /// What has been typed of the word behind `attached`.
  package var typed: String
  /// Words that the declarations know, whether they begin as `typed` does or not.
  package var candidates: [Candidate] = []
  /// What else may stand there; nil for nothing.
  package var kind: ValueKind?
  /// The values that global options were given before the cursor, by the names of the options.
  package var globals: [String: String] = [:]
}

extension Program {
  /// What may stand at the cursor, by the declarations alone.
  ///
  /// `before` are the finished words behind the name of the program, `word` is the part of the word at the
  /// cursor that stands before it.
  package func completion(after before: [String], at word: String) -> CompletionPoint {
    let globals = Globals.options.map(\.shape)
    var line = UnfinishedLine(options: globals)
    var words = before[...]
    while !line.hasEnded, line.words.isEmpty, let next = words.popFirst() { line.take(next) }
    guard let name = line.words.first else {
      return line.point(at: word, words: CompletionPoint(typed: word, candidates: commands))
    }
    if name == "help" {
      return CompletionPoint(typed: word, candidates: words.isEmpty ? helpPages : [])
    }
    guard let shape = command(named: name)?.shape() else { return CompletionPoint(typed: word) }
    line.words = []
    line.options = shape.options + shape.others(of: globals)
    for next in words { line.take(next) }
    var point = CompletionPoint(typed: word)
    if let argument = shape.argument(at: line.words.count) {
      point.kind = argument.kind
      point.candidates = argument.kind.choices.map { Candidate($0) }
    }
    return line.point(at: word, words: point)
  }

  private var commands: [Candidate] {
    groups.flatMap(\.commands).map { Candidate($0.name, $0.summary) }
      + [Candidate("help", "Explain a command or a topic.")]
  }

  private var helpPages: [Candidate] {
    groups.flatMap(\.commands).map { Candidate($0.name, $0.summary) }
      + topics.map { Candidate($0.name, $0.summary) }
      + [Candidate("options", "The options that every command takes.")]
  }
}

extension CommandShape {
  /// The argument that a word belongs to, words counted from 0; nil where there is no place for it.
  fileprivate func argument(at index: Int) -> ArgumentShape? {
    if index < arguments.count { return arguments[index] }
    guard let last = arguments.last, case .repeating = last.count else { return nil }
    return last
  }
}

/// The words of a line up to the cursor, read as the parser reads them, but without refusing any.
private struct UnfinishedLine {
  /// The options that may stand there.
  var options: [OptionShape]
  /// The words that are neither options nor values of them.
  var words: [String] = []
  /// Whether `--` has ended the options, or one that takes everything behind it has come.
  var hasEnded = false
  /// The option whose value the next word is or may be.
  private var open: OptionShape?
  private var used: [OptionShape] = []
  private var values: [String: String] = [:]

  init(options: [OptionShape]) { self.options = options }

  mutating func take(_ word: String) {
    if let option = open {
      open = nil
      let isValue =
        option.valueUse == .required ? !word.hasPrefix("--") : !WordScanner.isOption(word)
      if isValue {
        values[option.name] = word
        return
      }
    }
    guard !hasEnded, WordScanner.isOption(word) else {
      words.append(word)
      return
    }
    if word == "--" {
      hasEnded = true
      return
    }
    let equals = word.firstIndex(of: "=")
    guard let option = option(spelled: String(word[..<(equals ?? word.endIndex)])) else { return }
    used.append(option)
    if let equals {
      values[option.name] = String(word[word.index(after: equals)...])
    } else {
      switch option.valueUse {
      case .required, .optional: open = option
      case .rest: hasEnded = true
      case .none, .attached: break
      }
    }
  }

  /// What may stand at the cursor, where `words` may if it is no option.
  func point(at word: String, words: CompletionPoint) -> CompletionPoint {
    var point = words
    if let open, open.valueUse == .required ? !word.hasPrefix("--") : !WordScanner.isOption(word) {
      point = value(of: open, typed: word)
    } else if !hasEnded, word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      let name = String(word[..<equals])
      point = CompletionPoint(typed: String(word[word.index(after: equals)...]))
      if let option = option(spelled: name), option.valueUse != .none, name.hasPrefix("--") {
        point = value(of: option, typed: point.typed)
      }
      point.attached = name + "="
    } else if !hasEnded, word.hasPrefix("-") {
      point = CompletionPoint(typed: word, candidates: offered)
    }
    point.globals = values
    return point
  }

  private func value(of option: OptionShape, typed: String) -> CompletionPoint {
    CompletionPoint(
      typed: typed, candidates: option.kind.choices.map { Candidate($0) }, kind: option.kind)
  }

  /// The options that can still be given.
  private var offered: [Candidate] {
    let excluded = Set(used.compactMap(\.exclusiveSet))
    let names = Set(used.filter { !$0.isRepeatable }.map(\.name))
    return options.filter { option in
      !option.isHidden && !names.contains(option.name)
        && !(option.exclusiveSet.map(excluded.contains) ?? false)
    }.flatMap { option in
      [Candidate(option.spelled, option.help)]
        + (option.isNegatable ? [Candidate("--no-" + option.name, "Not: " + option.help)] : [])
    } + [Candidate("--help", "Explain this command.")]
  }

  private func option(spelled word: String) -> OptionShape? {
    if word.hasPrefix("--") {
      let name = word.dropFirst(2)
      return options.first {
        $0.name == name || $0.isNegatable && name == "no-" + $0.name
      }
    }
    // Of letters written together only the last can take the next word.
    guard let letter = word.last, letter != "-" else { return nil }
    return options.first { $0.short == letter }
  }
}
