package import struct FoundationEssentials.Date
package import struct FoundationEssentials.UUID

/// Sends requests again by the rules of `RetryPolicy`, and names each by a `client-request-id`.
///
/// All tries of one request carry the same `client-request-id`, so that one name finds them all in
/// the service's logs; the service's own `request-id` tells them apart. What is given up comes out
/// as the last answer or error, a 429 with its `Retry-After` included. A DELETE that finds nothing,
/// after a try that may have been carried out, has been done and comes out as 204.
package struct RetryingTransport: Transport {
  private let base: any Transport
  private let policy: RetryPolicy
  private let now: @Sendable () -> Date
  private let random: @Sendable () -> Double
  private let makeID: @Sendable () -> String
  private let sleep: @Sendable (Duration) async throws -> Void
  private let notify: @Sendable (RetryNotice) -> Void

  /// Wraps `base`.
  ///
  /// - Parameters:
  ///   - base: what sends each try.
  ///   - policy: the rules, `--max-wait` in them.
  ///   - now: the machine's wall clock, against which a date in `Retry-After` is read.
  ///   - random: numbers from 0 to 1 that spread the waits.
  ///   - makeID: a fresh `client-request-id`.
  ///   - sleep: waits; throws when the task is cancelled meanwhile.
  ///   - notify: told before a wait longer than 1 s.
  package init(
    base: any Transport, policy: RetryPolicy = RetryPolicy(),
    now: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
    makeID: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    notify: @escaping @Sendable (RetryNotice) -> Void = { _ in }
  ) {
    self.base = base
    self.policy = policy
    self.now = now
    self.random = random
    self.makeID = makeID
    self.sleep = sleep
    self.notify = notify
  }

  package func prepare() { base.prepare() }

  package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    var request = request
    if request.headers["client-request-id"] == nil {
      request.headers["client-request-id"] = makeID()
    }
    var attempt = 1
    var waited = Duration.zero
    var mayBeDone = false
    while true {
      var result = await result(of: request)
      if request.method == "DELETE", mayBeDone { result = Self.asDeleted(result) }
      mayBeDone = mayBeDone || Self.leavesOutcomeOpen(result)
      let step = policy.step(
        after: outcome(of: result), repeatability: request.repeatability, attempt: attempt,
        waited: waited, jitter: random())
      guard case .wait(let wait) = step else { return try result.get() }
      if wait > .seconds(1) {
        notify(RetryNotice(url: request.url, result: result, wait: wait, attempt: attempt))
      }
      do {
        try await sleep(wait)
      } catch {
        throw TransportError(
          reason: .cancelled, host: HTTPURL(request.url)?.authority ?? "",
          detail: "cancelled while waiting to try again", wasNotSent: false)
      }
      waited += wait
      attempt += 1
    }
  }

  /// The answer to a repeated DELETE, "not there" taken for "deleted by the try before".
  private static func asDeleted(
    _ result: Result<HTTPResponse, TransportError>
  ) -> Result<HTTPResponse, TransportError> {
    guard case .success(var response) = result, [404, 410].contains(response.status) else {
      return result
    }
    response.status = 204
    response.body = []
    return .success(response)
  }

  /// Whether the server may have carried the request out although no answer says so.
  private static func leavesOutcomeOpen(_ result: Result<HTTPResponse, TransportError>) -> Bool {
    switch result {
    case .success(let response): HTTPResponse.leavesOutcomeOpen(status: response.status)
    case .failure(let error): !error.wasNotSent
    }
  }

  private func result(of request: HTTPRequest) async -> Result<HTTPResponse, TransportError> {
    do {
      return .success(try await base.send(request))
    } catch {
      return .failure(error)
    }
  }

  private func outcome(of result: Result<HTTPResponse, TransportError>) -> RetryPolicy.Outcome {
    switch result {
    case .success(let response):
      .answer(status: response.status, retryAfter: response.retryAfter(now: now()))
    case .failure(let error):
      .failure(error.reason, wasNotSent: error.wasNotSent)
    }
  }
}

/// Why a request is about to wait before it is sent again.
package struct RetryNotice: Sendable, Equatable {
  /// The host that could not answer, or the proxy.
  package var host: String
  /// The status of the answer; nil when there was none.
  package var status: Int?
  /// What went wrong when there was no answer.
  package var reason: TransportError.Reason?
  package var wait: Duration
  /// Tries made so far.
  package var attempt: Int

  init(
    url: String, result: Result<HTTPResponse, TransportError>, wait: Duration, attempt: Int
  ) {
    self.wait = wait
    self.attempt = attempt
    switch result {
    case .success(let response):
      host = HTTPURL(url)?.authority ?? ""
      status = response.status
    case .failure(let error):
      host = error.host
      reason = error.reason
    }
  }

  /// One line for stderr, without a full stop.
  package var line: String {
    let seconds = Int((wait / .seconds(1)).rounded(.up))
    let cause =
      switch (status, reason) {
      case (429?, _): "\(host) asks for fewer requests"
      case (let status?, _): "\(host) answered \(status)"
      case (nil, let reason?): reason.sentence(host: host)
      case (nil, nil): "no answer from \(host)"
      }
    return "\(cause); trying again in \(seconds) s"
  }
}
