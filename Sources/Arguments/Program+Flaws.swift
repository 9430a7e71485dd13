extension Program {
  /// What is wrong with the declarations themselves, one sentence each; a test wants none.
  ///
  /// Looked for are names used twice, arguments in an order that cannot be read, texts that do not end
  /// as sentences do, and examples that the parser refuses.
  package func flaws() -> [String] {
    let globals = Globals.options.map(\.shape)
    let shapes = groups.flatMap(\.commands).map { $0.shape() }
    var flaws = Self.repeated(shapes.map(\.name) + topics.map(\.name) + ["help", "options"]).map {
      "two commands or topics are called \($0)."
    }
    flaws += Self.flaws(of: globals, owner: "the global options")
    for shape in shapes {
      flaws += Self.flaws(of: shape.options + shape.others(of: globals), owner: shape.name)
      flaws += Self.flaws(of: shape.arguments, owner: shape.name)
      if !shape.summary.hasSuffix(".") {
        flaws.append("the summary of \(shape.name) is no sentence.")
      }
      for example in shape.examples { flaws += self.flaws(of: example) }
    }
    return flaws
  }

  private static func flaws(of options: [OptionShape], owner: String) -> [String] {
    let names = options.flatMap { $0.isNegatable ? [$0.name, "no-" + $0.name] : [$0.name] }
    var flaws = repeated(names + ["help"]).map { "\(owner): two options are called --\($0)." }
    flaws += repeated(options.compactMap { $0.short.map(String.init) } + ["h"]).map {
      "\(owner): two options are called -\($0)."
    }
    for option in options {
      if option.valueUse != .none, option.placeholder?.isEmpty ?? true {
        flaws.append("\(owner): \(option.spelled) shows no placeholder.")
      }
      if !option.help.hasSuffix(".") {
        flaws.append("\(owner): the help of \(option.spelled) is no sentence.")
      }
    }
    return flaws
  }

  private static func flaws(of arguments: [ArgumentShape], owner: String) -> [String] {
    var flaws: [String] = []
    for (index, argument) in arguments.enumerated() {
      if case .repeating = argument.count, index < arguments.count - 1 {
        flaws.append("\(owner): \(argument.placeholder) leaves no words for what follows it.")
      }
      if argument.count == .optional, arguments[index...].contains(where: { $0.count == .required })
      {
        flaws.append("\(owner): \(argument.placeholder) is optional before a required argument.")
      }
    }
    return flaws
  }

  private func flaws(of example: Example) -> [String] {
    let words = Self.shellWords(example.line)
    do throws(ArgumentsError) {
      if case .run = try parse(words) { return [] }
      return ["the example \"\(example.line)\" asks for help."]
    } catch {
      return ["the example \"\(example.line)\" is refused: \(error.message)."]
    }
  }

  /// The words of one command line up to a pipe or redirection, quotes taken off.
  private static func shellWords(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let finished = word { words.append(finished) }
        word = nil
      } else if "|><;&".contains(character) {
        break
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }

  private static func repeated(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }
  }
}
