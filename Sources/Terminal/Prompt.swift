/// Questions to the person at the terminal.
///
/// A question is asked only where an answer can come: standard input and standard error are terminals.
/// Piped data is data, never an answer.
package struct Prompt: Sendable {
  /// What came back to a question of yes or no.
  package enum Answer: Sendable {
    case yes
    case no
    /// Nobody is there to answer, or nobody may be asked.
    case cannotAsk
  }

  /// Whether a question can be asked at all.
  package let canAsk: Bool
  private let write: @Sendable (String) -> Void
  private let read: @Sendable () -> String?

  /// A prompt on the given streams; `mayAsk` is false for `--no-input`.
  package init(
    facts: TerminalFacts, mayAsk: Bool = true,
    write: @escaping @Sendable (String) -> Void,
    read: @escaping @Sendable () -> String? = { readLine() }
  ) {
    canAsk = mayAsk && facts.isInputTerminal && facts.isErrorTerminal
    self.write = write
    self.read = read
  }

  /// Asks a question of yes or no; an empty answer and the end of input mean no.
  package func confirm(_ question: String) -> Answer {
    guard canAsk else { return .cannotAsk }
    while true {
      write(TextSanitizer.line(question) + " [y/N] ")
      guard let line = read() else {
        write("\n")
        return .no
      }
      switch TextSanitizer.line(line).lowercased().filter({ $0 != " " }) {
      case "y", "yes": return .yes
      case "", "n", "no": return .no
      default: write("Please answer y or n.\n")
      }
    }
  }

  /// Asks for a line of text; nil at the end of input or where nobody can be asked.
  package func ask(_ question: String) -> String? {
    guard canAsk else { return nil }
    write(TextSanitizer.line(question) + " ")
    return read()
  }
}
