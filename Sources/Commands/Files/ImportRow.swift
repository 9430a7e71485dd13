import Interchange
import JSON
import Store
import Terminal

/// One entry of a file with what has become of it.
struct ImportRow: Sendable {
  enum Status: String, CaseIterable, Sendable {
    case created, changed, cancelled, unchanged
    /// Left alone on purpose, for a reason that is told.
    case skipped
    case refused, failed, notSent

    /// Whether the mailbox is not as the file says it.
    var isBad: Bool { [.refused, .failed, .notSent].contains(self) }

    /// The word for it in the sum.
    var summed: String {
      switch self {
      case .created: "new"
      case .notSent: "not sent"
      default: rawValue
      }
    }

    var verb: String {
      switch self {
      case .created: "Created"
      case .changed: "Changed"
      case .cancelled: "Removed"
      case .unchanged: "Unchanged"
      case .skipped: "Skipped"
      case .refused: "Refused"
      case .failed: "Failed"
      case .notSent: "Not sent"
      }
    }
  }

  /// What is not, or otherwise, in the mailbox than in the file.
  struct Note: Hashable, Sendable {
    /// What many entries of a file may have in common.
    var text: String
    /// The value concerned, foreign text.
    var value: String?

    init(_ text: String, value: String? = nil) {
      self.text = text
      self.value = value
    }

    var whole: String { text + (value.map { ": \($0)" } ?? "") }
  }

  /// The line of the file it begins on.
  var line: Int
  /// Its identity in the file, where it has one.
  var uid: String?
  /// What people call it; empty where it has no name.
  var title: String
  var status: Status
  var id: String?
  /// The parts of it that change, in words.
  var changes: [String] = []
  var notes: [Note] = []
  /// Why it is as it is.
  var reason: String?
  /// For programs.
  var error = JSON.null
  var failure: Failure?
  /// Whether something of it could not be done.
  var isPartly = false
  /// What a dry run tells of it; nil for nothing.
  var forecast: String?

  /// The title in quotes, cleaned; else what an entry of this kind is called.
  func name(_ kind: ImportReport.Kind) -> String {
    title.isEmpty ? "the \(kind.noun)" : "\"\(TextSanitizer.line(title))\""
  }
}

extension ImportRow {
  /// What has become of an identity of a calendar file.
  init(_ plan: PlannedImport, _ outcome: ImportOutcome) {
    let status: Status =
      switch (plan.deed, outcome) {
      case (.refused, _): .refused
      case (.unchanged, _): .unchanged
      case (.skipped, _): .skipped
      case (_, .failed): .failed
      case (_, .notSent): .notSent
      case (.create, _): .created
      case (.update, _): .changed
      case (.cancel, _): .cancelled
      }
    self.init(
      line: plan.item.line, uid: plan.item.uid, title: plan.item.subject, status: status)
    changes = plan.changes
    notes = plan.item.notes.map { Note($0) }
    id = plan.event?["id"]?.string
    take(outcome)
    switch plan.deed {
    case .refused(let refusal): refuse(line: refusal.line, refusal.reason)
    case .unchanged(let why): reason = why
    case .skipped(let why): reason = why
    case .create(_, let days) where !days.isEmpty:
      forecast = "\(name(.events)): \(Plural.of(days.count, "day")) would be special"
    case .create: break
    case .update:
      forecast = "\(name(.events)) would change: \(changes.joined(separator: ", "))"
    case .cancel: forecast = "\(name(.events)) would be removed"
    }
    if let reason, status == .unchanged || status == .skipped {
      forecast = "\(name(.events)): \(reason)"
    }
  }

  /// Says why it is not taken.
  mutating func refuse(line: Int, _ words: String) {
    reason = "line \(line): \(words)"
    error = ["code": "refused", "line": .number(line), "message": .string(words)]
  }

  /// Takes what the sending has come to.
  mutating func take(_ outcome: ImportOutcome) {
    switch outcome {
    case .done(let done, let trouble):
      if let done, !done.isEmpty { id = done }
      guard !trouble.isEmpty else { return }
      isPartly = true
      reason = trouble.joined(separator: "; ")
      error = ["code": "partly_done", "message": .string(reason ?? "")]
    case .failed(let why):
      failure = why
      reason = [why.what, why.why].compactMap(\.self).joined(separator: ": ")
      error = why.json["error"] ?? .null
    case .notSent: break
    }
  }
}
