import FoundationEssentials
package import HTTP
package import Host

/// Signs people in and out and gives out access tokens, from the token cache as long as it can.
package actor SignIn {
  /// What stays the same for one run.
  package struct Configuration: Sendable {
    package var clientID: String
    package var authority: Authority
    /// The permissions that a sign-in asks for.
    package var scopes: [String]
    package var cachePath: String
    /// How the cache is encrypted; nil leaves it a plain file.
    package var seal: TokenCacheSeal?
    /// The longest total of the waits before a request is sent again; `--max-wait`.
    package var longestWait = Duration.seconds(60)

    package init(
      clientID: String, authority: Authority, scopes: [String], cachePath: String,
      seal: TokenCacheSeal? = nil
    ) {
      self.seal = seal
      self.clientID = clientID
      self.authority = authority
      self.scopes = scopes
      self.cachePath = cachePath
    }
  }

  package nonisolated let configuration: Configuration
  let clock: Clock
  let file: TokenCacheFile
  let endpoint: IdentityEndpoint
  let randomness: Randomness
  let refusals: RefusalMemory
  let memory: SignInMemory
  let note: @Sendable (SignInNote) -> Void

  /// What could not be written: the content of the file it started from, and the content meant.
  private var unstored: (base: MSALTokenCache?, cache: MSALTokenCache)?
  /// Refusals of this run, by the fingerprint of the refresh token.
  var refusalsOfThisRun: [String: Refusal] = [:]
  private var clockOffset: Int?
  private var hasNotedStoring = false

  /// Everything outside comes in here; `transport` must not repeat requests by itself.
  package init(
    _ configuration: Configuration, transport: any Transport, clock: Clock = .system,
    randomness: Randomness = .system, refusals: RefusalMemory = .none,
    memory: SignInMemory = .none, note: @escaping @Sendable (SignInNote) -> Void
  ) {
    self.configuration = configuration
    self.clock = clock
    self.randomness = randomness
    self.refusals = refusals
    self.memory = memory
    self.note = note
    file = TokenCacheFile(
      path: configuration.cachePath, clock: clock, randomness: randomness, seal: configuration.seal)
    endpoint = IdentityEndpoint(
      transport: transport, clock: clock, randomness: randomness,
      longestWait: configuration.longestWait)
  }

  /// The accounts that are signed in; none when there is no cache.
  package func accounts() throws(SignInError) -> [Account] {
    try load().accounts(of: configuration.clientID, at: configuration.authority)
  }

  /// The clouds in which this app registration has accounts, the global one first.
  ///
  /// A cache that cannot be read has none.
  package func cloudsWithAccounts() -> [Cloud] {
    guard let cache = try? load() else { return [] }
    return Cloud.allCases.filter { cloud in
      // Both of the US Government's share one login host; the first stands for it.
      guard cloud != .usgovDoD,
        let authority = try? Authority(root: cloud.loginRoot, tenant: "common")
      else { return false }
      return !cache.accounts(of: configuration.clientID, at: authority).isEmpty
    }
  }

  /// The account that a choice means; an error that says how to go on when nobody fits.
  package func account(_ choice: AccountChoice) throws(SignInError) -> Account {
    try account(choice, in: load())
  }

  /// The cache as this run sees it; a damaged one is an error that says how to go on.
  func load() throws(SignInError) -> MSALTokenCache {
    switch try file.read() {
    case .missing: return newest(nil) ?? MSALTokenCache()
    case .cache(let cache): return newest(cache) ?? cache
    case .damaged(let reason): throw damaged(reason)
    case .sealed(let error): throw error
    }
  }

  /// What this run meant to write, as long as the file has not changed since.
  private func newest(_ base: MSALTokenCache?) -> MSALTokenCache? {
    guard let unstored else { return base }
    if unstored.base == base { return unstored.cache }
    self.unstored = nil
    return base
  }

  /// Changes the cache on disk, or for this run alone where the disk does not take it.
  func store(
    _ hold: TokenCacheFile.Hold, _ change: (inout MSALTokenCache) -> Bool
  ) async {
    var base: MSALTokenCache?
    var changed: MSALTokenCache?
    do {
      let notes = try await file.update(hold) { found in
        base = found
        var cache = newest(found) ?? MSALTokenCache()
        changed = change(&cache) ? cache : nil
        return changed
      }
      unstored = nil
      for text in notes { note(text) }
    } catch {
      if changed == nil {
        // The failure came before the file was looked at.
        if case .cache(let found)? = try? file.read() { base = found }
        var cache = newest(base) ?? MSALTokenCache()
        changed = change(&cache) ? cache : nil
      }
      if let changed { unstored = (base, changed) }
      if !hasNotedStoring { note(.notStored(error)) }
      hasNotedStoring = true
    }
  }

  /// Picks the account, or says that nobody is signed in.
  func account(_ choice: AccountChoice, in cache: MSALTokenCache) throws(SignInError) -> Account {
    let accounts = cache.accounts(of: configuration.clientID, at: configuration.authority)
    if let account = try choice.pick(from: accounts) { return account }
    if case .named(let name) = choice, !accounts.isEmpty {
      let name = PlainText.line(name, limit: 80)
      throw SignInError(
        .signedOut, "\(name) is not signed in",
        why: "signed in: " + accounts.map(\.label).joined(separator: ", "),
        hint: "name one of these, or add an account: graphcal login",
        code: "signed_out")
    }
    let isForeign = !cache.accountEntries.isEmpty
    throw signedOut(
      isForeign
        ? "the tokens in \(file.path) are of another app registration or cloud"
        : "no account in \(file.path)")
  }

  func signedOut(_ why: String) -> SignInError {
    SignInError(.signedOut, "not signed in", why: why, hint: "graphcal login", code: "signed_out")
  }

  func damaged(_ reason: String) -> SignInError {
    signedOut("the token cache \(file.path) is damaged: \(reason)")
  }

  /// Tells once about a wrong clock.
  func check(_ offset: Int?) {
    guard let offset else { return }
    if clockOffset == nil { note(.clockOff(seconds: offset)) }
    clockOffset = offset
  }

  /// The failure of a request, with the clock as a likely cause where it is off.
  func failure(_ error: EntraError, clockOffset offset: Int?) -> SignInError {
    var failure = SignInError(error)
    if let offset {
      failure.why = [failure.why, ClockCheck.text(offset)].compactMap(\.self).joined(
        separator: "; ")
    }
    return failure
  }
}
