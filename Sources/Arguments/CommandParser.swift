/// The words of one command, ready to be read into its declaration.
struct CommandParser: Sendable {
  var program: String
  var words: ArraySlice<String>
  var globals: [OptionShape] = []
  /// Uses of global options that stood before the command.
  var before: [OptionUse] = []

  /// Fills the declaration; nil when help was asked for instead.
  func parse<Declaration: CommandDeclaration>(
    _: Declaration.Type
  ) throws(ArgumentsError) -> Filled<Declaration>? {
    let options = Declaration.options
    let owner = Declaration.name.isEmpty ? program : "\(program) \(Declaration.name)"
    let scanner = WordScanner(tables: [options.map(\.shape), globals], owner: owner)
    let earlier = before.map { use in
      var use = use
      use.table = 1
      return use
    }
    let result = try scanner.scan(words, after: earlier)
    if result.asksForHelp { return nil }
    var value = Declaration()
    for use in result.uses where use.table == 0 { try options[use.row].take(use, into: &value) }
    try fill(&value, with: result.words, owner: owner)
    try value.validate()
    return Filled(value: value, globals: result.uses.filter { $0.table == 1 })
  }

  private func fill<Declaration: CommandDeclaration>(
    _ value: inout Declaration, with words: [String], owner: String
  ) throws(ArgumentsError) {
    var words = words[...]
    for argument in Declaration.arguments {
      let least: Int
      let most: Int
      switch argument.shape.count {
      case .required: (least, most) = (1, 1)
      case .optional: (least, most) = (0, 1)
      case .repeating(let atLeast): (least, most) = (atLeast, .max)
      }
      guard words.count >= least else {
        throw ArgumentsError(
          .missingArgument, "\(owner) needs \(argument.shape.synopsis)",
          hint: "\(program) \(Declaration.shape.usage)")
      }
      for word in words.prefix(most) {
        do throws(ValueError) {
          try argument.apply(&value, word)
        } catch {
          throw ArgumentsError(error, for: argument.shape.placeholder, value: word)
        }
      }
      words = words.dropFirst(most)
    }
    guard let surplus = words.first else { return }
    throw ArgumentsError(
      .unexpectedArgument, "\(owner) has no place for \"\(surplus)\"",
      hint: "\(program) \(Declaration.shape.usage)")
  }
}

extension Option {
  /// Carries out one use of this option.
  func take(_ use: OptionUse, into root: inout Root) throws(ArgumentsError) {
    do throws(ValueError) {
      try apply(&root, use.given)
    } catch {
      throw ArgumentsError(error, for: use.spelled, value: use.given.text)
    }
  }
}

extension CommandDeclaration {
  /// Reads the command line of a program that is one command; nil when help was asked for.
  ///
  /// `words` are those after the program's name, which is needed for errors only.
  package static func parse(
    _ words: [String], program: String
  ) throws(ArgumentsError) -> Self? {
    try CommandParser(program: program, words: words[...]).parse(Self.self)?.value
  }
}
