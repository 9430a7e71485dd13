/// A set of options that fill one value, such as the options all commands share.
package protocol OptionTable: Sendable {
  static var options: [Option<Self>] { get }
  init()
}

/// The declarative half of a command: from it come the parser, help, manual page and completion.
package protocol CommandDeclaration: OptionTable {
  /// The word the user types.
  static var name: String { get }
  /// One sentence for lists of commands.
  static var summary: String { get }
  /// Paragraphs below the summary, split by blank lines; empty for most commands.
  static var discussion: String { get }
  /// Positional arguments in their order; a repeating one can only be the last.
  static var arguments: [Argument<Self>] { get }
  static var examples: [Example] { get }
  /// Which values a global option takes with this command, by its name, where these are not all of them;
  /// none for an option that means nothing to it.
  static var globalChoices: [String: [String]] { get }

  /// Checks what no single option can know, after all of them have been read.
  func validate() throws(ArgumentsError)
}

extension CommandDeclaration {
  package static var discussion: String { "" }
  package static var options: [Option<Self>] { [] }
  package static var arguments: [Argument<Self>] { [] }
  package static var examples: [Example] { [] }
  package static var globalChoices: [String: [String]] { [:] }
  package func validate() throws(ArgumentsError) {}

  /// What help, manual page and completion know of this command.
  package static var shape: CommandShape {
    CommandShape(
      name: name, summary: summary, discussion: discussion, arguments: arguments.map(\.shape),
      options: options.map(\.shape), examples: examples, globalChoices: globalChoices)
  }
}

/// A command line worth showing, without the program's name, and what it does.
package struct Example: Hashable, Sendable {
  /// What to type, without the name of the program.
  package var line: String
  /// What then happens, as one sentence.
  package var effect: String

  package init(_ line: String, _ effect: String) {
    self.line = line
    self.effect = effect
  }
}

/// A command as help, manual page and completion see it.
package struct CommandShape: Hashable, Sendable {
  package var name: String
  package var summary: String
  package var discussion: String
  package var arguments: [ArgumentShape]
  package var options: [OptionShape]
  package var examples: [Example]
  package var globalChoices: [String: [String]] = [:]

  /// The global options that no option of the command stands in for, with the values that mean something
  /// to it.
  package func others(of globals: [OptionShape]) -> [OptionShape] {
    let replaced = options.filter(\.replacesGlobal).map(\.name)
    return globals.compactMap { global in
      guard !replaced.contains(global.name) else { return nil }
      guard let choices = globalChoices[global.name] else { return global }
      guard !choices.isEmpty else { return nil }
      var shape = global
      shape.kind = .choices(choices)
      shape.placeholder = choices.joined(separator: "|")
      return shape
    }
  }

  /// Everything after the program's name: `show REF [options]`.
  package var usage: String {
    var words = name.isEmpty ? [] : [name]
    words += arguments.map(\.synopsis)
    if options.contains(where: { !$0.isHidden }) { words.append("[options]") }
    return words.joined(separator: " ")
  }
}
