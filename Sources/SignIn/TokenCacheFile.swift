import FoundationEssentials
import Glibc
import Host

/// The token cache on disk, with the two locks that guard it.
struct TokenCacheFile: Sendable {
  /// What was found at the cache's path.
  enum Content {
    case missing
    case cache(MSALTokenCache)
    case damaged(String)
    /// Encrypted, and the key cannot be had or does not fit.
    case sealed(SignInError)
  }

  /// How a changed cache is written.
  enum Form {
    /// As it was found; a new one as it is configured.
    case asFound
    /// As it is configured, also where that is a change: only a sign-in does that.
    case asConfigured
  }

  /// Proof that nobody else of this program changes the cache.
  enum Hold {
    case locked(FileLock)
    /// The folder takes no lock, being read-only or full, so nothing is stored.
    case unwritable(HostError)

    func release() {
      if case .locked(let lock) = self { lock.release() }
    }
  }

  let path: String
  let clock: Clock
  let randomness: Randomness
  private let file: PrivateFile
  private let seal: TokenCacheSeal?

  /// Far more than thousands of accounts take.
  private static let sizeLimit = 16 << 20

  init(path: String, clock: Clock, randomness: Randomness, seal: TokenCacheSeal?) {
    self.seal = seal
    self.path = path
    self.clock = clock
    self.randomness = randomness
    file = PrivateFile(path: path, randomness: randomness)
  }

  /// Reads the file without any lock: it changes by rename, so it is always whole.
  func read() throws(SignInError) -> Content {
    let found: Content
    do {
      found = try content().content
    } catch {
      throw Self.unreadable(error)
    }
    if case .sealed(let error) = found { throw error }
    return found
  }

  /// The same, where a cache that cannot be decrypted is no error.
  func peek() throws(SignInError) -> Content {
    do { return try content().content } catch { throw Self.unreadable(error) }
  }

  /// Where the key of the file comes from; nil for a plain one and for none.
  func keySource() -> TokenKeySource? { (try? content())?.envelope?.source }

  private func content() throws(HostError) -> (content: Content, envelope: SealedTokenCache?) {
    let bytes: [UInt8]?
    do {
      bytes = try file.read(limit: Self.sizeLimit)
    } catch {
      switch error.reason {
      case .tooLarge, .notARegularFile: return (.damaged(error.explanation), nil)
      default: throw error
      }
    }
    guard let bytes else { return (.missing, nil) }
    guard let envelope = SealedTokenCache(bytes) else {
      guard !SealedTokenCache.isNamed(in: bytes) else {
        return (.damaged("it is encrypted, in a way that is not known here or was spoilt"), nil)
      }
      return (Self.parsed(bytes), nil)
    }
    do throws(SignInError) {
      guard let seal, seal.source == envelope.source else {
        throw SignInError(
          .usage, "the token cache is encrypted, and the configuration names no key for it",
          why: "\(path) was written with \(envelope.source.setting)",
          hint: "set \(envelope.source.setting) in config.json, or remove that file and use "
            + "graphcal login", code: "cache_key")
      }
      return (Self.parsed(try seal.opened(envelope, path: path)), envelope)
    } catch {
      return (.sealed(error), envelope)
    }
  }

  private static func parsed(_ bytes: [UInt8]) -> Content {
    do {
      return .cache(try MSALTokenCache(parsing: bytes))
    } catch {
      return .damaged(error.reason)
    }
  }

  /// Waits up to a minute for the lock among processes of this program.
  func lock() async throws(SignInError) -> Hold {
    let target: String
    do {
      target = try file.target()
    } catch {
      throw Self.unreadable(error)
    }
    do {
      return .locked(
        try await FileLock.acquire(
          target + ".lock", wait: .seconds(60), clock: clock, randomness: randomness))
    } catch {
      switch error.reason {
      case .lockedByOther:
        throw SignInError(
          .temporary, "the token cache is locked", why: "\(error) since a minute",
          hint: "try again when the other graphcal has ended", code: "locked")
      case _ where Task.isCancelled: throw .interrupted
      case _ where error.isForbidden || error.isOutOfSpace: return .unwritable(error)
      default: throw Self.unreadable(error)
      }
    }
  }

  /// Finds out whether a sign-in could be stored, so that nobody approves one in vain.
  func rehearse() async throws(SignInError) {
    _ = try read()
    try seal?.rehearse()
    let hold = try await lock()
    defer { hold.release() }
    if case .unwritable(let error) = hold { throw Self.unwritable(error) }
    do {
      // What a sign-in adds is a few thousand bytes.
      let size = try Files.status(of: path).flatMap { $0.kind == .regular ? $0.size : nil } ?? 0
      try file.rehearse(size: min(size, Self.sizeLimit) + 16_384)
    } catch {
      throw Self.unwritable(error)
    }
  }

  /// Changes the newest content and writes it, also locked against MSAL's own programs.
  ///
  /// `change` gets nil for a missing or damaged cache and gives nil to write nothing. A damaged one is
  /// first kept under another name. What the disk refuses is thrown as `HostError`.
  func update(
    _ hold: Hold, form: Form = .asFound, change: (MSALTokenCache?) -> MSALTokenCache?
  ) async throws(HostError) -> [SignInNote] {
    if case .unwritable(let error) = hold { throw error }
    let lockFile = try await LockFile.acquire(
      path + ".lockfile", program: "graphcal", clock: clock, randomness: randomness)
    defer { lockFile.release() }
    var notes: [SignInNote] = []
    var old: MSALTokenCache?
    var damage: String?
    let (found, envelope) = try content()
    switch found {
    case .missing: break
    case .cache(let cache): old = cache
    case .damaged(let reason): damage = reason
    case .sealed: throw HostError("decrypt", path, .system(EACCES))
    }
    guard let new = change(old) else { return [] }
    if let damage {
      let aside = try file.setAside(now: clock.now())
      notes.append(.damagedCacheKept(path: aside, reason: damage))
    }
    let wasPlain = old != nil && envelope == nil
    let seals = form == .asConfigured || old == nil ? seal != nil : envelope != nil
    if try file.write(bytes(of: new, seals: seals, envelope), now: clock.now()).tightened {
      notes.append(.cacheTightened(path: path))
    }
    if seals, wasPlain, let seal { notes.append(.cacheSealed(path: path, by: seal.source)) }
    if !seals, envelope != nil { notes.append(.cacheUnsealed(path: path)) }
    return notes
  }

  private func bytes(
    of cache: MSALTokenCache, seals: Bool, _ envelope: SealedTokenCache?
  ) throws(HostError) -> [UInt8] {
    guard seals, let seal else { return cache.bytes }
    do {
      return try seal.sealed(cache.bytes, inPlaceOf: envelope)
    } catch {
      throw HostError("encrypt", path, .system(EIO))
    }
  }

  /// Keeps a damaged cache under another name, so that the program starts afresh.
  func setAside(_ hold: Hold, reason: String) throws(SignInError) -> SignInNote {
    do {
      let aside = try file.setAside(now: clock.now())
      try Files.remove(path)
      return .damagedCacheKept(path: aside, reason: reason)
    } catch {
      throw Self.unwritable(error)
    }
  }

  static func unreadable(_ error: HostError) -> SignInError {
    SignInError(
      error.reason == .noHome ? .usage : .failed, "the token cache cannot be used",
      why: error.description, hint: hint(for: error), code: "cache_unreadable")
  }

  static func unwritable(_ error: HostError) -> SignInError {
    SignInError(
      .failed, "the token cache cannot be written", why: error.description,
      hint: error.isOutOfSpace ? "free some space on that disk" : hint(for: error),
      code: "cache_unwritable")
  }

  private static func hint(for error: HostError) -> String {
    switch error.reason {
    case .noHome: "set HOME, XDG_STATE_HOME or GRAPHCAL_TOKEN_CACHE"
    case .ownedByOther: "use a cache of your own: set GRAPHCAL_TOKEN_CACHE to another path"
    case .danglingLink: "remove the link, or make the file it names"
    default: "look at the rights of that file and its folder, or set GRAPHCAL_TOKEN_CACHE"
    }
  }
}
