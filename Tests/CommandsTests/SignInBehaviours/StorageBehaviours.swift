import Arguments
import Commands
import FoundationEssentials
import Glibc
import HTTP
import Host
import JSON
import Synchronization
import TestSupport
import Testing

/// How tokens lie on the disk.
///
/// What only whole processes show (umasks, full disks, other users, kills) is in
/// EndToEndTests/SignInBehaviours, under the same codes.
@Suite struct StorageBehaviours {
  let home: TemporaryHome
  let machine: Machine

  init() throws {
    home = try TemporaryHome()
    machine = Machine(home: home, Service(events: ""))
  }

  @Test func `S1 the cache is 0600 in a 0700 folder, and so is all that is made with it`()
    async throws
  {
    #expect(await machine.signIn().status == 0)
    for folder in ["/.local", "/.local/state", "/.local/state/graphcal"] {
      #expect(try home.mode(home.folder + folder) == 0o700)
    }
    let names = try Files.names(in: home.stateFolder)
    #expect(names.contains("token-cache.json") && names.contains("state.sqlite"))
    for name in names { #expect(try home.mode(home.stateFolder + "/" + name) == 0o600, "\(name)") }
  }

  @Test(arguments: [0o644, 0o640, 0o602, 0o666, 0o777] as [UInt32])
  func `S2 a cache open to others is read, and closed and told by the next write`(
    mode: UInt32
  ) async throws {
    _ = await machine.signIn()
    try Files.setMode(mode, of: home.tokenCache)
    let reading = await machine.run("token")
    #expect(reading.output == "access-1\n")
    #expect(reading.errors.isEmpty)
    #expect(try home.mode(home.tokenCache) == mode)
    let warning = "\(home.tokenCache) was open to other users; now only you can read it"
    await machine.expire(then: Identity.tokens(2))
    let writing = await machine.run("token")
    #expect(writing.output == "access-2\n")
    #expect(writing.errorLines == [warning])
    #expect(try home.mode(home.tokenCache) == 0o600)
    try Files.setMode(mode, of: home.tokenCache)
    #expect(await machine.signIn().errorLines.contains(warning))
    #expect(try home.mode(home.tokenCache) == 0o600)
    #expect(await !machine.signIn().errorLines.contains(warning))
  }

  @Test(
    .enabled(if: geteuid() == 0, "skipped: only root can give files away"),
    arguments: ["the file", "its folder"])
  func `S3 a cache of another user is refused`(whose: String) async throws {
    _ = await machine.signIn()
    let before = try home.cacheBytes()
    chown(whose == "the file" ? home.tokenCache : home.stateFolder, 12345, 12345)
    for words in [
      ["token"], ["today"], ["status"], ["accounts"], ["login", "--device-code"], ["logout"],
      ["logout", "--all"],
    ] {
      let outcome = await machine.run(words)
      #expect(outcome.status == 1, "\(words)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.requests.isEmpty)
      #expect(outcome.errors.contains("it belongs to another user (id 12345)"))
      #expect(outcome.errors.contains("set GRAPHCAL_TOKEN_CACHE to another path"))
    }
    #expect(try home.cacheBytes() == before)
  }

  @Test func `S4 a link is followed once, to a file of the user and nowhere else`() async throws {
    let target = home.folder + "/dotfiles/tokens.json"
    try home.write(target, "{}")
    try Files.createPrivateFolder(home.stateFolder)
    symlink(target, home.tokenCache)
    #expect(await machine.signIn().status == 0)
    #expect(try Files.status(of: home.tokenCache, followLink: false)?.kind == .link)
    #expect(try home.read(target).contains("refresh-1"))
    #expect(
      try Files.names(in: home.folder + "/dotfiles").sorted() == [
        "tokens.json", "tokens.json.lock",
      ])
    #expect(await machine.run("token").output == "access-1\n")

    // What leads nowhere is not made.
    try Files.remove(target)
    for words in [["token"], ["login", "--device-code"], ["logout", "--all"]] {
      let outcome = await machine.run(words)
      #expect(outcome.status == 1)
      #expect(outcome.requests.isEmpty)
      #expect(outcome.errors.contains("it is a symbolic link that leads nowhere"))
    }
    #expect(try Files.status(of: target) == nil)

    // Nor is somebody else's file touched, which only root can make here.
    if geteuid() == 0 {
      try home.write(target, "{}")
      chown(target, 12345, 12345)
      let outcome = await machine.run("login", "--device-code")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("it belongs to another user (id 12345)"))
      #expect(try home.read(target) == "{}")
    } else {
      print("skipped: 1 link to another user's file, only root can make one")
    }
  }

  @Test func `S4 a link planted under the name of the temporary file is not written through`()
    async throws
  {
    _ = await machine.signIn()
    let before = try home.cacheBytes()
    let victim = home.folder + "/victim"
    try home.write(victim, "precious")
    // The random bytes of this machine count up, so the name is known here.
    symlink(victim, home.stateFolder + "/.token-cache.json.0001020304050607.tmp")
    await machine.expire(then: Identity.tokens(2))
    let outcome = await machine.run("token")
    #expect(outcome.output == "access-2\n")
    #expect(outcome.errors.contains("file exists"))
    #expect(try home.read(victim) == "precious")
    #expect(try home.cacheBytes() == before)
  }

  @Test func `S5 a run that ends at any step of a write leaves the old or the new content`()
    async throws
  {
    typealias Step = PrivateFile.Step
    let folder = try TemporaryFolder()
    try folder.put("cache", "old")
    let seen = Locked<[(step: Step, files: [String: String])]>([])
    let file = PrivateFile(path: folder.at("cache")) { step throws(HostError) in
      var files: [String: String] = [:]
      for name in try folder.names() { files[name] = try folder.text(name) }
      seen.withLock { $0.append((step, files)) }
    }
    let long = String(repeating: "new ", count: 100_000)
    try file.write(Array(long.utf8), now: Date())
    let steps = seen.withLock { $0 }
    #expect(steps.map(\.step) == Step.allCases)
    for (step, files) in steps {
      // What a run leaves that is killed right here.
      let after = try TemporaryFolder()
      for (name, text) in files { try after.put(name, text) }
      #expect(files["cache"] == (step == .renamed ? long : "old"), "\(step)")
      #expect(files.count == (step == .renamed ? 1 : 2))
      // The next run is not in its way.
      try PrivateFile(path: after.at("cache")).write(Array("next".utf8), now: Date())
      #expect(try after.text("cache") == "next")
    }
    // A write that fails instead cleans up behind it.
    for failing in Step.allCases where failing != .renamed {
      try folder.put("cache", "old")
      let file = PrivateFile(path: folder.at("cache")) { step throws(HostError) in
        if step == failing { throw HostError("write", "cache", .system(ENOSPC)) }
      }
      let error = #expect(throws: HostError.self) { try file.write([1], now: Date()) }
      #expect(error?.isOutOfSpace == true)
      #expect(try folder.text("cache") == "old")
      #expect(try folder.names() == ["cache"])
    }
  }

  @Test func `S6 tokens that cannot be stored serve the run, and the old cache stays`()
    async throws
  {
    _ = await machine.signIn()
    // With a name this long both locks still fit beside the cache, temporary files do not.
    let path = home.folder + "/" + String(repeating: "c", count: 246)
    try home.write(path, home.cacheBytes())
    let before = try home.read(path)
    var machine = machine
    machine.environment.variables["GRAPHCAL_TOKEN_CACHE"] = path
    await machine.expire(then: Identity.tokens(2))
    let outcome = await machine.run("today")
    #expect(outcome.status == 0)
    #expect(outcome.tokenRequests.count == 1)
    #expect(
      outcome.requests("GET", "/me/calendarView").map { $0.headers["Authorization"] }
        == ["Bearer access-2"])
    #expect(
      outcome.errorLines.filter { !$0.contains("no events") } == [
        "the new token serves this run only: cannot write \(path): file name too long"
      ])
    #expect(try home.read(path) == before)
    // Nobody is asked to approve what could not be stored.
    let login = await machine.run("login", "--device-code")
    #expect(login.status == 1)
    #expect(login.requests.isEmpty)
    #expect(login.errors.contains("the token cache cannot be written"))
    #expect(login.errors.contains("set GRAPHCAL_TOKEN_CACHE"))
    #expect(try home.read(path) == before)
  }

  @Test func `S7 temporary files older than a day go at the next write, others stay`()
    async throws
  {
    let old = [
      ".token-cache.json.0123456789abcdef.tmp", ".token-cache.json.lockfile.0123456789abcdef.tmp",
    ]
    let young = [".token-cache.json.fedcba9876543210.tmp"]
    let foreign = [
      ".token-cache.json.notes.tmp", ".other.json.0123456789abcdef.tmp", "token-cache.json.bak",
    ]
    for name in old + young + foreign {
      let path = home.stateFolder + "/" + name
      try home.write(path, "left behind")
      home.setModified(path, machine.clock.now - (young.contains(name) ? 80_000 : 90_000))
    }
    #expect(await machine.run("accounts").status == 0)
    #expect(try Set(home.names()) == Set(old + young + foreign), "reading removes nothing")
    #expect(await machine.signIn().status == 0)
    #expect(
      try Set(home.names())
        == Set(young + foreign + ["token-cache.json", "token-cache.json.lock"]))
  }

  @Test(arguments: Damage.all)
  func `S8 a cache that is none counts as signed out, and login and logout --all cure it`(
    damage: Damage
  ) async throws {
    try Files.createPrivateFolder(home.stateFolder)
    for cure in [["logout", "--all"], ["login", "--device-code"]] {
      try damage.put(home.tokenCache)
      let status = try Files.status(of: home.tokenCache, followLink: false)
      for words in [["agenda"], ["token"], ["status"], ["accounts"], ["logout"]] {
        let outcome = await machine.run(words)
        #expect(outcome.status == 4, "\(words): \(outcome.errors)")
        #expect(outcome.requests.isEmpty)
        #expect((outcome.errors + outcome.output).contains(home.tokenCache), "\(outcome.errors)")
        #expect((outcome.errors + outcome.output).contains(damage.reason), "\(outcome.errors)")
        #expect(outcome.errors.contains("graphcal login"))
      }
      #expect(try Files.status(of: home.tokenCache, followLink: false) == status, "it stays")
      let outcome = cure[0] == "login" ? await machine.signIn() : await machine.run(cure)
      #expect(outcome.status == 0, "\(cure): \(outcome.errors)")
      let name = "token-cache.json.corrupt-"
      let line = try #require(outcome.errorLines.first { $0.contains(name) })
      let kept = String(try #require(line.split(separator: " ").last))
      let found = try #require(try Files.status(of: kept, followLink: false))
      #expect(found.kind == status?.kind)
      #expect(found.size == status?.size)
      if found.kind == .regular { #expect(found.mode == 0o600) }
    }
    #expect(await machine.run("agenda").status == 0)
    #expect(try home.mode(home.tokenCache) == 0o600)
  }

  @Test func `S8 a device in its place is not read`() async throws {
    try Files.createPrivateFolder(home.stateFolder)
    symlink("/dev/zero", home.tokenCache)
    let outcome = await machine.run("token")
    // To root it is a damaged file, to others somebody else's.
    #expect(outcome.status == (geteuid() == 0 ? 4 : 1))
    #expect(outcome.errors.contains(home.tokenCache))
    #expect(outcome.requests.isEmpty)
  }

  @Test func `S9 a broken entry is skipped and kept, and the others serve`() async throws {
    _ = await machine.signIn()
    var broken: [String: JSONObject] = [:]
    let needed = ["secret", "home_account_id", "environment", "client_id"]
    for (section, fields) in [
      "AccessToken": needed + ["credential_type"], "RefreshToken": needed + ["credential_type"],
      "IdToken": needed, "Account": ["home_account_id", "environment"],
    ] {
      let good = try #require(try home.entries(section).first?.object)
      var entries: JSONObject = ["number": 7, "nothing": .null, "list": ["x"]]
      for field in fields {
        for (name, value) in ["null": JSON.null, "number": 5, "list": [], "object": [:]] {
          var entry = good
          entry[field] = value
          entries["\(field) \(name)"] = .object(entry)
        }
        guard field != "credential_type" else { continue }
        var entry = good
        entry[field] = Optional.none
        entries["\(field) missing"] = .object(entry)
      }
      broken[section] = entries
      try home.addEntries(section, entries)
    }
    #expect(try await machine.run("accounts", "--json").items.count == 1)
    let reading = await machine.run("token")
    #expect(reading.output == "access-1\n")
    #expect(reading.requests.isEmpty)
    await machine.expire(then: Identity.tokens(2))
    let renewed = await machine.run("token")
    #expect(renewed.output == "access-2\n")
    #expect(renewed.refreshTokensSent == ["refresh-1"])
    for (section, entries) in broken {
      let now = try #require(try home.cache()[section]?.object)
      for (key, value) in entries { #expect(now[key] == value, "\(section) \(key)") }
    }
  }

  @Test func `S10 unknown sections and fields survive every write`() async throws {
    _ = await machine.signIn()
    let unknown = #"{"Future": {"x": {"list": [1.50, "/", null]}}, "version": 3, "Note": "\u00EB"}"#
    let sections = try #require(try JSON(parsing: unknown).object)
    try home.editCache { root in for (key, value) in sections { root[key] = value } }
    for section in ["Account", "RefreshToken", "AppMetadata"] {
      try home.editEntries(section) { $0["future_field"] = ["kept": true] }
    }
    // Other programs write a mark at the start, or no blanks.
    let text = JSON.object(try #require(try home.cache().object)).text(.wire)
    try home.write(home.tokenCache, "\u{FEFF}" + text)

    func expectKept(_ sectionsWithField: [String], _ when: String) throws {
      let cache = try home.cache()
      for (key, value) in sections { #expect(cache[key] == value, "\(when): \(key)") }
      for section in sectionsWithField {
        #expect(
          try home.entries(section).allSatisfy { $0["future_field"] == ["kept": true] },
          "\(when): \(section)")
      }
      #expect(try home.read(home.tokenCache).contains("1.50"), "numbers keep their digits")
    }
    #expect(await machine.run("token").output == "access-1\n")
    await machine.expire(then: Identity.tokens(2))
    #expect(await machine.run("token").output == "access-2\n")
    try expectKept(["Account", "RefreshToken", "AppMetadata"], "a renewal")
    #expect(await machine.signIn(Grant(3)).status == 0)
    try expectKept(["Account", "RefreshToken", "AppMetadata"], "a sign-in")
    #expect(await machine.run("logout").status == 0)
    try expectKept(["AppMetadata"], "a sign-out")
    #expect(try home.stored("RefreshToken").isEmpty)
  }

  @Test(
    arguments: [
      ([:], "/.local/state/graphcal/token-cache.json"),
      (["XDG_STATE_HOME": "HOME/elsewhere"], "/elsewhere/graphcal/token-cache.json"),
      (["XDG_STATE_HOME": "relative"], "/.local/state/graphcal/token-cache.json"),
      (["GRAPHCAL_TOKEN_CACHE": "~/mine/tokens"], "/mine/tokens"),
      (["GRAPHCAL_TOKEN_CACHE": "HOME/mine", "XDG_STATE_HOME": "HOME/elsewhere"], "/mine"),
    ] as [([String: String], String)])
  func `S11 the cache lies where the variables say, and status tells where`(
    variables: [String: String], place: String
  ) async throws {
    let path = home.folder + place
    let machine = Machine(
      home: home, Service(events: ""),
      variables.mapValues { $0.replacing("HOME", with: home.folder) })
    #expect(await machine.signIn().status == 0)
    #expect(try home.read(path).contains("refresh-1"))
    #expect(await machine.run("status").output.contains("\(path) (a plain file)"))
    #expect(try await machine.run("status", "--json").json["cachePath"] == .string(path))
  }

  @Test func `S11 without any home the error says what to set`() async throws {
    let machine = Machine(home: home, Service(events: ""), ["HOME": ""])
    for words in [["login"], ["today"], ["token"], ["logout"], ["status"]] {
      let outcome = await machine.run(words)
      #expect(outcome.status == 2)
      #expect(outcome.requests.isEmpty)
      #expect(outcome.errors.contains("HOME is not set"))
      #expect(outcome.errors.contains("set HOME, XDG_STATE_HOME or GRAPHCAL_TOKEN_CACHE"))
    }
  }

  @Test func `S12 no token is in any other file, and no option takes one`() async throws {
    _ = await machine.signIn()
    let trace = home.folder + "/trace.har"
    #expect(await machine.run("today", "--verbose", "--trace", trace).status == 0)
    await machine.expire(then: Identity.refusal("invalid_grant", 700_082))
    #expect(await machine.run("today").status == 4)
    await machine.service.script(Identity.tokenPath, Identity.tokens(2))
    machine.clock.advance(by: .seconds(100))
    #expect(await machine.run("today", "--verbose", "--trace", trace).status == 0)
    let secrets = try ["AccessToken", "RefreshToken", "IdToken"].flatMap { try home.stored($0) }
    #expect(secrets.count == 3)
    let files = try FileManager.default.subpathsOfDirectory(atPath: home.folder)
    #expect(files.count > 5)
    for file in files {
      let path = home.folder + "/" + file
      guard path != home.tokenCache, try Files.status(of: path)?.kind == .regular else { continue }
      let bytes = try Files.read(path, limit: 1 << 24)
      for secret in secrets + ["access-1", "refresh-1", "device-1"] {
        #expect(bytes.firstRange(of: Array(secret.utf8)) == nil, "\(secret) in \(file)")
      }
    }
    // What is typed stays in the shell's history and is shown to every user by ps.
    let options =
      GlobalOptions.options.map(\.shape.name)
      + graphcalProgram.groups.flatMap(\.commands).flatMap { $0.shape().options.map(\.name) }
    #expect(
      options.filter { $0.contains("token") || $0.contains("secret") || $0.contains("password") }
        == ["token-file"])
  }
}
