import Arguments

/// The words of a program to be started, with places for what an event is called and when it is.
///
/// No shell reads them. What comes from the mailbox fills a place within one word and never becomes a
/// word, an option or a program of its own.
struct ProgramTemplate: Sendable, Equatable {
  /// What can stand in braces, each with what it stands for.
  static let names: [(name: String, meaning: String)] = [
    ("subject", "what the event is called"), ("start", "its start, RFC 3339; a date when all day"),
    ("end", "its end, likewise"), ("time", "its time for people: 10:00, all day"),
    ("minutes", "minutes until it starts, 0 when it has begun"), ("location", "its place"),
    ("join", "the link of its online meeting"), ("organizer", "who organizes it"),
    ("calendar", "the calendar it is in"), ("id", "its short id"),
  ]

  private enum Part: Sendable, Equatable {
    case text(String)
    case place(String)
  }

  private let words: [[Part]]
  /// The word from which on the program takes nothing for an option.
  private let endOfOptions: Int?

  /// The program, which is looked up in `PATH`.
  let program: String

  init(_ words: [String]) throws(ArgumentsError) {
    var parsed: [[Part]] = []
    for word in words { parsed.append(try Self.parts(of: word)) }
    guard let first = parsed.first, first.count == 1, case .text(let program) = first[0],
      !program.isEmpty
    else {
      throw ArgumentsError(
        .badValue, "the program of --run is named by nobody else",
        hint: "begin with its name: --run notify-send -- {subject}")
    }
    self.program = program
    self.words = parsed
    endOfOptions = words.firstIndex(of: "--")
  }

  /// The words with every place filled; `values` are clean text of one line.
  func filled(_ values: [String: String]) -> [String] {
    words.enumerated().map { index, parts in
      let text = parts.map { part in
        switch part {
        case .text(let text): text
        case .place(let name): values[name] ?? ""
        }
      }.joined()
      guard case .place? = parts.first, text.hasPrefix("-"), index < endOfOptions ?? .max else {
        return text
      }
      // So that somebody's subject is no option of the program.
      return " " + text
    }
  }

  /// `{name}` is a place, `{{name}}` the same word with its braces; other braces mean nothing.
  private static func parts(of word: String) throws(ArgumentsError) -> [Part] {
    var parts: [Part] = []
    var text = ""
    var rest = word[...]
    while let character = rest.first {
      rest.removeFirst()
      guard character == "{" else {
        text.append(character)
        continue
      }
      let isDoubled = rest.first == "{"
      let inner = isDoubled ? rest.dropFirst() : rest
      let name = inner.prefix { $0.isASCII && $0.isLowercase }
      let closing = isDoubled ? "}}" : "}"
      guard !name.isEmpty, inner[name.endIndex...].hasPrefix(closing) else {
        text.append(character)
        continue
      }
      rest = inner[name.endIndex...].dropFirst(closing.count)
      if isDoubled {
        text += "{\(name)}"
        continue
      }
      guard names.contains(where: { $0.name == name }) else {
        let known = names.map { "{\($0.name)}" }.joined(separator: " ")
        let guess = Spelling.nearest(to: String(name), in: names.map(\.name)).first
        throw ArgumentsError(
          .badValue, "--run: nothing is known as {\(name)}",
          hint: (guess.map { "did you mean {\($0)}? " } ?? "") + "there are \(known)")
      }
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
      parts.append(.place(String(name)))
    }
    if !text.isEmpty || parts.isEmpty { parts.append(.text(text)) }
    return parts
  }
}
