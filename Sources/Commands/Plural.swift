/// Numbers with their nouns, as sentences have them.
enum Plural {
  static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

  static func events(_ count: Int) -> String { of(count, "event") }

  /// `1 attachment`, `2 attachments`.
  static func of(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
