import HTTP
package import Host
import JSON
import SignIn

/// Listens to all requests of a run, for `--verbose` and `--trace`; secrets are masked.
package struct Wiretap: Sendable {
  private let recorder: HARRecorder?
  private let path: String?
  private let clock: Clock
  private let writes = Locked(0)
  private let attempts = Locked(0)

  /// How many requests that change something the service has carried out.
  var writeCount: Int { writes.withLock { $0 } }

  /// Whether a request that changes something may have reached the service.
  var mayHaveWritten: Bool { attempts.withLock { $0 > 0 } }

  /// - Parameters:
  ///   - path: the HAR file to write at the end, if any.
  ///   - clock: by which requests are dated and timed.
  package init(path: String?, clock: Clock) {
    self.path = path
    self.clock = clock
    recorder = path == nil ? nil : HARRecorder(creatorVersion: graphcalVersion)
  }

  /// The same wire, listened to; unchanged when nobody wants to hear.
  func listening(
    to transport: any Transport, verbose: (@Sendable (String) -> Void)?
  ) -> any Transport {
    guard verbose != nil || recorder != nil else { return transport }
    return ObservedTransport(base: transport, now: clock.now, uptime: clock.uptime) {
      [recorder] exchange in
      verbose?(exchange.line)
      await recorder?.record(exchange)
    }
  }

  /// The same wire, its successful writes counted.
  func counting(_ transport: any Transport) -> any Transport {
    CountedTransport(
      base: transport, attempted: { [attempts] in attempts.withLock { $0 += 1 } },
      count: { [writes] in writes.withLock { $0 += 1 } })
  }

  private struct CountedTransport: Transport {
    var base: any Transport
    var attempted: @Sendable () -> Void
    var count: @Sendable () -> Void

    func prepare() { base.prepare() }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      let isWrite = !["GET", "HEAD"].contains(request.method)
      let response: HTTPResponse
      do {
        response = try await base.send(request)
      } catch {
        if isWrite, !error.wasNotSent { attempted() }
        throw error
      }
      if isWrite { attempted() }
      if isWrite, (200..<300).contains(response.status) {
        count()
      }
      return response
    }
  }

  /// Writes the HAR file, readable by its owner alone.
  ///
  /// - Throws: `Failure` of kind general when it cannot be written.
  package func finish() async throws(Failure) {
    guard let recorder, let path else { return }
    let archive = await recorder.archive
    do {
      _ = try PrivateFile(path: path).write(archive.bytes(.pretty), now: clock.now())
    } catch {
      throw Failure(
        .general, "cannot write the trace to \(path)", why: error.explanation,
        hint: "give --trace a file in a folder you may write to")
    }
  }
}
