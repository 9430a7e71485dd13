import Glibc

/// A server socket that only this machine reaches, for the answer that a browser brings back.
///
/// It listens on 127.0.0.1 and, where that is free, on the same port of ::1, since `localhost` may mean
/// either (RFC 8252 section 8.3). It never waits and holds no thread: `turn` takes what has come. Not
/// for several tasks at once.
package final class LoopbackListener {
  /// What one visitor may take up.
  package struct Limits: Sendable {
    /// Bytes of a request.
    package var size = 64 << 10
    /// From the connection to the end of the request.
    package var time = Duration.seconds(10)
    /// Visitors at once; the longest there goes when one more comes.
    package var count = 32

    package init() {}
  }

  package let port: UInt16
  private let limits: Limits
  private var listening: [Int32]
  private var visitors: [Visitor] = []

  private struct Visitor {
    var descriptor: Int32
    var bytes: [UInt8] = []
    var deadline: Duration
  }

  /// Listens on a port that the system picks.
  package init(limits: Limits = Limits()) throws(HostError) {
    self.limits = limits
    let first = try Self.listen(AF_INET, port: 0)
    port = try Self.port(of: first)
    listening = [first]
    if let second = try? Self.listen(AF_INET6, port: port) { listening.append(second) }
  }

  deinit { close() }

  /// Takes what has come since the last call and gives the requests that are whole.
  ///
  /// `now` is a reading of the monotonic clock; `isWhole` says whether bytes are a request to its end.
  package func turn(now: Duration, isWhole: ([UInt8]) -> Bool) -> [LoopbackVisit] {
    for socket in listening { accept(from: socket, now: now) }
    var visits: [LoopbackVisit] = []
    var waiting: [Visitor] = []
    for var visitor in visitors {
      let isOpen = read(&visitor)
      if visitor.bytes.count > limits.size {
        visits.append(LoopbackVisit(visitor.descriptor, bytes: visitor.bytes, isTooLarge: true))
      } else if isWhole(visitor.bytes) {
        visits.append(LoopbackVisit(visitor.descriptor, bytes: visitor.bytes, isTooLarge: false))
      } else if isOpen, now < visitor.deadline {
        waiting.append(visitor)
      } else {
        _ = Glibc.close(visitor.descriptor)
      }
    }
    visitors = waiting
    return visits
  }

  /// Stops listening and sends everybody away; a second call does nothing.
  package func close() {
    for descriptor in listening + visitors.map(\.descriptor) { _ = Glibc.close(descriptor) }
    listening = []
    visitors = []
  }

  private func accept(from socket: Int32, now: Duration) {
    while true {
      let descriptor = Glibc.accept(socket, nil, nil)
      guard descriptor >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      if visitors.count >= limits.count {
        _ = Glibc.close(visitors.removeFirst().descriptor)
      }
      visitors.append(Visitor(descriptor: descriptor, deadline: now + limits.time))
    }
  }

  /// Reads what is there; false when the visitor has hung up.
  private func read(_ visitor: inout Visitor) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 8192)
    while visitor.bytes.count <= limits.size {
      let count = unsafe recv(visitor.descriptor, &chunk, chunk.count, 0)
      if count > 0 {
        visitor.bytes += chunk.prefix(count)
      } else if count == 0 {
        return false
      } else if errno != EINTR {
        return errno == EAGAIN
      }
    }
    return true
  }

  private static func listen(_ family: Int32, port: UInt16) throws(HostError) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, type, 0)
    let name = family == AF_INET ? "127.0.0.1" : "::1"
    guard descriptor >= 0 else { throw .lastCall("listen", name) }
    var only: Int32 = 1
    let status: Int32
    if family == AF_INET {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
      status = bind(descriptor, &address)
    } else {
      _ = unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &only, 4)
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      status = bind(descriptor, &address)
    }
    guard status == 0, Glibc.listen(descriptor, 16) == 0 else {
      let error = HostError.lastCall("listen", name)
      _ = Glibc.close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    let size = socklen_t(MemoryLayout<Address>.size)
    return unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.bind(descriptor, $0, size)
      }
    }
  }

  private static func port(of descriptor: Int32) throws(HostError) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &size)
      }
    }
    guard status == 0 else {
      let error = HostError.lastCall("listen", "127.0.0.1")
      _ = Glibc.close(descriptor)
      throw error
    }
    return UInt16(bigEndian: address.sin_port)
  }
}
