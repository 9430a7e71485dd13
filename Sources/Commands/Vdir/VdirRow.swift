import JSON
import Rendering
import Terminal

/// What has become of one item of a folder of files.
struct VdirRow: Sendable {
  enum Status: String, CaseIterable, Sendable {
    /// A file was made, changed or removed here.
    case written, removed
    /// Something was made, changed or deleted at the service.
    case created, changed, deleted
    /// Something went to another calendar or folder there, as its file did here.
    case moved
    case conflict, refused, failed, notSent

    var isBad: Bool { [.refused, .failed, .notSent].contains(self) }

    var verb: String {
      switch self {
      case .written: "Wrote"
      case .removed: "Removed"
      case .created: "Created"
      case .changed: "Changed"
      case .deleted: "Deleted"
      case .moved: "Moved"
      case .conflict: "Conflict"
      case .refused: "Refused"
      case .failed: "Failed"
      case .notSent: "Not sent"
      }
    }

    /// The word for it in the sum, after a number.
    var summed: String {
      switch self {
      case .written: "written"
      case .removed: "removed"
      case .created: "new there"
      case .changed: "changed there"
      case .deleted: "deleted there"
      case .moved: "moved there"
      case .notSent: "not sent"
      case .conflict, .refused, .failed: rawValue
      }
    }
  }

  /// The file, below the folder.
  var file: String
  var status: Status
  var uid: String?
  var title = ""
  var reason: String?
  var failure: Failure?

  /// What a dry run tells of it.
  var forecast: String {
    let words =
      switch status {
      case .written, .removed: "would be \(status.rawValue)"
      case .created: "would be made there"
      case .changed, .deleted, .moved: "would be \(status.rawValue) there"
      case .conflict: "has changed on both sides"
      case .refused: "would be refused"
      case .failed, .notSent: "would not be sent"
      }
    return words + (reason.map { " (\(TextSanitizer.line($0)))" } ?? "")
  }

  var json: JSON {
    [
      "file": .string(file), "name": .string(title), "reason": .string(orNull: reason),
      "status": .string(status.rawValue), "uid": .string(orNull: uid),
      "error": failure?.json["error"] ?? .null,
    ]
  }

  var line: StyledLine {
    var line = StyledLine(status.verb + "  ") + StyledLine(TextSanitizer.line(file), .bold)
    let title = TextSanitizer.line(title)
    if !title.isEmpty { line.append("  " + title) }
    if let reason { line.append("  " + TextSanitizer.line(reason)) }
    return line
  }
}

/// Prints what has become of a folder of files.
struct VdirReport {
  var context: Context
  private(set) var rows: [VdirRow] = []

  static let fields = ["error", "file", "name", "reason", "status", "uid"]

  init(context: Context) { self.context = context }

  mutating func add(_ rows: [VdirRow]) { self.rows += rows }

  func print() throws(Failure) {
    let listing = Listing(
      context: context, fields: Self.fields,
      columns: [
        .init("status", "status"), .init("file", "file"), .init("name", "name"),
        .init("reason", "reason"), .init("uid", "uid"),
      ])
    if listing.isWanted { return try listing.print(rows.lazy.map(\.json)) }
    try context.print(shown.map(\.line) + [StyledLine(sum)])
  }

  /// What a dry run tells.
  func tell() {
    for row in shown { context.note("\(TextSanitizer.line(row.file)): \(row.forecast)") }
    context.note(sum)
  }

  /// The first time everything is written, which nobody reads line by line.
  private var shown: [VdirRow] {
    rows.count > 50 ? rows.filter { $0.status != .written } : rows
  }

  private var sum: String {
    let parts = VdirRow.Status.allCases.compactMap { status in
      let count = rows.count { $0.status == status }
      return count > 0 ? "\(count) \(status.summed)" : nil
    }
    return parts.isEmpty ? "both sides are the same" : parts.joined(separator: ", ")
  }

  /// Fails where both sides are not the same now.
  func end() throws(Failure) {
    if let bad = rows.first(where: \.status.isBad) {
      if rows.count(where: \.status.isBad) == rows.count, let failure = bad.failure {
        throw failure
      }
      throw Failure(
        .partlyDone, "\(rows.count(where: \.status.isBad)) of \(rows.count) changes were not made",
        why: "\(bad.file): \(bad.reason ?? "it was not sent")", hint: "the lines say which")
    }
    let conflicts = rows.filter { $0.status == .conflict }
    if let first = conflicts.first {
      throw Failure(
        .conflict, "\(Plural.of(conflicts.count, "item")) changed on both sides",
        why: "\(first.file): \(first.reason ?? "")",
        hint: "the file is as the service has it, and yours lies beside it as .conflict")
    }
  }
}
