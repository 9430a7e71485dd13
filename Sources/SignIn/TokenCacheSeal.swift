import Crypto
import FoundationEssentials
package import Host
import JSON

/// Where the key of an encrypted token cache comes from.
package enum TokenKeySource: String, Sendable, Equatable {
  /// A program that prints a passphrase: `TokenKeyCommand` in the configuration.
  case command
  /// The desktop's keyring: `TokenKeyring` in the configuration.
  case keyring

  /// What the configuration calls it.
  package var setting: String { self == .command ? "TokenKeyCommand" : "TokenKeyring" }
}

/// Encrypts the token cache and opens it again: AES-256-GCM, in an envelope of JSON.
///
/// The key is made of what the source gives, by scrypt for a passphrase. It is asked for once a run,
/// and not at all as long as nothing encrypted is read or written.
package final class TokenCacheSeal: Sendable {
  package let source: TokenKeySource
  private let secret: @Sendable () throws(SignInError) -> [UInt8]
  private let randomness: Randomness
  private let known = Locked<(secret: [UInt8]?, keys: [[UInt8]: [UInt8]])>((nil, [:]))

  /// `secret` gives the passphrase, or the 32 bytes that the keyring holds.
  package init(
    source: TokenKeySource, randomness: Randomness,
    secret: @escaping @Sendable () throws(SignInError) -> [UInt8]
  ) {
    self.source = source
    self.randomness = randomness
    self.secret = secret
  }

  /// Finds out whether there is a key, so that nobody signs in for tokens that cannot be kept.
  func rehearse() throws(SignInError) {
    _ = try key(salt: randomness.bytes(PassphraseKey.saltCount))
  }

  /// The envelope for `bytes`; `old` is the envelope in whose place it goes, if there is one.
  func sealed(_ bytes: [UInt8], inPlaceOf old: SealedTokenCache?) throws(SignInError) -> [UInt8] {
    let salt =
      old.flatMap { $0.source == source ? $0.salt : nil }
      ?? randomness.bytes(PassphraseKey.saltCount)
    do {
      let text = try SealedText(
        sealing: bytes, key: key(salt: salt), nonce: randomness.bytes(SealedText.nonceCount))
      return SealedTokenCache(source: source, salt: salt, text: text).bytes
    } catch let error as CryptoError {
      throw Self.failure(error)
    } catch let error as SignInError {
      throw error
    } catch {
      preconditionFailure("only these two are thrown")
    }
  }

  func opened(_ cache: SealedTokenCache, path: String) throws(SignInError) -> [UInt8] {
    let key = try key(salt: cache.salt)
    do {
      return try cache.text.opened(with: key)
    } catch {
      guard error == .notAuthentic else { throw Self.failure(error) }
      throw SignInError(
        .usage, "the token cache cannot be decrypted",
        why: "the key of \(source.setting) does not fit \(path), or the file was damaged",
        hint: "mend \(source.setting), or remove \(path) and use graphcal login",
        code: "cache_key")
    }
  }

  private func key(salt: [UInt8]) throws(SignInError) -> [UInt8] {
    if let key = known.withLock({ $0.keys[salt] }) { return key }
    var secret = known.withLock { $0.secret }
    if secret == nil {
      secret = try self.secret()
      known.withLock { $0.secret = secret }
    }
    let key: [UInt8]
    do {
      // What the keyring holds is a key already.
      key =
        source == .keyring && secret?.count == SealedText.keyCount
        ? secret ?? [] : try PassphraseKey.derive(secret ?? [], salt: salt)
    } catch {
      throw Self.failure(error)
    }
    known.withLock { $0.keys[salt] = key }
    return key
  }

  private static func failure(_ error: CryptoError) -> SignInError {
    SignInError(
      .failed, "the token cache cannot be encrypted or decrypted", why: error.reason,
      hint: "install the Debian package libssl3", code: "no_crypto")
  }
}

/// An encrypted token cache as it stands in its file.
struct SealedTokenCache: Equatable {
  let source: TokenKeySource
  let salt: [UInt8]
  let text: SealedText

  init(source: TokenKeySource, salt: [UInt8], text: SealedText) {
    self.source = source
    self.salt = salt
    self.text = text
  }

  /// Nil for anything else, such as a plain cache.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let envelope = json["graphcal-sealed"],
      envelope["cipher"] == "AES-256-GCM",
      let source = envelope["key"]?.string.flatMap(TokenKeySource.init(rawValue:)),
      let salt = Self.bytes(envelope["salt"]), let nonce = Self.bytes(envelope["nonce"]),
      let tag = Self.bytes(envelope["tag"]), let ciphertext = Self.bytes(envelope["text"])
    else { return nil }
    self.init(
      source: source, salt: salt, text: SealedText(nonce: nonce, ciphertext: ciphertext, tag: tag))
  }

  /// Whether something calls itself an envelope, readable or not.
  static func isNamed(in bytes: [UInt8]) -> Bool {
    (try? JSON(parsing: bytes))?["graphcal-sealed"] != nil
  }

  var bytes: [UInt8] {
    let envelope: JSON = [
      "graphcal-sealed": [
        "cipher": "AES-256-GCM", "key": .string(source.rawValue), "salt": Self.json(salt),
        "nonce": Self.json(text.nonce), "tag": Self.json(text.tag),
        "text": Self.json(text.ciphertext),
      ]
    ]
    return envelope.bytes(.compact)
  }

  private static func json(_ bytes: [UInt8]) -> JSON {
    .string(Data(bytes).base64EncodedString())
  }

  private static func bytes(_ json: JSON?) -> [UInt8]? {
    json?.string.flatMap { Data(base64Encoded: $0) }.map(Array.init)
  }
}
