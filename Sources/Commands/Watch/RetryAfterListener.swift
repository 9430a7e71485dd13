import HTTP
import Host

import struct FoundationEssentials.Date

/// Notes how long a service that has too much to do wants to be left alone.
struct RetryAfterListener: Transport {
  private let base: any Transport
  private let now: @Sendable () -> Date
  private let longest = Locked<Duration?>(nil)

  init(base: any Transport, now: @escaping @Sendable () -> Date) {
    self.base = base
    self.now = now
  }

  func prepare() { base.prepare() }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let response = try await base.send(request)
    if [429, 503].contains(response.status), let wait = response.retryAfter(now: now()) {
      longest.withLock { $0 = max($0 ?? wait, wait) }
    }
    return response
  }

  /// The longest wait that was asked for since the last call.
  func take() -> Duration? {
    longest.withLock { wait in
      defer { wait = nil }
      return wait
    }
  }
}
