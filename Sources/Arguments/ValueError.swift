/// Why the text given for an option or an argument cannot be used.
///
/// The parser puts the option's name in front, so the text here speaks of the value alone.
package struct ValueError: Error, Equatable, Sendable {
  /// How the parser joins the text to the option's name.
  package enum Form: Sendable {
    /// `--days needs <text>, not "x"`.
    case expectation
    /// `--tz: <text>`.
    case statement
  }

  package var form: Form
  /// One line, no full stop.
  package var text: String
  /// The next thing to type or change.
  package var hint: String?

  package init(_ text: String, hint: String? = nil) {
    form = .statement
    self.text = text
    self.hint = hint
  }

  /// An error that says what would have been right: `a whole number from 1 to 366`.
  package static func needs(_ expectation: String, hint: String? = nil) -> ValueError {
    var error = ValueError(expectation, hint: hint)
    error.form = .expectation
    return error
  }
}
