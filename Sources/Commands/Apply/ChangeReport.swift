import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// Prints what has become of the lines of a file of changes.
struct ChangeReport: Sendable {
  var context: Context
  /// How to go on where not everything was done.
  var again: String

  static let fieldNames = [
    "action", "changed", "error", "etag", "graphcal", "graphcal.id", "id", "kind", "line", "status",
    "title",
  ]

  private static let columns: [DelimitedText.Column] = [
    .init("line", "line"), .init("action", "action"), .init("kind", "kind"),
    .init("status", "status"), .init("id", "graphcal.id"), .init("title", "title"),
    .init("changed", "changed"), .init("error", "error.message"), .init("etag", "etag"),
  ]

  private var listing: Listing {
    Listing(context: context, fields: Self.fieldNames, columns: Self.columns)
  }

  /// Prints these as soon as they are settled, where that is possible: as lines of text or of JSON.
  func printSettled(_ changes: [PreparedChange], by target: any ChangeTarget) async throws(Failure)
  {
    if context.options.jsonLines {
      return try listing.print(changes.map(Self.json))
    }
    guard !listing.isWanted else { return }
    let shown = changes.filter {
      if case .unchanged? = $0.outcome { false } else { true }
    }
    let known = shown.compactMap(\.id).map(target.known)
    let shorts = Dictionary(
      zip(known.map(\.id), await context.state.remember(known))
    ) { first, _ in first }
    try context.print(shown.map { Self.line($0, short: $0.id.flatMap { shorts[$0] }) })
  }

  /// Prints what takes all lines at once.
  func printAll(_ changes: [PreparedChange]) throws(Failure) {
    if listing.isWanted, !context.options.jsonLines {
      return try listing.print(
        changes.sorted { $0.line.number < $1.line.number }.map(Self.json))
    }
  }

  static func json(_ change: PreparedChange) -> JSON {
    let outcome = change.outcome ?? .notSent("")
    var item: JSONObject = [
      "line": .number(change.line.number), "action": .string(change.line.action.rawValue),
      "kind": .string(change.line.kind.rawValue), "status": .string(outcome.word),
      "id": .string(orNull: change.id), "title": .string(change.title),
      "changed": .array(change.difference.changes.keys.sorted().map { .string($0) }),
      "graphcal": ["id": .string(orNull: change.id.map(ShortID.of))],
      "etag": .null, "error": .null,
    ]
    if case .done(let after?) = outcome { item["etag"] = after["@odata.etag"] ?? .null }
    if case .notSent(let reason) = outcome {
      item["error"] = ["code": "notSent", "message": .string(reason)]
    }
    if let failure = outcome.failure { item["error"] = failure.json["error"] }
    return .object(item)
  }

  private static func line(_ change: PreparedChange, short: String?) -> StyledLine {
    let outcome = change.outcome ?? .notSent("")
    var verb: String
    var reason: String?
    switch (outcome, change.line.action) {
    case (.done, .create): verb = "Created"
    case (.done, .update): verb = "Changed"
    case (.done, .delete): verb = "Deleted"
    case (.doneBefore, _): (verb, reason) = ("Done before", nil)
    case (.unchanged, _): verb = "Unchanged"
    case (.conflict(let failure), _): (verb, reason) = ("Refused", failure.reason)
    case (.failed(let failure), _): (verb, reason) = ("Failed", failure.reason)
    case (.unknown(let failure), _): (verb, reason) = ("Unknown", failure.reason)
    case (.notSent(let why), _): (verb, reason) = ("Not sent", why)
    }
    if case .done = outcome, change.line.action == .update {
      reason = change.difference.fields.map(\.name).joined(separator: ", ")
    }
    var line = StyledLine("line \(change.line.number)  ", .dim) + StyledLine(verb)
    if let short { line = line + StyledLine("  ") + StyledLine(short, Style(color: .cyan)) }
    if !change.title.isEmpty {
      line = line + StyledLine("  ") + StyledLine(TextSanitizer.line(change.title), .bold)
    }
    if let reason, !reason.isEmpty { line = line + StyledLine("  " + TextSanitizer.line(reason)) }
    return line
  }

  // MARK: Ends

  /// Ends the command as the lines have ended.
  ///
  /// - Throws: `Failure` of kind partlyDone where some lines were done and some not; where none was, of
  ///   the kind of the first trouble.
  func end(_ changes: [PreparedChange]) throws(Failure) {
    let changes = changes.sorted { $0.line.number < $1.line.number }
    let bad = changes.filter { !($0.outcome?.isGood ?? false) }
    let same = changes.count {
      if case .unchanged? = $0.outcome { true } else { false }
    }
    if same > 0 {
      context.note(
        same == 1
          ? "1 line is on the service already; nothing was sent for it"
          : "\(same) lines are on the service already; nothing was sent for them")
    }
    guard !bad.isEmpty else { return }
    let wasAnyDone = changes.contains {
      switch $0.outcome {
      case .done, .doneBefore: true
      default: false
      }
    }
    let worst = bad.compactMap { $0.outcome?.failure }.first
    let lines = bad.prefix(5).map { change in
      "line \(change.line.number): \(Self.reason(change))"
    }
    var failure = Failure(
      wasAnyDone ? .partlyDone : worst?.kind ?? .tryAgain,
      "\(bad.count) of \(Plural.of(changes.count, "line")) "
        + (bad.count == 1 ? "was not applied" : "were not applied"),
      why: lines.joined(separator: "; ") + (bad.count > 5 ? "; …" : ""),
      hint: hint(worst))
    failure.code = wasAnyDone ? nil : worst?.code
    failure.requestID = worst?.requestID
    failure.status = wasAnyDone ? nil : worst?.status
    throw failure
  }

  private static func reason(_ change: PreparedChange) -> String {
    if case .notSent(let why)? = change.outcome { return "not sent, \(why)" }
    return change.outcome?.failure?.reason ?? "not sent"
  }

  private func hint(_ failure: Failure?) -> String {
    if failure?.kind == .conflict {
      return "list again, and repeat the change on what is there now"
    }
    if failure?.kind == .signedOut || failure?.kind == .refused, let hint = failure?.hint {
      return hint
    }
    return again + ": what is done is not done twice"
  }
}

extension Failure {
  /// What and why in one line.
  fileprivate var reason: String { why.map { "\(what): \($0)" } ?? what }
}
