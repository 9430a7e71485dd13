import Glibc

/// A call of the system's socket interface that failed.
package struct SocketError: Error, CustomStringConvertible {
  package let call: String
  package let code: Int32

  package var description: String { "\(call): error \(code)" }
}

/// A TCP socket on loopback; closed when the last reference goes.
@safe final class Socket: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { Glibc.close(descriptor) }

  /// A socket that listens on 127.0.0.1, on a port that the system picks.
  static func listening() throws(SocketError) -> Socket {
    let socket = try make()
    try unsafe socket.withAddress(port: 0) { address, size in
      unsafe bind(socket.descriptor, address, size)
    }
    .orThrow("bind")
    try listen(socket.descriptor, 64).orThrow("listen")
    return socket
  }

  /// A socket connected to 127.0.0.1.
  static func connected(toPort port: Int) throws(SocketError) -> Socket {
    let socket = try make()
    try unsafe socket.withAddress(port: UInt16(port)) { address, size in
      unsafe connect(socket.descriptor, address, size)
    }.orThrow("connect")
    return socket
  }

  /// The port the socket is bound to.
  func port() throws(SocketError) -> Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &size)
      }
    }
    try code.orThrow("getsockname")
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// The next connection; nil when the socket was shut down.
  func accept() -> Socket? {
    while true {
      let accepted = Glibc.accept(descriptor, nil, nil)
      if accepted >= 0 { return Socket(accepted) }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// What has come, one byte at least; nil at the end or after an error.
  func read(atMost count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let got = unsafe bytes.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, count, 0)
      }
      if got > 0 { return Array(bytes.prefix(got)) }
      guard got < 0, errno == EINTR else { return nil }
    }
  }

  /// Writes all; false when the other side is gone.
  func write(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let sent = unsafe bytes.withUnsafeBytes {
        unsafe send(
          descriptor, $0.baseAddress.map { unsafe $0 + done }, bytes.count - done,
          Int32(MSG_NOSIGNAL))
      }
      if sent > 0 {
        done += sent
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Ends both directions; whoever blocks in a call comes back.
  func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Ends the connection with a reset instead of an orderly end.
  func reset() {
    // Connecting to no address family is how Linux is told to drop a connection.
    var address = sockaddr()
    address.sa_family = sa_family_t(AF_UNSPEC)
    _ = unsafe connect(descriptor, &address, socklen_t(MemoryLayout<sockaddr>.size))
  }

  private static func make() throws(SocketError) -> Socket {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try descriptor.orThrow("socket")
    return Socket(descriptor)
  }

  private func withAddress(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

extension Int32 {
  fileprivate func orThrow(_ call: String) throws(SocketError) {
    guard self >= 0 else { throw SocketError(call: call, code: errno) }
  }
}

/// Runs `body` on a thread of its own, which ends with it.
func startThread(_ body: @escaping @Sendable () -> Void) throws(SocketError) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let box = unsafe Unmanaged.passRetained(Box(body))
  let code = unsafe pthread_create(
    &thread, nil,
    { object in
      if let object = unsafe object {
        unsafe Unmanaged<Box>.fromOpaque(object).takeRetainedValue().body()
      }
      return nil
    }, box.toOpaque())
  guard code == 0 else {
    unsafe box.release()
    throw SocketError(call: "pthread_create", code: code)
  }
  pthread_detach(thread)
}
