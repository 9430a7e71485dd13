import CCurl
import Glibc
import HTTP
import Host

/// The thread that libcurl runs on, and the box through which others talk to it.
///
/// The thread starts with the first transfer and sleeps in `curl_multi_poll` while nothing is to do.
final class CurlLoop: Sendable {
  /// What others have asked for and the thread has not yet done.
  private struct Inbox {
    var submitted: [CurlTransfer] = []
    var cancelled: [CurlTransfer] = []
    var isStopping = false
    /// The thread, to be waited for; nil before it is up and after it has given up.
    var thread: pthread_t?
    /// How to wake the thread; nil before it is up and after it has ended.
    var waker: CurlMulti.Waker?
  }

  private let settings: CurlSettings
  private let inbox = Locked(Inbox())

  init(settings: CurlSettings) { self.settings = settings }

  /// Starts the thread before there is anything to send; a failure is told by the first transfer.
  func prepare() {
    inbox.withLock { inbox in
      if inbox.thread == nil { _ = start(&inbox.thread) }
    }
  }

  /// Hands a transfer to the thread, which will finish it.
  func submit(_ transfer: CurlTransfer) {
    let problem = inbox.withLock { inbox in
      inbox.submitted.append(transfer)
      guard inbox.thread == nil else {
        inbox.waker?.wake()
        return Int32(0)
      }
      let problem = start(&inbox.thread)
      if problem != 0 { inbox.submitted.removeAll { $0 === transfer } }
      return problem
    }
    if problem != 0 {
      transfer.finish(
        .failure(
          TransportError(
            reason: .other, host: transfer.url.authority, detail: "no thread: error \(problem)",
            wasNotSent: true)))
    }
  }

  /// Ends a transfer, also one that is submitted later.
  func cancel(_ transfer: CurlTransfer) {
    inbox.withLock { inbox in
      transfer.isCancelled = true
      inbox.cancelled.append(transfer)
      inbox.waker?.wake()
    }
  }

  /// Ends the thread and what is still on its way, and waits until all connections are closed.
  ///
  /// A program may exit right afterwards: the TLS library then takes itself apart, and a thread that
  /// still closed connections would run into that.
  func stop() {
    let thread = inbox.withLock { inbox in
      inbox.isStopping = true
      inbox.waker?.wake()
      defer { inbox.thread = nil }
      return inbox.thread
    }
    if let thread { pthread_join(thread, nil) }
  }

  private func start(_ started: inout pthread_t?) -> Int32 {
    // Signals are for the other threads; a write to a closed connection is an error, not SIGPIPE.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

    var thread = pthread_t()
    let object = unsafe Unmanaged.passRetained(self)
    let problem = unsafe pthread_create(
      &thread, nil,
      { object in
        if let object = unsafe object {
          unsafe Unmanaged<CurlLoop>.fromOpaque(object).takeRetainedValue().run()
        }
        return nil
      }, object.toOpaque())
    if problem == 0 { started = thread } else { unsafe object.release() }
    return problem
  }

  /// The life of the thread.
  private func run() {
    let multi: CurlMulti
    do {
      multi = try CurlMulti(library: CurlLibrary.shared.get(), settings: settings)
    } catch {
      fail(with: error)
      return
    }
    inbox.withLock { $0.waker = multi.waker }
    while true {
      let (submitted, cancelled, isStopping) = inbox.withLock { inbox in
        let taken = (
          inbox.submitted.filter { !$0.isCancelled },
          inbox.cancelled + inbox.submitted.filter(\.isCancelled), inbox.isStopping
        )
        inbox.submitted = []
        inbox.cancelled = []
        // From here on nobody may touch the handle, which is about to go.
        if taken.2 { inbox.waker = nil }
        return taken
      }
      cancelled.forEach(multi.cancel)
      submitted.forEach(multi.start)
      guard !isStopping else { break }
      multi.run()
      multi.wait()
    }
    multi.cancelAll()
  }

  /// Refuses everything that waits; the next request tries to start anew.
  private func fail(with error: TransportError) {
    let refused = inbox.withLock { inbox in
      let refused = inbox.submitted
      inbox.submitted = []
      inbox.cancelled = []
      if inbox.thread != nil { pthread_detach(pthread_self()) }
      inbox.thread = nil
      return refused
    }
    for transfer in refused { transfer.finish(.failure(error)) }
  }
}
