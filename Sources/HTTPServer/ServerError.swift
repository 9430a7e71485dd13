/// Why a server could not start.
package enum ServerError: Error, Sendable, Equatable {
  /// Nothing can listen on `port`; `reason` is the system's own word.
  case cannotListen(port: UInt16, reason: String)
  /// The library took neither the certificate nor the key, or the key belongs to another certificate.
  case certificateRefused
}
