/// The process's own input, for commands that read `-`.
package enum StandardInput {
  /// Reads to the end.
  ///
  /// More than `limit` bytes are an error, and so is a stream that was closed before the start.
  package static func readAll(limit: Int) throws(HostError) -> [UInt8] {
    try Descriptor.read(0, expecting: 0, limit: limit, named: "standard input")
  }
}
