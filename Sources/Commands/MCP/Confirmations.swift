import FoundationEssentials

/// The plans that wait for a yes: each is good once, for exactly its words, for ten minutes.
struct Confirmations: Sendable {
  private struct Plan {
    var words: [String]
    var end: Date
  }

  /// How long a plan waits, in seconds.
  static let lifetime = 600.0

  private var plans: [String: Plan] = [:]

  /// Keeps a plan under `token`, which nobody can guess.
  mutating func keep(_ words: [String], as token: String, now: Date) {
    plans = plans.filter { $0.value.end > now }
    plans[token] = Plan(words: words, end: now.addingTimeInterval(Self.lifetime))
  }

  /// Whether `token` confirms exactly these words now; it does so once.
  ///
  /// Other words use it up too, so that one yes is never tried on several things.
  mutating func redeem(_ token: String, for words: [String], now: Date) -> Bool {
    guard let plan = plans.removeValue(forKey: token) else { return false }
    return plan.words == words && plan.end > now
  }
}
