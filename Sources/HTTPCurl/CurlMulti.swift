import CCurl
import HTTP

/// The transfers of one thread: libcurl's multi handle with its open connections.
@safe final class CurlMulti {
  /// Wakes the thread of a multi handle, from any thread, as long as the handle lives.
  @safe struct Waker: @unchecked Sendable {
    fileprivate let library: CurlLibrary
    fileprivate let raw: UnsafeMutableRawPointer

    func wake() { _ = unsafe library.table.pointee.multi_wakeup(raw) }
  }

  private let library: CurlLibrary
  private let settings: CurlSettings
  private let raw: UnsafeMutableRawPointer
  private var active: [(handle: EasyHandle, transfer: CurlTransfer)] = []
  private var idle: [EasyHandle] = []

  /// More handles than requests that are ever in flight to one host.
  private static let idleLimit = 8

  init(library: CurlLibrary, settings: CurlSettings) throws(TransportError) {
    guard let raw = unsafe library.table.pointee.multi_init() else {
      throw TransportError(
        reason: .other, host: "", detail: "libcurl gives no multi handle: out of memory",
        wasNotSent: true)
    }
    unsafe self.raw = raw
    self.library = library
    self.settings = settings
  }

  deinit {
    idle.removeAll()
    _ = unsafe library.table.pointee.multi_cleanup(raw)
  }

  var waker: Waker { unsafe Waker(library: library, raw: raw) }

  /// Begins a transfer; a problem finishes it at once.
  func start(_ transfer: CurlTransfer) {
    do throws(TransportError) {
      let handle = try freshHandle()
      try settings.apply(to: handle, for: transfer)
      guard unsafe library.table.pointee.multi_add_handle(raw, handle.raw) == CURLM_OK else {
        throw TransportError(
          reason: .other, host: "", detail: "libcurl does not take the transfer", wasNotSent: true)
      }
      active.append((handle, transfer))
    } catch {
      var error = error
      error.host = transfer.url.authority
      transfer.finish(.failure(error))
    }
  }

  /// Ends a transfer; nothing happens when it is over already.
  func cancel(_ transfer: CurlTransfer) {
    transfer.finish(
      .failure(
        TransportError(
          reason: .cancelled, host: transfer.url.authority, detail: "cancelled",
          wasNotSent: !transfer.isStarted)))
    if let place = active.firstIndex(where: { $0.transfer === transfer }) { remove(at: place) }
  }

  func cancelAll() {
    for entry in active { cancel(entry.transfer) }
  }

  /// Moves every transfer as far as it goes without waiting, and finishes those that are done.
  func run() {
    var running: Int32 = 0
    _ = unsafe library.table.pointee.multi_perform(raw, &running)
    var code = CURLE_OK
    while let finished = unsafe graphcal_curl_next_finished(library.table, raw, &code) {
      guard let place = active.firstIndex(where: { unsafe $0.handle.raw == finished }) else {
        continue
      }
      let entry = active[place]
      let answer = CurlOutcome(entry.transfer, entry.handle, code).answer
      remove(at: place)
      entry.transfer.finish(answer)
    }
  }

  /// Sleeps until a connection moves, a time limit ends or somebody wakes the thread.
  func wait() {
    var ready: Int32 = 0
    // libcurl itself wakes up earlier for its own time limits.
    let milliseconds: Int32 = active.isEmpty ? 3_600_000 : 10_000
    _ = unsafe library.table.pointee.multi_poll(raw, nil, 0, milliseconds, &ready)
  }

  private func freshHandle() throws(TransportError) -> EasyHandle {
    let handle: EasyHandle
    if let used = idle.popLast() {
      handle = used
    } else {
      handle = try EasyHandle(library: library)
    }
    handle.reset()
    return handle
  }

  private func remove(at place: Int) {
    let handle = active.remove(at: place).handle
    _ = unsafe library.table.pointee.multi_remove_handle(raw, handle.raw)
    if idle.count < Self.idleLimit { idle.append(handle) }
  }
}
