package import FoundationEssentials
package import HTTP

/// Compares this machine's wall clock with the `Date` of a server's answer.
package enum ClockCheck {
  /// Seconds this machine is ahead, when more than five minutes either way.
  package static func offset(_ headers: HTTPFields, now: Date) -> Int? {
    guard let date = headers["Date"].flatMap({ HTTPDate.parse($0, now: now) }) else { return nil }
    let difference = now.timeIntervalSince(date)
    return abs(difference) > 300 ? Int(difference) : nil
  }

  /// Such as `the clock of this machine is 10 minutes ahead of the server's`.
  package static func text(_ seconds: Int) -> String {
    let size = abs(seconds)
    let amount =
      size >= 172_800
      ? "\(size / 86_400) days" : size >= 7200 ? "\(size / 3600) hours" : "\(size / 60) minutes"
    return
      "the clock of this machine is \(amount) \(seconds > 0 ? "ahead of" : "behind") the server's"
  }
}
