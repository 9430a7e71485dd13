import CCrypto

/// Makes a key of a passphrase, slowly enough that guessing costs something.
///
/// scrypt (RFC 7914) with N = 2^15, r = 8, p = 1: some 50 ms and 32 MiB on a machine of today.
package enum PassphraseKey {
  package static let saltCount = 16

  /// The 32 bytes of the key for `passphrase` and a salt of 16 random bytes.
  ///
  /// - Throws: `CryptoError`.
  package static func derive(_ passphrase: [UInt8], salt: [UInt8]) throws(CryptoError) -> [UInt8] {
    let library = try CryptoLibrary.opened()
    var key = [UInt8](repeating: 0, count: SealedText.keyCount)
    // The library reads the passphrase as signed characters.
    let characters = passphrase.map { CChar(bitPattern: $0) }
    let status = unsafe library.table.pointee.EVP_PBE_scrypt(
      characters, characters.count, salt, salt.count, 1 << 15, 8, 1, 64 << 20, &key, key.count)
    guard status == 1 else { throw .refused("to derive a key") }
    return key
  }
}
