import Glibc

/// One request that came to a `LoopbackListener`, and the way to answer it.
package final class LoopbackVisit {
  /// What was sent; for a request that is too large, its beginning.
  package let bytes: [UInt8]
  package let isTooLarge: Bool
  private var descriptor: Int32

  init(_ descriptor: Int32, bytes: [UInt8], isTooLarge: Bool) {
    self.descriptor = descriptor
    self.bytes = bytes
    self.isTooLarge = isTooLarge
  }

  deinit { close() }

  /// Sends the answer and hangs up; a visitor who has gone is no error.
  ///
  /// At most a second is spent on somebody who does not read.
  package func answer(_ answer: [UInt8]) {
    var sent = 0
    while descriptor >= 0, sent < answer.count {
      let count = unsafe answer.withUnsafeBytes { buffer in
        unsafe send(
          descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&wanted, 1, 1000) > 0 else { break }
      } else if errno != EINTR {
        break
      }
    }
    close()
  }

  private func close() {
    guard descriptor >= 0 else { return }
    _ = shutdown(descriptor, Int32(SHUT_WR))
    // What is left unread would make the system reset the connection and lose the answer.
    var rest = [UInt8](repeating: 0, count: 8192)
    while unsafe recv(descriptor, &rest, rest.count, 0) > 0 {}
    _ = Glibc.close(descriptor)
    descriptor = -1
  }
}
