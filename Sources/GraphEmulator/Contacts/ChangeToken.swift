import JSON

/// What the `$skiptoken` or `$deltatoken` of a contact or folder round remembers.
///
/// A round tells the changes up to one moment, oldest first; what happens while it runs belongs to the
/// next round.
struct ChangeToken: Equatable {
  /// The mailbox and the list it was made for; it is of no use elsewhere.
  var list: String
  /// The change after which the round began; 0 for the first one.
  var since: Int
  /// The change that was told last.
  var after: Int
  /// The change the round ends with; nil in a `$deltatoken`, whose round begins when it is used.
  var until: Int?
  /// What `$select` named at the first call.
  var select: [String]?

  init(list: String, since: Int = 0, after: Int = 0, until: Int? = nil, select: [String]? = nil) {
    self.list = list
    self.since = since
    self.after = after
    self.until = until
    self.select = select
  }

  /// Reads a token that `text` has written; nil for anything else.
  init?(_ text: String) {
    guard let bytes = Base64.bytes(text), let json = try? JSON(parsing: bytes),
      let list = json["l"]?.string, let since = json["s"]?.int, let after = json["a"]?.int
    else { return nil }
    self.init(
      list: list, since: since, after: after, until: json["u"]?.int,
      select: json["p"]?.array?.compactMap(\.string))
  }

  var text: String {
    var json: JSONObject = [
      "l": .string(list), "s": .number(since), "a": .number(after),
    ]
    if let until { json["u"] = .number(until) }
    if let select { json["p"] = .array(select.map { .string($0) }) }
    return Base64.text(JSON.object(json).bytes(.wire), alphabet: .urlSafe)
  }
}

extension GraphError {
  /// 410 for a token that is too old or was never made here: the client has to start a new round.
  ///
  /// Source: Microsoft Graph "Use delta query"; the code as users of Outlook resources see it.
  static let syncStateNotFound = GraphError(
    status: 410, code: "SyncStateNotFound", message: "The sync state generation is not found.")
}
