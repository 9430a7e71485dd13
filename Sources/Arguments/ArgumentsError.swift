/// Why a command line cannot be understood; always the user's to mend, so exit status 2.
///
/// Words of the command line stand in the texts as they were typed, control characters included:
/// whoever prints them cleans them, as with all text.
package struct ArgumentsError: Error, Equatable, Sendable {
  /// What sort of mistake it is, for tests and for callers that treat some apart.
  package enum Kind: Sendable {
    case unknownCommand
    case unknownOption
    case unknownTopic
    case missingValue
    case unexpectedValue
    case badValue
    case missingArgument
    case unexpectedArgument
    case exclusiveOptions
  }

  package var kind: Kind
  /// What is wrong; one line, no full stop.
  package var message: String
  /// The next thing to type.
  package var hint: String?

  package init(_ kind: Kind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  /// A converter's complaint about `value`, with the name of the option or argument it was given to.
  init(_ error: ValueError, for name: String, value: String?) {
    switch error.form {
    case .expectation:
      let given = value.map { ", not \"\($0)\"" } ?? ""
      self.init(.badValue, "\(name) needs \(error.text)\(given)", hint: error.hint)
    case .statement:
      self.init(.badValue, "\(name): \(error.text)", hint: error.hint)
    }
  }
}
