import Arguments
import Calendaring
import GraphAPI
import JSON
import Terminal

/// Which events of a series a command is meant for.
enum Scope: String, CaseIterable, Sendable {
  /// The one that was named.
  case this
  /// The one that was named and all after it.
  case following
  /// All of them, past ones included.
  case series
}

extension Scope {
  /// The option `--scope`; `words` are those that a command takes, in the order they are asked for.
  static func option<Root>(
    into target: Destination<Root, Scope?>, _ words: [Scope] = Scope.allCases
  ) -> Option<Root> {
    Option.value(
      "scope", words.map(\.rawValue).joined(separator: "|"),
      "Which events of a series: \(words.map(\.meaning).joined(separator: "; ")).", into: target
    ) { (text) throws(ValueError) -> Scope? in
      guard let scope = Scope(rawValue: text.lowercased()), words.contains(scope) else {
        throw ValueError("\"\(text)\" is none of \(words.map(\.rawValue).joined(separator: ", "))")
      }
      return scope
    }.completing(.choices(words.map(\.rawValue)))
  }

  /// One line that explains the word.
  private var meaning: String {
    switch self {
    case .this: "only the one named"
    case .following: "that one and all after it"
    case .series: "all of them"
    }
  }

  /// The scope of a command on `event`, asked for on a terminal; nil for an event that repeats not.
  ///
  /// `given` is `--scope`; `event` is what the person named: an event, one of a series, or a series
  /// itself, of which only `series` can be meant; `words` are those that the command takes; `action`
  /// says what is done, as `change` or `answer`. A scope on an event without a series, and a missing
  /// one where nobody can be asked, are a `Failure` of kind usage; no answer is one of kind stopped.
  static func chosen(
    _ given: Scope?, for event: CalendarEvent, among words: [Scope] = Scope.allCases,
    to action: String, in context: Context
  ) throws(Failure) -> Scope? {
    let name = "\"\(TextSanitizer.line(event.subject ?? "(no subject)"))\""
    let isSeries = event.kind == .seriesMaster
    if event.kind == .singleInstance {
      guard let given else { return nil }
      throw Failure(
        .usage, "--scope \(given.rawValue) is for events of a series, and \(name) is none",
        hint: "leave out --scope")
    }
    if let given {
      guard isSeries, given != .series else { return given }
      throw Failure(
        .usage, "--scope \(given.rawValue) needs one event of the series, and this is all of it",
        hint: "name one of its events, as graphcal agenda lists them, or give --scope series")
    }
    let prompt = context.console.prompt(mayAsk: !context.options.noInput)
    guard prompt.canAsk else {
      throw Failure(
        .usage,
        "\(name) is \(isSeries ? "a series" : "one of a series"): which events to \(action)"
          + " was not said",
        hint: isSeries
          ? "give --scope series" : "give --scope \(words.map(\.rawValue).joined(separator: "|"))")
    }
    // There is nothing to choose from.
    if isSeries { return .series }
    let answers = words.map { Prompt.Choice(word: $0.rawValue, meaning: $0.meaning) }
    guard let index = prompt.choose("\(name) repeats. Which events to \(action)?", answers) else {
      throw Failure(
        .stopped, "stopped: nothing was done to \(name)",
        hint: "answer with one of the words, or give --scope")
    }
    return words[index]
  }
}

extension Scope? {
  /// The id that a request goes to: of the event itself, or of the series it belongs to.
  func target(of event: JSONObject) -> String? {
    self == .series ? event["seriesMasterId"]?.string ?? event["id"]?.string : event["id"]?.string
  }
}
