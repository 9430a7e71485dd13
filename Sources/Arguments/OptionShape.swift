/// What help, manual page and completion know of an option: everything but its effect.
package struct OptionShape: Hashable, Sendable {
  /// How an option takes its value.
  package enum ValueUse: Hashable, Sendable {
    /// A flag: `--json`.
    case none
    /// `--days 3` or `--days=3`.
    case required
    /// `--fields`, `--fields id,start` or `--fields=id,start`.
    case optional
    /// `--auto-approve` or `--auto-approve=a,b`; the next word is never taken.
    case attached
    /// `--run CMD…`: all words that follow, options or not; a command line of another program.
    case rest
  }

  /// The long name without its dashes.
  package var name: String
  /// The letter of the short form, for the few options that have one.
  package var short: Character?
  package var valueUse: ValueUse
  /// What help shows for the value: `N`, `ZONE`; nil for a flag.
  package var placeholder: String?
  package var kind: ValueKind
  /// One sentence, two at most, for the right column of help.
  package var help: String
  /// Whether a second use adds to the first; otherwise the last one counts.
  package var isRepeatable = false
  /// Whether `--no-NAME` exists too.
  package var isNegatable = false
  /// Left out of help and completion.
  package var isHidden = false
  /// Whether it stands, after the command, in the place of a global option of the same name.
  package var replacesGlobal = false
  /// The heading in help; nil stands under `Options`.
  package var group: String?
  /// Options of one such set exclude each other.
  package var exclusiveSet: String?

  /// The option as it is typed: `--days`.
  package var spelled: String { "--" + name }

  /// The option with its value as help shows it: `--days N`, `--fields [LIST]`.
  package var synopsis: String {
    let long = isNegatable ? "--[no-]" + name : spelled
    guard let placeholder else { return long }
    return switch valueUse {
    case .none: long
    case .required, .rest: "\(long) \(placeholder)"
    case .optional: "\(long) [\(placeholder)]"
    case .attached: "\(long)[=\(placeholder)]"
    }
  }
}

/// What sort of text a value is, for completion and for checks.
package enum ValueKind: Hashable, Sendable {
  case text
  case number(ClosedRange<Int>)
  case choices([String])
  case file
  case directory
  /// What the program knows at run time, such as the calendars of a mailbox.
  case known(KnownValue)

  /// The closed list a value is taken from; empty when there is none.
  package var choices: [String] {
    guard case .choices(let choices) = self else { return [] }
    return choices
  }
}

/// A kind of thing whose names the program can look up while a command line is being typed.
///
/// Each program declares its own: `extension KnownValue { static let calendar = … }`.
package struct KnownValue: Hashable, Sendable {
  /// What tells it from the others, for people who debug.
  package let name: String

  package init(_ name: String) { self.name = name }
}
