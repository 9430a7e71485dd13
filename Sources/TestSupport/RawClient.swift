/// A client that sends bytes as they are and shows what came back, for tests of servers.
///
/// Each conversation has a thread of its own, so that waiting for a server in the same process blocks
/// none of the threads it needs.
package enum RawClient {
  /// Sends `bytes` to a port of this machine and reads until the server ends the connection.
  package static func converse(port: Int, _ bytes: [UInt8]) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      do {
        let socket = try Socket.connected(toPort: port)
        try startThread {
          guard socket.write(bytes) else { return continuation.resume(returning: []) }
          var answer: [UInt8] = []
          while let more = socket.read(atMost: 65536) { answer += more }
          continuation.resume(returning: answer)
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  /// Sends one request on a connection of its own; nil when the server ends it without an answer.
  ///
  /// `target` goes out as it is; `headers` are lines such as `Accept: text/html`.
  package static func send(
    _ method: String, _ target: String, port: Int, headers: [String] = [],
    body: [UInt8] = []
  ) async throws -> RawReply? {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
    lines += headers
    if !body.isEmpty { lines.append("Content-Length: \(body.count)") }
    let head = lines.map { $0 + "\r\n" }.joined() + "\r\n"
    return RawReply(try await converse(port: port, Array(head.utf8) + body))
  }

  /// Connects, sends `bytes` and then says no more; it hangs up when the result goes out of use.
  package static func linger(port: Int, sending bytes: [UInt8] = []) throws -> any AnyObject
    & Sendable
  {
    let socket = try Socket.connected(toPort: port)
    _ = socket.write(bytes)
    return socket
  }

  /// Reads what is at `target`.
  package static func get(
    _ target: String, port: Int, headers: [String] = []
  ) async throws -> RawReply? {
    try await send("GET", target, port: port, headers: headers)
  }
}

/// What a server sent for one request.
package struct RawReply: Sendable {
  package let status: Int
  package let headers: [(name: String, value: String)]
  /// Everything after the head, as far as it came.
  package let body: [UInt8]

  /// Takes `bytes` apart; nil when they hold no whole head.
  package init?(_ bytes: [UInt8]) {
    let blank = Array("\r\n\r\n".utf8)
    guard let end = bytes.firstRange(of: blank) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count > 1, let status = Int(words[1]) else { return nil }
    self.status = status
    headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (String(parts[0]), String((parts.last ?? "").drop { $0 == " " }))
    }
    body = Array(bytes[end.upperBound...])
  }

  /// The first value of a header, its name compared without letter case.
  package subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Whether as much body came as `Content-Length` says.
  package var isComplete: Bool { self["Content-Length"].flatMap { Int($0) } == body.count }

  package var text: String { String(decoding: body, as: UTF8.self) }
}
