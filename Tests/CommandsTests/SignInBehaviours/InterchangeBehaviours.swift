import Commands
import FoundationEssentials
import Glibc
import HTTP
import Host
import JSON
import SignIn
import TestSupport
import Testing

/// The token cache as a file that Microsoft's own libraries share.
@Suite struct InterchangeBehaviours {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  @Test(.enabled(if: MSALFixtures.folder != nil, "skipped: 15 caches that MSAL wrote"))
  func `I1 a sign-in and a sign-out leave every cache of MSAL byte for byte`() async throws {
    var count = 0
    for name in MSALFixtures.caches {
      let bytes = try MSALFixtures.read(name)
      #expect(try MSALTokenCache(parsing: bytes).bytes == bytes, "\(name)")
      try home.write(home.tokenCache, bytes)
      let machine = MSALFixtures.machine(home, now: "2027-01-15T09:00:00Z")
      let stranger = Grant(7, to: .lee)
      #expect(await machine.signIn(stranger).status == 0, "\(name)")
      #expect(try home.stored("RefreshToken").contains("refresh-7"), "\(name)")
      #expect(
        await machine.run("logout", "--account", stranger.person.homeAccountID).status == 0,
        "\(name)")
      #expect(try home.read(home.tokenCache) == String(decoding: bytes, as: UTF8.self), "\(name)")
      count += 1
    }
    print("MSAL caches equal byte for byte after a sign-in and a sign-out: \(count)")
    #expect(count == 15)
  }

  @Test(
    .enabled(if: MSALFixtures.folder != nil, "skipped: 5 sign-ins that MSAL made"),
    arguments: [
      ("device-login", MSALFixtures.tenant), ("device-login-organizations", "organizations"),
      ("long-lived-refresh-on", MSALFixtures.tenant), ("non-ascii-username", MSALFixtures.tenant),
      ("personal-account-consumers", "consumers"),
    ])
  func `I1 a sign-in writes byte for byte what MSAL writes`(
    name: String, tenant: String
  ) async throws {
    let bytes = try MSALFixtures.read(name)
    // The answer comes when the first interval of five seconds is over.
    let machine = MSALFixtures.machine(home, now: "2027-01-15T07:59:55Z", tenant: tenant)
    await machine.service.script("POST /\(tenant)/oauth2/v2.0/devicecode", Identity.deviceCode)
    await machine.service.script(
      "POST /\(tenant)/oauth2/v2.0/token",
      try MSALFixtures.answer(behind: bytes, receivedAt: 1_800_000_000))
    #expect(await machine.run("login", "--device-code").status == 0)
    #expect(try home.read(home.tokenCache) == String(decoding: bytes, as: UTF8.self))
  }

  @Test(.enabled(if: MSALFixtures.folder != nil, "skipped: 1 renewal that MSAL made"))
  func `I1 a renewal writes byte for byte what MSAL writes`() async throws {
    try home.write(home.tokenCache, MSALFixtures.read("device-login"))
    let bytes = try MSALFixtures.read("after-refresh")
    let machine = MSALFixtures.machine(
      home, now: "2027-01-15T09:05:00Z", tenant: MSALFixtures.tenant)
    await machine.service.script(
      "POST /\(MSALFixtures.tenant)/oauth2/v2.0/token",
      try MSALFixtures.answer(behind: bytes, receivedAt: 1_800_003_900))
    #expect(await machine.run("token").output == "dummy-access-token-alice-2\n")
    #expect(try home.read(home.tokenCache) == String(decoding: bytes, as: UTF8.self))
  }

  @Test func `I2 keys are in small letters, scopes sorted, times text, signs beyond ASCII escaped`()
    async throws
  {
    let client = "5F0C6F0E-0000-4000-8000-00000000C11E"
    let machine = Machine(
      home: home, Service(), now: "2027-01-15T07:59:55Z", ["GRAPHCAL_CLIENT_ID": client])
    let grant = Grant(1).with {
      $0.person.home = "7E2A0000-0000-4000-8000-00000000AAAA"
      $0.person.user = "Zo\u{EB}\u{1F5D3}@Contoso.example"
      $0.scope = "openid User.Read profile Calendars.ReadWrite"
      $0.more = ["access_token": "a/b\"c\\d\u{E9}", "refresh_in": "1800"]
    }
    #expect(await machine.signIn(grant).status == 0)
    let account = grant.person.homeAccountID
    let small = account.lowercased()
    let id = try #require(grant.body["id_token"]?.string)
    let scopes = "Calendars.ReadWrite User.Read openid profile"
    let host = "login.microsoftonline.com"
    #expect(
      try home.read(home.tokenCache) == """
        {
            "AccessToken": {
                "\(small)-\(host)-accesstoken-\(client.lowercased())-common-\(scopes.lowercased())": {
                    "credential_type": "AccessToken",
                    "secret": "a/b\\"c\\\\d\\u00e9",
                    "home_account_id": "\(account)",
                    "environment": "\(host)",
                    "client_id": "\(client)",
                    "target": "\(scopes)",
                    "realm": "common",
                    "token_type": "Bearer",
                    "cached_at": "1800000000",
                    "expires_on": "1800003600",
                    "extended_expires_on": "1800003600",
                    "refresh_on": "1800001800"
                }
            },
            "Account": {
                "\(small)-\(host)-common": {
                    "home_account_id": "\(account)",
                    "environment": "\(host)",
                    "realm": "common",
                    "local_account_id": "\(grant.person.uid)",
                    "username": "Zo\\u00eb\\ud83d\\uddd3@Contoso.example",
                    "authority_type": "MSSTS",
                    "account_source": "urn:ietf:params:oauth:grant-type:device_code"
                }
            },
            "IdToken": {
                "\(small)-\(host)-idtoken-\(client.lowercased())-common-": {
                    "credential_type": "IdToken",
                    "secret": "\(id)",
                    "home_account_id": "\(account)",
                    "environment": "\(host)",
                    "realm": "common",
                    "client_id": "\(client)"
                }
            },
            "RefreshToken": {
                "\(small)-\(host)-refreshtoken-\(client.lowercased())--\(scopes.lowercased())": {
                    "credential_type": "RefreshToken",
                    "secret": "refresh-1",
                    "home_account_id": "\(account)",
                    "environment": "\(host)",
                    "client_id": "\(client)",
                    "target": "\(scopes)",
                    "last_modification_time": "1800000000"
                }
            },
            "AppMetadata": {
                "appmetadata-\(host)-\(client)": {
                    "client_id": "\(client)",
                    "environment": "\(host)"
                }
            }
        }
        """)
  }

  @Test(.enabled(if: MSALFixtures.folder != nil, "skipped: 1 cache in the shape of other MSALs"))
  func `I3 a cache in the shape of other MSALs is used, and renewed in place`() async throws {
    let bytes = try MSALFixtures.read("other-msal-shape")
    try home.write(home.tokenCache, bytes)
    let machine = MSALFixtures.machine(
      home, now: "2027-01-15T08:01:00Z", tenant: MSALFixtures.tenant)
    let used = await machine.run("token")
    #expect(used.output == "dummy-access-token-alice-1\n")
    #expect(used.requests.isEmpty)
    #expect(try home.cacheBytes() == bytes)

    machine.clock.advance(by: .seconds(4200))
    await machine.service.script(
      "POST /\(MSALFixtures.tenant)/oauth2/v2.0/token",
      Grant(2).with {
        $0.scope = "Calendars.ReadWrite Contacts.ReadWrite User.Read email openid profile"
      }.answer)
    let renewed = await machine.run("token")
    #expect(renewed.output == "access-2\n")
    #expect(renewed.refreshTokensSent == ["dummy-refresh-token-alice-1"])
    let before = try JSON(parsing: bytes)
    let after = try home.cache()
    for section in ["Account", "AppMetadata", "unknown_section"] {
      #expect(after[section] == before[section])
    }
    for section in ["AccessToken", "RefreshToken", "IdToken"] {
      #expect(after[section]?.object?.keys == before[section]?.object?.keys, "\(section)")
    }
    #expect(try home.stored("RefreshToken") == ["refresh-2"])
    #expect(try home.stored("AccessToken") == ["access-2"])
  }

  @Test(arguments: [
    ("common", "common"), ("organizations", "organizations"),
    ("Contoso.example", Identity.tenant),
    (Identity.tenant.uppercased(), Identity.tenant),
  ])
  func `I4 a sign-in is filed under the word or the id of its tenant`(
    tenant: String, realm: String
  ) async throws {
    let machine = Machine(home: home, Service(), ["GRAPHCAL_TENANT": tenant])
    let path = tenant.lowercased()
    await machine.service.script("POST /\(path)/oauth2/v2.0/devicecode", Identity.deviceCode)
    await machine.service.script("POST /\(path)/oauth2/v2.0/token", Identity.tokens(1))
    #expect(await machine.run("login", "--device-code").status == 0)
    for section in ["AccessToken", "Account", "IdToken"] {
      #expect(try home.stored(section, "realm") == [realm])
    }
    let used = await machine.run("token")
    #expect(used.output == "access-1\n")
    #expect(used.requests.isEmpty)
  }

  static let guest = "99999999-0000-4000-8000-000000000099"

  @Test(arguments: [
    ("common", Identity.tenant, "login.microsoftonline.com", true),
    (Identity.tenant, "common", "login.windows.net", true),
    (Identity.tenant, "organizations", "sts.windows.net", true),
    ("organizations", "common", "login.microsoft.com", true),
    ("contoso.example", Identity.tenant, "LOGIN.Windows.NET", true),
    ("common", guest, "login.microsoftonline.com", false),
    (guest, Identity.tenant, "login.microsoftonline.com", false),
    ("common", "common", "login.microsoftonline.us", false),
    ("common", "common", "login.microsoftonline.com.evil.example", false),
  ])
  func `I4 tokens filed under either kind of realm and any alias of the host are used`(
    tenant: String, realm: String, host: String, isUsed: Bool
  ) async throws {
    _ = await Machine(home: home).signIn()
    for section in ["AccessToken", "Account", "IdToken", "RefreshToken"] {
      try home.editEntries(section) { entry in
        entry["environment"] = .string(host)
        if section != "RefreshToken" { entry["realm"] = .string(realm) }
      }
    }
    let machine = Machine(home: home, Service(), ["GRAPHCAL_TENANT": tenant])
    let outcome = await machine.run("token")
    #expect((outcome.output == "access-1\n") == isUsed, "\(outcome.errors)")
    if isUsed { #expect(outcome.requests.isEmpty) }
  }

  @Test(.enabled(if: MSALPython.interpreter != nil, "skipped: 1 run of MSAL for Python"))
  func `I5 MSAL for Python answers from what graphcal wrote without a request`() async throws {
    let program = try #require(MSALPython.interpreter)
    // MSAL goes by the clock of the machine.
    let now = Date().formatted(.iso8601)
    let machine = Machine(home: home, now: now)
    _ = await machine.signIn()
    for number in 1...2 {
      let script = try MSALPython.script(cache: home.tokenCache)
      let path = home.folder + "/silent.py"
      try home.write(path, script)
      try ChildProcess.run("env", [program, path, "access-\(number)"])
      try home.editEntries("AccessToken") { $0["expires_on"] = "1000000000" }
      await machine.service.script(Identity.tokenPath, Identity.tokens(2))
      #expect(await machine.run("token").output == "access-2\n")
    }
  }

  @Test func `I6 the lock file of msal-extensions stands only around the write, inside our lock`()
    async throws
  {
    var machine = Machine(home: home)
    _ = await machine.signIn()
    let lockFile = home.tokenCache + ".lockfile"
    let lock = home.tokenCache + ".lock"
    let clock = machine.clock.clock
    #expect(try home.names() == ["token-cache.json", "token-cache.json.lock"])

    await machine.service.watch { _ in
      #expect((try? Files.status(of: lockFile)) == nil, "held while the service is asked")
      let second = try? await FileLock.acquire(lock, wait: .zero, clock: clock)
      #expect(second == nil, "our lock is not held")
    }
    // The name of the temporary file is drawn when the write begins.
    let seen = Locked<[String]>([])
    machine.randomness = Randomness { count in
      if count == 8 {
        let text = (try? Files.read(lockFile, limit: 99)).map {
          String(decoding: $0, as: UTF8.self)
        }
        seen.withLock { $0.append(text ?? "none") }
      }
      return (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    }
    await machine.expire(then: Identity.tokens(2))
    #expect(await machine.run("token").output == "access-2\n")
    #expect(seen.withLock { $0 } == ["\(getpid()) graphcal"])
    #expect(try home.names() == ["token-cache.json", "token-cache.json.lock"])
    #expect(try home.stored("RefreshToken") == ["refresh-2"])
  }

  /// A process id that no process has: they end well below this.
  static let dead = "2147483646"

  @Test(arguments: [
    ("1", 0, false), ("1", 50, false), ("1", 61, true), (dead, 1, true), (dead, 3, true),
    ("", 50, false), ("", 61, true), ("words", 50, false), ("-5", 50, false),
  ])
  func `I6 that of somebody else is waited for 5 s and taken over when its holder is gone`(
    holder: String, age: Int, isTaken: Bool
  ) async throws {
    let machine = Machine(home: home)
    _ = await machine.signIn()
    let before = try home.cacheBytes()
    await machine.expire(then: Identity.tokens(2))
    let lockFile = home.tokenCache + ".lockfile"
    try home.write(lockFile, "\(holder) python3")
    home.setModified(lockFile, machine.clock.now - Double(age))
    let start = machine.clock.elapsedTime
    let outcome = await machine.run("token")
    // The token serves in any case; what cannot be stored is told.
    #expect(outcome.output == "access-2\n")
    let waited = machine.clock.elapsedTime - start
    if isTaken {
      #expect(outcome.errors.isEmpty)
      #expect(try home.stored("RefreshToken") == ["refresh-2"])
      #expect(waited < .seconds(3))
      #expect(try home.names() == ["token-cache.json", "token-cache.json.lock"])
    } else {
      #expect(
        outcome.errorLines == [
          "the new token serves this run only: cannot lock \(lockFile): "
            + "another process holds the lock"
        ])
      #expect(try home.cacheBytes() == before)
      #expect(waited >= .seconds(5) && waited < .seconds(6))
      #expect(try home.read(lockFile) == "\(holder) python3")
    }
  }

  @Test func `I6 a holder that comes while an old lock file is moved away gets its own back`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.at("cache.lockfile")
    let time = ManualClock(Date())
    try folder.put("cache.lockfile", "\(Self.dead) python3")
    folder.setModified("cache.lockfile", time.now - 10)
    // The name under which it is moved is drawn between the look and the move.
    let late = Randomness { count in
      try? Files.remove(path)
      try? folder.put("cache.lockfile", "1 python3")
      return [UInt8](repeating: 1, count: count)
    }
    let error = await #expect(throws: HostError.self) {
      _ = try await LockFile.acquire(
        path, program: "graphcal", wait: .zero, clock: time.clock, randomness: late)
    }
    #expect(error?.reason == .lockedByOther)
    #expect(try folder.text("cache.lockfile") == "1 python3")
    #expect(try folder.names() == ["cache.lockfile"])
  }

  @Test func `I7 tokens of a family, of other programs or for special requests are left alone`()
    async throws
  {
    _ = await Machine(home: home).signIn()
    let access = try #require(try home.entries("AccessToken").first?.object)
    let refresh = try #require(try home.entries("RefreshToken").first?.object)
    let others: [(String, JSONObject)] = [
      (
        "RefreshToken",
        [
          "family": .object(refresh.with("family_id", "1").with("secret", "family-refresh")),
          "other": .object(refresh.with("client_id", "another").with("secret", "other-refresh")),
        ]
      ),
      (
        "AccessToken",
        [
          "special": .object(access.with("ext_cache_key", "x").with("secret", "special-access")),
          "bound": .object(access.with("key_id", "x").with("secret", "bound-access")),
          "pop": .object(access.with("token_type", "pop").with("secret", "pop-access")),
          "other": .object(access.with("client_id", "another").with("secret", "other-access")),
        ]
      ),
    ]
    // At first nothing but theirs is there.
    try home.editCache { root in
      for section in ["AccessToken", "RefreshToken"] { root[section] = [:] }
    }
    for (section, entries) in others { try home.addEntries(section, entries) }
    func expectUntouched(_ when: String) throws {
      for (section, entries) in others {
        let now = try #require(try home.cache()[section]?.object)
        for (key, value) in entries { #expect(now[key] == value, "\(when): \(section) \(key)") }
      }
    }
    let machine = Machine(home: home, Service(events: ""))
    for _ in 0..<2 {
      for words in [["token"], ["today"]] {
        let outcome = await machine.run(words)
        #expect(outcome.status == 4)
        #expect(outcome.requests.isEmpty)
      }
      machine.clock.advance(by: .seconds(4000))
    }
    var stranger = machine
    stranger.environment.variables["GRAPHCAL_CLIENT_ID"] = "00000000-0000-4000-8000-00000000000b"
    let foreign = await stranger.run("today")
    #expect(foreign.status == 4)
    #expect(foreign.errors.contains("are of another app registration or cloud"))
    #expect(await machine.signIn(Grant(2)).status == 0)
    try expectUntouched("a sign-in")
    await machine.expire(then: Identity.tokens(3))
    let renewed = await machine.run("token")
    #expect(renewed.output == "access-3\n")
    #expect(renewed.refreshTokensSent == ["refresh-2"])
    try expectUntouched("a renewal")
  }
}

extension JSONObject {
  /// The same with one member set.
  fileprivate func with(_ name: String, _ value: JSON) -> JSONObject {
    var object = self
    object[name] = value
    return object
  }
}
