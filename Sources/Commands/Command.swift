package import Arguments

/// A subcommand: options in, one `run` out; everything else it touches comes from the context.
package protocol Command: CommandDeclaration {
  func run(in context: Context) async throws(Failure)

  /// Whether preferences that cannot be understood keep the command from running; true for most.
  static var needsPreferences: Bool { get }

  /// Whether it prints rows, which `--format` can put as TSV or CSV; true for most.
  static var printsRows: Bool { get }

  /// What `--format` may ask of it: a table, and TSV and CSV where it prints rows.
  static var formats: [GlobalOptions.ListFormat] { get }

  /// What `--fields` may name of its items, where that is known before anything is asked; else empty.
  static var itemFields: [String] { get }

  /// Whether what it writes can wait in the outbox, with `--offline`; false for most.
  static var writesOffline: Bool { get }

  /// Whether the copy on this machine can answer it, with `--offline`; false for most.
  static var answersOffline: Bool { get }

  /// Whether what it prints is looked at by the screen where it is taller than the terminal; as a rule
  /// that of commands that list or show something.
  static var isPaged: Bool { get }
}

extension Command {
  package static var needsPreferences: Bool { true }
  package static var printsRows: Bool { true }
  package static var formats: [GlobalOptions.ListFormat] {
    printsRows ? [.table, .tsv, .csv] : [.table]
  }
  package static var globalChoices: [String: [String]] {
    ["format": formats == [.table] ? [] : formats.map(\.rawValue)]
  }
  package static var itemFields: [String] { [] }
  package static var writesOffline: Bool { false }
  package static var answersOffline: Bool { false }
  package static var isPaged: Bool { answersOffline }
}
