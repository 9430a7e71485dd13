import CCrypto

/// Bytes that only the holder of a key can read, and nobody can change unnoticed.
///
/// AES-256 in Galois/Counter mode (NIST SP 800-38D): a 12-byte nonce, a 16-byte tag.
package struct SealedText: Sendable, Equatable {
  package static let keyCount = 32
  package static let nonceCount = 12
  package static let tagCount = 16

  package let nonce: [UInt8]
  package let ciphertext: [UInt8]
  package let tag: [UInt8]

  package init(nonce: [UInt8], ciphertext: [UInt8], tag: [UInt8]) {
    self.nonce = nonce
    self.ciphertext = ciphertext
    self.tag = tag
  }

  /// Seals `bytes` with a key of 32 bytes.
  ///
  /// `nonce` is 12 unpredictable bytes that were never used with this key. The error names what the
  /// library lacks or refuses.
  package init(sealing bytes: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptoError) {
    let library = try CryptoLibrary.opened()
    let context = try CipherContext(library, key: key, nonce: nonce, encrypts: true)
    let ciphertext = try context.update(bytes)
    let isWhole = context.finish()
    guard isWhole else { throw .refused("to encrypt") }
    self.init(nonce: nonce, ciphertext: ciphertext, tag: try context.tag())
  }

  /// The bytes that were sealed.
  ///
  /// - Throws: `CryptoError.notAuthentic` for another key or changed bytes.
  package func opened(with key: [UInt8]) throws(CryptoError) -> [UInt8] {
    guard key.count == Self.keyCount, nonce.count == Self.nonceCount, tag.count == Self.tagCount
    else { throw .notAuthentic }
    let library = try CryptoLibrary.opened()
    let context = try CipherContext(library, key: key, nonce: nonce, encrypts: false)
    let bytes = try context.update(ciphertext)
    try context.expect(tag)
    guard context.finish() else { throw .notAuthentic }
    return bytes
  }
}

/// One run of the cipher; its single owner frees it.
@safe private struct CipherContext: ~Copyable {
  private let library: CryptoLibrary
  private let raw: UnsafeMutableRawPointer

  init(
    _ library: CryptoLibrary, key: [UInt8], nonce: [UInt8], encrypts: Bool
  ) throws(CryptoError) {
    precondition(
      key.count == SealedText.keyCount && nonce.count == SealedText.nonceCount,
      "a key of 32 bytes and a nonce of 12")
    guard let raw = unsafe library.table.pointee.EVP_CIPHER_CTX_new() else {
      throw .refused("a cipher context")
    }
    let status = unsafe library.table.pointee.EVP_CipherInit_ex(
      raw, library.table.pointee.EVP_aes_256_gcm(), nil, key, nonce, encrypts ? 1 : 0)
    guard status == 1 else {
      unsafe library.table.pointee.EVP_CIPHER_CTX_free(raw)
      throw .refused("the cipher AES-256-GCM")
    }
    self.library = library
    unsafe self.raw = raw
  }

  deinit { unsafe library.table.pointee.EVP_CIPHER_CTX_free(raw) }

  func update(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
    // An empty array has no storage that C may be given.
    if bytes.isEmpty { return [] }
    var output = [UInt8](repeating: 0, count: bytes.count)
    var count: Int32 = 0
    let status = unsafe library.table.pointee.EVP_CipherUpdate(
      raw, &output, &count, bytes, Int32(bytes.count))
    guard status == 1, count == bytes.count else { throw .refused("to run the cipher") }
    return output
  }

  /// Whether all is well; in decryption, whether the tag fits.
  func finish() -> Bool {
    var rest = [UInt8](repeating: 0, count: 16)
    var count: Int32 = 0
    return unsafe library.table.pointee.EVP_CipherFinal_ex(raw, &rest, &count) == 1 && count == 0
  }

  func tag() throws(CryptoError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: SealedText.tagCount)
    let status = unsafe library.table.pointee.EVP_CIPHER_CTX_ctrl(
      raw, Int32(graphcal_evp_gcm_get_tag), Int32(tag.count), &tag)
    guard status == 1 else { throw .refused("the tag") }
    return tag
  }

  func expect(_ tag: [UInt8]) throws(CryptoError) {
    var tag = tag
    let status = unsafe library.table.pointee.EVP_CIPHER_CTX_ctrl(
      raw, Int32(graphcal_evp_gcm_set_tag), Int32(tag.count), &tag)
    guard status == 1 else { throw .refused("the tag") }
  }
}
