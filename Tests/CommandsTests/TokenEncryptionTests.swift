import FoundationEssentials
import Host
import JSON
import TestSupport
import Testing

/// The token cache under a key of its owner's.
@Suite struct TokenEncryptionTests {
  let home: TemporaryHome
  var machine: Machine

  init() throws {
    home = try TemporaryHome()
    machine = Machine(home: home, Service(events: ""))
    machine.randomness = .system
    machine.programs = .system
  }

  private func configure(_ text: String) throws { try home.write(home.configuration, text) }

  @Test func `a passphrase command seals the cache at a sign-in, and everything works from it`()
    async throws
  {
    try configure(#"{"TokenKeyCommand": ["printf", "correct horse\n"]}"#)
    let login = await machine.signIn()
    #expect(login.status == 0, "\(login.errors)")
    let text = try home.read(home.tokenCache)
    #expect(!text.contains("refresh-1") && !text.contains("kim@"))
    #expect(try JSON(parsing: text)["graphcal-sealed"]?["cipher"] == "AES-256-GCM")
    #expect(try Files.status(of: home.tokenCache)?.mode == 0o600)
    #expect(await machine.run("today").status == 0)
    machine.clock.advance(by: .seconds(4000))
    await machine.service.script(Identity.tokenPath, Identity.tokens(2))
    #expect(await machine.run("today").status == 0)
    #expect(try home.read(home.tokenCache) != text)
    #expect(try !home.read(home.tokenCache).contains("refresh-2"))
    let status = await machine.run("status")
    #expect(status.output.contains("(encrypted, key from TokenKeyCommand)"))
    #expect(try await machine.run("status", "--json").json["cacheKey"] == "TokenKeyCommand")
    #expect(await machine.run("logout").status == 0)
    #expect(await machine.run("today").status == 4)
  }

  @Test func `nothing but a sign-in changes how the cache is kept, and it says so`() async throws {
    _ = await machine.signIn()
    try configure(#"{"TokenKeyCommand": "printf secret"}"#)
    machine.clock.advance(by: .seconds(4000))
    await machine.service.script(Identity.tokenPath, Identity.tokens(2))
    #expect(await machine.run("today").status == 0)
    #expect(try home.read(home.tokenCache).contains("refresh-2"), "still a plain file")
    #expect(await machine.run("status").output.contains("(a plain file)"))

    let sealing = await machine.signIn(3)
    #expect(sealing.errors.contains("is encrypted from now on, with the key of TokenKeyCommand"))
    #expect(try !home.read(home.tokenCache).contains("refresh-3"))

    try configure("{}")
    let locked = await machine.run("today")
    #expect(locked.status == 2)
    #expect(locked.errors.contains("set TokenKeyCommand in config.json"))
    #expect(await machine.signIn(4).status == 2, "a sign-in does not throw an encrypted cache away")
  }

  @Test func `without the key the cache stays as it is, and the way out is named`() async throws {
    try configure(#"{"TokenKeyCommand": ["printf", "right"]}"#)
    _ = await machine.signIn()
    let text = try home.read(home.tokenCache)
    for (command, words) in [
      (#"["printf", "wrong"]"#, "does not fit"), (#"["false"]"#, "false ended with status 1"),
      (#"["true"]"#, "true printed nothing"), (#""no-such-program-here""#, "no such file"),
    ] {
      try configure(#"{"TokenKeyCommand": \#(command)}"#)
      for line in [["today"], ["login", "--device-code"], ["logout"]] {
        let outcome = await machine.run(line)
        #expect([1, 2].contains(outcome.status), "\(line) \(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(line) \(outcome.errors)")
        #expect(outcome.requests.isEmpty)
        #expect(try home.read(home.tokenCache) == text)
      }
    }
  }

  @Test(arguments: [
    (#""cipher":"AES-256-GCM""#, #""cipher":"ROT13""#), (#""key":"command""#, #""key":"hsm""#),
    (#""key":"command""#, #""key":3"#), (#""nonce":""#, #""nonce":"!!!"#),
  ])
  func `a spoilt envelope is damaged, and set aside by the next sign-in`(
    part: String, spoilt: String
  ) async throws {
    try configure(#"{"TokenKeyCommand": ["printf", "secret"]}"#)
    _ = await machine.signIn()
    let text = try home.read(home.tokenCache).replacing(part, with: spoilt)
    try home.write(home.tokenCache, text)
    let today = await machine.run("today")
    #expect(today.status == 4 && today.errors.contains("damaged"), "\(today.errors)")
    #expect(await machine.run("status").output.contains("damaged"))
    #expect(await machine.signIn(2).status == 0)
    let folder = Paths.folder(of: home.tokenCache)
    let kept = try Files.names(in: folder).filter { $0.contains("corrupt") }
    #expect(try kept.map { try home.read(folder + "/" + $0) } == [text])
  }

  @Test func `everybody can leave without the key`() async throws {
    try configure(#"{"TokenKeyCommand": ["printf", "right"]}"#)
    _ = await machine.signIn()
    try configure(#"{"TokenKeyCommand": ["printf", "wrong"]}"#)
    #expect(await machine.run("logout", "--all").status == 0)
    #expect(try Files.status(of: home.tokenCache) == nil)
    #expect(await machine.signIn(2).status == 0)
  }

  @Test(arguments: [
    #"["echo", 3, "x"]"#, #""sh -c \"echo hi\"""#, "[]", "7", #""""#, #""echo $KEY""#,
  ])
  func `a command that would not be what was written is refused`(value: String) async throws {
    try configure(#"{"TokenKeyCommand": \#(value)}"#)
    let outcome = await machine.run("today")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("TokenKeyCommand"))
  }

  @Test func `what a command leaves running is not waited for`() async throws {
    try configure(#"{"TokenKeyCommand": ["sh", "-c", "printf secret; sleep 4 & echo"]}"#)
    #expect(await machine.signIn().status == 0)
    #expect(await machine.run("today").status == 0)
  }

  @Test func `the keyring is not asked where there is no session bus`() async throws {
    try configure(#"{"TokenKeyring": true}"#)
    let login = await machine.signIn()
    #expect(login.status == 1)
    #expect(login.errors.contains("there is no session bus"))
    #expect(login.requests.isEmpty)
    try configure(#"{"TokenKeyring": true, "TokenKeyCommand": "pass"}"#)
    #expect(await machine.run("today").status == 2)
  }

  @Test func `a helper's environment and words reach no shell`() async throws {
    try configure(#"{"TokenKeyCommand": ["printf", "%s", "$(touch \#(home.folder)/x)"]}"#)
    #expect(await machine.signIn().status == 0)
    #expect(try Files.status(of: home.folder + "/x") == nil)
  }
}
