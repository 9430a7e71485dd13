package import struct FoundationEssentials.Date

/// Tells somebody about every request that has gone over the wire, each try by itself.
package struct ObservedTransport: Transport {
  /// One try and how it ended.
  package struct Exchange: Sendable {
    package var request: HTTPRequest
    package var result: Result<HTTPResponse, TransportError>
    package var started: Date
    package var duration: Duration

    package init(
      request: HTTPRequest, result: Result<HTTPResponse, TransportError>, started: Date,
      duration: Duration
    ) {
      self.request = request
      self.result = result
      self.started = started
      self.duration = duration
    }
  }

  private let base: any Transport
  private let now: @Sendable () -> Date
  private let uptime: @Sendable () -> Duration
  private let observe: @Sendable (Exchange) async -> Void

  /// Wraps `base`.
  ///
  /// - Parameters:
  ///   - base: what sends the request.
  ///   - now: the machine's wall clock.
  ///   - uptime: a clock that never goes back.
  ///   - observe: told after each try, before its answer is passed on.
  package init(
    base: any Transport, now: @escaping @Sendable () -> Date,
    uptime: @escaping @Sendable () -> Duration,
    observe: @escaping @Sendable (Exchange) async -> Void
  ) {
    self.base = base
    self.now = now
    self.uptime = uptime
    self.observe = observe
  }

  package func prepare() { base.prepare() }

  package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let started = now()
    let start = uptime()
    let result: Result<HTTPResponse, TransportError>
    do {
      result = .success(try await base.send(request))
    } catch {
      result = .failure(error)
    }
    await observe(
      Exchange(request: request, result: result, started: started, duration: uptime() - start))
    return try result.get()
  }
}

extension ObservedTransport.Exchange {
  /// The line of `--verbose`: method, address without secrets, outcome, time and size.
  package var line: String {
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    let outcome =
      switch result {
      case .success(let response): "\(response.status), \(response.body.count) bytes"
      case .failure(let error): "\(error.sentence) (\(error.detail))"
      }
    return "\(request.method) \(SecretMask.url(request.url)): \(outcome), \(milliseconds) ms"
  }
}
