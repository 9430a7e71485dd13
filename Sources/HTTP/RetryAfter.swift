package import struct FoundationEssentials.Date

/// The `Retry-After` field: when a server wants to be asked again.
///
/// Source: RFC 9110 section 10.2.3; decimals are not in it but are sent by services of Microsoft.
package enum RetryAfter {
  /// The wait that `text` asks for: seconds, seconds with decimals, or a date.
  ///
  /// - Returns: 0 s for a date in the past; nil for a negative number and for anything unreadable.
  package static func parse(_ text: String, now: Date) -> Duration? {
    let blanks: Set<Character> = [" ", "\t"]
    let trimmed = text.drop { blanks.contains($0) }
    let word = trimmed.prefix { !blanks.contains($0) }
    if word.count == trimmed.count || trimmed.dropFirst(word.count).allSatisfy(blanks.contains),
      let seconds = seconds(word)
    {
      return .milliseconds(Int64((seconds * 1000).rounded(.up)))
    }
    guard let date = HTTPDate.parse(text, now: now) else { return nil }
    let seconds = max(0, date.timeIntervalSince(now))
    return .milliseconds(Int64((seconds * 1000).rounded(.up)))
  }

  /// Plain digits with an optional fraction; at most a thousand years, so that no sum overflows.
  private static func seconds(_ text: Substring) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }),
      parts.joined().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let value = Double(text)
    else { return nil }
    return min(value, 3.2e10)
  }
}

extension HTTPResponse {
  /// The wait the server asks for; nil when it names none that can be read.
  package func retryAfter(now: Date) -> Duration? {
    headers["Retry-After"].flatMap { RetryAfter.parse($0, now: now) }
  }

  /// The server's name for this exchange, which Microsoft's support asks for.
  package var requestID: String? { headers["request-id"] ?? headers["x-ms-request-id"] }
}
