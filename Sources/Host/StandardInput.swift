import Glibc

/// The process's own input, for commands that read `-` and for lines that somebody types meanwhile.
package enum StandardInput {
  /// Reads to the end.
  ///
  /// More than `limit` bytes are an error, and so is a stream that was closed before the start.
  package static func readAll(limit: Int) throws(HostError) -> [UInt8] {
    try Descriptor.read(0, expecting: 0, limit: limit, named: "standard input")
  }

  /// The next line that is there already, without its end; nil when there is none.
  ///
  /// Never waits. A terminal gives out lines of up to 4095 bytes, and only when Enter was pressed.
  @Sendable package static func typedLine() -> String? {
    pending.withLock { pending in
      var wanted = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      var chunk = [UInt8](repeating: 0, count: 4096)
      while pending.count < 1 << 16, unsafe poll(&wanted, 1, 0) > 0,
        wanted.revents & Int16(POLLIN) != 0
      {
        let count = unsafe read(0, &chunk, chunk.count)
        guard count > 0 else { break }
        pending += chunk.prefix(count)
      }
      guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let line = String(decoding: pending[..<end], as: UTF8.self)
      pending.removeSubrange(...end)
      return line
    }
  }

  /// Throws away what was typed on a terminal and not read yet; data that is piped stays.
  @Sendable package static func discardTyped() {
    guard isatty(0) == 1 else { return }
    tcflush(0, TCIFLUSH)
    pending.withLock { $0.removeAll() }
  }

  private static let pending = Locked<[UInt8]>([])
}
