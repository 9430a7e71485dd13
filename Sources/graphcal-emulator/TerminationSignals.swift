import Dispatch
import Glibc

/// SIGTERM and SIGINT as something to wait for, from the moment this is made.
struct TerminationSignals {
  private let arrivals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (arrivals, inlet) = AsyncStream.makeStream(of: Void.self)
    self.arrivals = arrivals
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { inlet.yield() }
      source.resume()
      return source
    }
  }

  /// Returns when the first of them has come.
  func wait() async {
    for await _ in arrivals { return }
  }
}
