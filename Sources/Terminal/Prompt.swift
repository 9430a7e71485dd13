/// Questions to the person at the terminal.
///
/// A question is asked only where an answer can come: standard input and standard error are terminals.
/// Piped data is data, never an answer. What was typed before a question of yes or no, or of several
/// things, appeared was not meant for it and is thrown away.
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
  private let width: Int
  private let write: @Sendable (String) -> Void
  private let read: @Sendable () -> String?
  private let discardTyped: @Sendable () -> Void

  /// A prompt on the given streams; `mayAsk` is false for `--no-input`, and `discardTyped` throws away
  /// what was typed and not read yet.
  package init(
    facts: TerminalFacts, mayAsk: Bool = true,
    write: @escaping @Sendable (String) -> Void,
    read: @escaping @Sendable () -> String? = { readLine() },
    discardTyped: @escaping @Sendable () -> Void = {}
  ) {
    canAsk = mayAsk && facts.isInputTerminal && facts.isErrorTerminal
    width = facts.width
    self.write = write
    self.read = read
    self.discardTyped = discardTyped
  }

  /// Asks a question of yes or no; an empty answer and the end of input mean no.
  package func confirm(_ question: String) -> Answer {
    guard canAsk else { return .cannotAsk }
    while true {
      discardTyped()
      // The blank before the answer has to fit as well.
      write(wrapped(question + " [y/N]", less: 2) + " ")
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

  /// One of several answers to a question.
  package struct Choice: Sendable, Hashable {
    /// What the person types, or its beginning.
    package var word: String
    /// What it stands for, in a few words.
    package var meaning: String

    package init(word: String, meaning: String) {
      self.word = word
      self.meaning = meaning
    }
  }

  /// Asks which of several things is meant; an answer is a word, its beginning, or a number from 1.
  ///
  /// `q` and its like leave the question, as the prompt says.
  ///
  /// - Returns: the index of the choice; nil for who leaves, for an empty answer, at the end of input, and
  ///   where nobody can be asked.
  package func choose(_ question: String, _ choices: [Choice]) -> Int? {
    guard canAsk else { return nil }
    let width = choices.map(\.word.count).max() ?? 0
    let rows = choices.map { choice in
      "  " + choice.word + String(repeating: " ", count: width + 2 - choice.word.count)
        + choice.meaning + "\n"
    }
    write(wrapped(question) + "\n" + rows.joined())
    let words = choices.map(\.word).joined(separator: ", ")
    while true {
      discardTyped()
      write(wrapped("[\(words); q for none]", less: 2) + " ")
      guard let line = read() else {
        write("\n")
        return nil
      }
      let answer = TextSanitizer.line(line).lowercased().filter { $0 != " " }
      if answer.isEmpty { return nil }
      if let number = Int(answer), choices.indices.contains(number - 1) { return number - 1 }
      let fitting = choices.indices.filter { choices[$0].word.hasPrefix(answer) }
      if fitting.count == 1 { return fitting[0] }
      // A choice that begins so goes first.
      if fitting.isEmpty, Self.leaving.contains(answer) { return nil }
      write("Please answer with one of these words.\n")
    }
  }

  /// What people type who want none of the choices.
  private static let leaving: Set<String> = ["q", "quit", "c", "cancel", "n", "no", "none"]

  /// Asks for a line of text; nil at the end of input or where nobody can be asked.
  package func ask(_ question: String) -> String? {
    guard canAsk else { return nil }
    write(wrapped(question) + " ")
    return read()
  }

  /// The question cleaned, and on lines of its own where it is too long for one; `less` cells stay free.
  private func wrapped(_ question: String, less cells: Int = 0) -> String {
    CellText.wrapWords(TextSanitizer.line(question), to: max(1, width - cells))
      .joined(separator: "\n")
  }
}
