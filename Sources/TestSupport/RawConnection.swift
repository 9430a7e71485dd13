import Host

/// One connection of a `LoopbackServer`, seen from the server.
package final class RawConnection: Sendable {
  /// Counted from 1 in the order of arrival.
  package let number: Int
  private let socket: Socket
  private let record: @Sendable (RawRequest) -> Void
  /// Bytes read past the end of the last request.
  private let rest = Locked<[UInt8]>([])

  init(_ socket: Socket, number: Int, record: @escaping @Sendable (RawRequest) -> Void) {
    self.socket = socket
    self.number = number
    self.record = record
  }

  /// The next request with its body, by `Content-Length` or in chunks; nil when the other side is
  /// gone before it is whole.
  package func readRequest() -> RawRequest? {
    guard var request = readHead() else { return nil }
    if request["Transfer-Encoding"]?.lowercased() == "chunked" {
      guard let body = readChunks() else { return nil }
      request.body = body
    } else if let length = request["Content-Length"].flatMap(Int.init) {
      guard let body = read(length) else { return nil }
      request.body = body
    }
    record(request)
    return request
  }

  /// The next request line and headers, with the body left unread; not recorded.
  package func readHead() -> RawRequest? {
    var lines: [String] = []
    while let line = readLine() {
      if line.isEmpty { return RawRequest(connection: number, lines: lines, body: []) }
      lines.append(line)
    }
    return nil
  }

  /// Exactly `count` bytes; nil when the other side is gone before.
  package func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = rest.withLock { rest in
      let taken = Array(rest.prefix(count))
      rest.removeFirst(taken.count)
      return taken
    }
    while bytes.count < count {
      guard let more = socket.read(atMost: count - bytes.count) else { return nil }
      bytes += more
    }
    return bytes
  }

  /// Writes all of it; false when the other side is gone.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool { socket.write(bytes) }

  @discardableResult
  package func write(_ text: String) -> Bool { socket.write(Array(text.utf8)) }

  /// Writes an answer and does what comes after it; false when the connection is over.
  package func give(_ answer: RawAnswer) -> Bool {
    let isWritten = write(answer.bytes)
    switch answer.ending {
    case .keepOpen: return isWritten
    case .close: close()
    case .reset: reset()
    case .stall: waitForEnd()
    }
    return false
  }

  /// Reads and forgets until the other side ends the connection or the server stops.
  package func waitForEnd() { while socket.read(atMost: 4096) != nil {} }

  /// Passes bytes both ways between this connection and a port of this machine, as a proxy does.
  package func tunnel(toPort port: Int) {
    guard let other = try? Socket.connected(toPort: port) else { return }
    _ = rest.withLock { rest in
      let early = rest
      rest = []
      return other.write(early)
    }
    let socket = socket
    try? startThread {
      while let bytes = other.read(atMost: 65536), socket.write(bytes) {}
      socket.shutDown()
    }
    while let bytes = socket.read(atMost: 65536), other.write(bytes) {}
    other.shutDown()
  }

  /// Ends the connection in order.
  package func close() { socket.shutDown() }

  /// Ends the connection with a reset.
  package func reset() { socket.reset() }

  func shutDown() { socket.shutDown() }

  private func readLine() -> String? {
    var line: [UInt8] = []
    while let byte = read(1)?.first {
      if byte == UInt8(ascii: "\n") {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
      }
      line.append(byte)
    }
    return nil
  }

  private func readChunks() -> [UInt8]? {
    var body: [UInt8] = []
    while let line = readLine(), let size = Int(line.prefix { $0 != ";" }, radix: 16) {
      guard let chunk = read(size), readLine() != nil else { return nil }
      if size == 0 { return body }
      body += chunk
    }
    return nil
  }
}
