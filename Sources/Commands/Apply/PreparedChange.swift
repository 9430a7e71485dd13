import GraphAPI
import JSON

/// A line with what it comes to on the item as it is now.
struct PreparedChange: Sendable {
  /// What has become of a line.
  enum Outcome: Sendable {
    /// The item after it; nil where nothing is left or nothing is known of it.
    case done(JSONObject?)
    /// An earlier run had done it.
    case doneBefore
    /// The item is so already.
    case unchanged
    /// The item was changed since the line was written.
    case conflict(Failure)
    case failed(Failure)
    /// It was sent, and no answer says whether it was done.
    case unknown(Failure)
    /// The run had stopped before, or what it comes after was not done.
    case notSent(String)
  }

  var line: ChangeLine
  /// The item as it was read; nil for a create.
  var item: JSONObject?
  var difference = ChangeDifference()
  /// What people call it.
  var title = ""
  /// How many people are told by mail.
  var mailed = 0
  /// What creates are known by.
  var key = ""
  /// Nil where there is nothing to send.
  var request: GraphRequest?
  var outcome: Outcome?
  /// What an earlier run has made of the line.
  var earlierID: String?
  /// The calendar that an event to be deleted is in.
  var calendarID: String?

  /// The item after the change, where it is known.
  var after: JSONObject? {
    guard case .done(let item)? = outcome else { return nil }
    return item
  }

  /// The whole id of the item, where there is one.
  var id: String? {
    after?["id"]?.string ?? line.id ?? earlierID
  }
}

extension PreparedChange.Outcome {
  /// The word for programs.
  var word: String {
    switch self {
    case .done, .doneBefore: "done"
    case .unchanged: "unchanged"
    case .conflict: "conflict"
    case .failed: "failed"
    case .unknown: "unknown"
    case .notSent: "notSent"
    }
  }

  /// Why it was not done.
  var failure: Failure? {
    switch self {
    case .conflict(let failure), .failed(let failure), .unknown(let failure): failure
    case .done, .doneBefore, .unchanged, .notSent: nil
    }
  }

  /// Whether everything is now as the line wants it.
  var isGood: Bool {
    switch self {
    case .done, .doneBefore, .unchanged: true
    case .conflict, .failed, .unknown, .notSent: false
    }
  }
}
