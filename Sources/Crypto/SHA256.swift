import CCrypto

/// The digest of FIPS 180-4 with 256 bits.
package enum SHA256 {
  /// The 32 bytes of the digest of `bytes`.
  ///
  /// - Throws: `CryptoError.noLibrary` where OpenSSL is not installed.
  package static func digest(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
    let library = try CryptoLibrary.opened()
    var digest = [UInt8](repeating: 0, count: 32)
    _ = unsafe library.table.pointee.SHA256(bytes, bytes.count, &digest)
    return digest
  }
}
