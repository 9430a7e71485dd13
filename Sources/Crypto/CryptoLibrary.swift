import CCrypto

/// Why something cryptographic could not be done.
package enum CryptoError: Error, Sendable, Hashable {
  /// The library is not on this machine, or is too old; the text says what is missing.
  case noLibrary(String)
  /// The key does not fit, or the text was changed by somebody.
  case notAuthentic
  /// The library refused; with the arguments given here that means it is out of memory.
  case refused(String)

  /// One line without a full stop.
  package var reason: String {
    switch self {
    case .noLibrary(let what): "libcrypto cannot be used: \(what)"
    case .notAuthentic: "the key does not fit, or the text was damaged"
    case .refused(let what): "libcrypto refused \(what)"
    }
  }
}

/// The libcrypto of the machine, opened once, on first use.
///
/// Unchecked: the table is filled before anybody sees it and never changes.
@safe package struct CryptoLibrary: @unchecked Sendable {
  /// OpenSSL 3, the library that Debian's libcurl is built on.
  static let fileName = "libcrypto.so.3"

  private static let shared: Result<CryptoLibrary, CryptoError> = open(fileName)

  let table: UnsafePointer<graphcal_crypto>

  /// The opened library.
  ///
  /// - Throws: `CryptoError.noLibrary`.
  static func opened() throws(CryptoError) -> CryptoLibrary { try shared.get() }

  /// Opens the library of this name; the process keeps it to its end.
  static func open(_ name: String) -> Result<CryptoLibrary, CryptoError> {
    let table = UnsafeMutablePointer<graphcal_crypto>.allocate(capacity: 1)
    unsafe table.initialize(to: graphcal_crypto())
    if let problem = unsafe graphcal_crypto_open(name, table) {
      let text = unsafe String(cString: problem)
      unsafe table.deallocate()
      return .failure(.noLibrary(text + " (Debian package libssl3)"))
    }
    return .success(unsafe CryptoLibrary(table: UnsafePointer(table)))
  }

  /// What the library calls itself, such as `OpenSSL 3.0.19 27 Jan 2026`; opens it.
  ///
  /// - Throws: `CryptoError.noLibrary`.
  package static func version() throws(CryptoError) -> String {
    let table = unsafe try opened().table
    let version = unsafe table.pointee.OpenSSL_version(Int32(graphcal_openssl_version))
    return unsafe version.map { unsafe String(cString: $0) } ?? "OpenSSL"
  }

  private init(table: UnsafePointer<graphcal_crypto>) { unsafe self.table = unsafe table }
}
