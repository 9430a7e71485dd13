import FoundationEssentials
import JSON

/// What the `$skiptoken` or `$deltatoken` of a round over a calendar remembers.
///
/// A round tells the changes after one moment up to another, oldest first; what happens while it runs
/// belongs to the next.
struct DeltaToken: Equatable {
  /// The mailbox and calendar it was made for; it is of no use elsewhere.
  var list: String
  /// The window, fixed for all rounds; nil without one.
  var window: Range<Date>?
  /// The change after which the round began; 0 for the first.
  var since = 0
  /// The change the round ends with; nil in a `$deltatoken`, whose round begins when it is used.
  var until: Int?
  /// The place of the entry that was told last: change, item and day.
  var after: [Int] = []

  init(list: String, window: Range<Date>?) {
    self.list = list
    self.window = window
  }

  /// Reads a token that `text` has written; nil for anything else.
  init?(_ text: String) {
    guard let bytes = Base64.bytes(text), let json = try? JSON(parsing: bytes),
      let list = json["e"]?.string, let since = json["s"]?.int
    else { return nil }
    let bounds = json["w"]?.array?.compactMap { $0.number?.double } ?? []
    if bounds.count == 2, bounds[0] <= bounds[1] {
      window =
        Date(timeIntervalSince1970: bounds[0])..<Date(timeIntervalSince1970: bounds[1])
    }
    self.list = list
    self.since = since
    until = json["u"]?.int
    after = json["a"]?.array?.compactMap(\.int) ?? []
  }

  var text: String {
    var json: JSONObject = ["e": .string(list), "s": .number(since)]
    if let window {
      json["w"] = .array(
        [window.lowerBound, window.upperBound].map {
          .number(JSONNumber($0.timeIntervalSince1970))
        })
    }
    if let until { json["u"] = .number(until) }
    if !after.isEmpty { json["a"] = .array(after.map { .number($0) }) }
    return Base64.text(JSON.object(json).bytes(.wire), alphabet: .urlSafe)
  }
}
