import Testing

@testable import Crypto

@Suite struct CryptoTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func `the digests of FIPS 180-4`(text: String, digest: String) throws {
    #expect(hex(try SHA256.digest(Array(text.utf8))) == digest)
  }

  @Test func `a key follows from the passphrase and the salt alone`() throws {
    let salt = [UInt8](repeating: 7, count: PassphraseKey.saltCount)
    let key = try PassphraseKey.derive(Array("correct horse".utf8), salt: salt)
    #expect(key.count == SealedText.keyCount)
    #expect(try PassphraseKey.derive(Array("correct horse".utf8), salt: salt) == key)
    #expect(try PassphraseKey.derive(Array("correct horsf".utf8), salt: salt) != key)
    #expect(try PassphraseKey.derive([], salt: salt) != key)
  }

  @Test(arguments: [0, 1, 15, 16, 17, 100_000])
  func `what was sealed opens with the key alone`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let key = (0..<32).map { UInt8($0) }
    let sealed = try SealedText(sealing: bytes, key: key, nonce: Array(repeating: 3, count: 12))
    #expect(try sealed.opened(with: key) == bytes)
    #expect(count < 16 || sealed.ciphertext != bytes)
    var other = key
    other[31] ^= 1
    #expect(throws: CryptoError.notAuthentic) { try sealed.opened(with: other) }
    var tag = sealed.tag
    tag[0] ^= 1
    let forged = SealedText(nonce: sealed.nonce, ciphertext: sealed.ciphertext, tag: tag)
    #expect(throws: CryptoError.notAuthentic) { try forged.opened(with: key) }
    #expect(throws: CryptoError.notAuthentic) { try sealed.opened(with: [1, 2, 3]) }
  }

  @Test func `the vector of NIST for AES-256-GCM`() throws {
    // SP 800-38D test case 14: key and nonce of zeros, sixteen zero bytes.
    let sealed = try SealedText(
      sealing: Array(repeating: 0, count: 16), key: Array(repeating: 0, count: 32),
      nonce: Array(repeating: 0, count: 12))
    #expect(hex(sealed.ciphertext) == "cea7403d4d606b6e074ec5d3baf39d18")
    #expect(hex(sealed.tag) == "d0d1c8a799996bf0265b98b5d48ab919")
  }

  @Test func `a library that is not there is named with its package`() {
    guard case .failure(.noLibrary(let why)) = CryptoLibrary.open("libnone.so.9") else {
      Issue.record("a library that nobody has was opened")
      return
    }
    #expect(why.contains("libnone.so.9") && why.contains("libssl3"))
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
