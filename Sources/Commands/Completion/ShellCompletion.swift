import Arguments
import Host
import Terminal

/// Answers the functions that `graphcal completion` puts into a shell.
///
/// They call `graphcal __complete SHELL …`: bash with its `COMP_TYPE`, its `COMP_WORDBREAKS` and the
/// line up to the cursor; zsh and fish with the words behind the program's name, unquoted, the one at
/// the cursor last. The answer is lines. The first says what the shell adds itself: `files`, `folders`
/// or `words` for nothing. Each further line is one word to offer, for zsh and fish with a tab and
/// a description. See docs/decisions/0023.
struct ShellCompletion: Sendable {
  /// The word that stands in the place of a command.
  static let word = "__complete"
  /// `COMP_TYPE` of bash where it only lists what there is.
  private static let listing = "63"

  var environment: Environment
  var machinery: Machinery

  /// The lines for a call; none for one that no script makes.
  func answer(_ call: [String]) async -> [String] {
    guard let shell = call.first.flatMap(CompletionCommand.Shell.init(rawValue:)) else { return [] }
    let call = Array(call.dropFirst())
    if shell == .bash {
      guard call.count == 3 else { return [] }
      let line = ShellLine(call[2], breaks: call[1])
      let (point, found) = await lookedUp(after: Array(line.before.dropFirst()), at: line.word)
      let describes = call[0] == Self.listing && found.count > 1
      return [Self.addition(to: point)]
        + found.map { candidate in
          let whole = (point.attached + candidate.word).dropFirst(line.kept.count)
          return describes && !candidate.description.isEmpty
            ? "\(candidate.word)  (\(candidate.description))" : line.quoted(whole)
        }
    }
    guard let last = call.last else { return [] }
    let (point, found) = await lookedUp(after: Array(call.dropLast()), at: last)
    return [Self.addition(to: point)]
      + found.map { candidate in
        let whole = point.attached + candidate.word
        return candidate.description.isEmpty ? whole : "\(whole)\t\(candidate.description)"
      }
  }

  private static func addition(to point: CompletionPoint) -> String {
    switch point.kind {
    case .file: "files"
    case .directory: "folders"
    default: "words"
    }
  }

  /// What may stand at the cursor and begins as it does, fit to be printed.
  private func lookedUp(
    after before: [String], at word: String
  ) async -> (CompletionPoint, [Candidate]) {
    let point = graphcalProgram.completion(after: before, at: word)
    let typed = point.typed.lowercased()
    var found = point.candidates.filter { $0.word.lowercased().hasPrefix(typed) }
    if case .known(let value) = point.kind, let context = context(point.globals) {
      found += await CompletionValues(context: context).candidates(value, typed: point.typed)
    }
    return (point, found.compactMap(Self.printable))
  }

  /// A candidate in one line; nil for a word that no line can hold.
  private static func printable(_ candidate: Candidate) -> Candidate? {
    guard !candidate.word.isEmpty, TextSanitizer.line(candidate.word) == candidate.word else {
      return nil
    }
    return Candidate(candidate.word, TextSanitizer.line(candidate.description))
  }

  /// A context that asks nobody; nil where the environment has something that no command would take.
  private func context(_ given: [String: String]) -> Context? {
    var options = GlobalOptions()
    options.account = given["account"]
    options.offline = true
    options.noInput = true
    options.quiet = true
    return try? Context.live(
      options: options, environment: environment, machinery: machinery,
      wiretap: Wiretap(path: nil, clock: machinery.clock), needsPreferences: false)
  }
}
