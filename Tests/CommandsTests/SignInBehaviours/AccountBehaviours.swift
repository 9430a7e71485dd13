import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Several accounts side by side.
@Suite struct AccountBehaviours {
  let home: TemporaryHome
  let machine: Machine

  init() throws {
    home = try TemporaryHome()
    machine = Machine(home: home, Service(events: ""))
  }

  private func signInTwo() async {
    _ = await machine.signIn(1, as: .kim)
    _ = await machine.signIn(2, as: .lee)
  }

  /// The tokens that Graph was shown.
  private func tokens(_ outcome: Outcome) -> Set<String> {
    Set(outcome.requests.compactMap { $0.headers["Authorization"] })
  }

  @Test func `A1 several accounts: by name in any letter case, by id, by default, else a list`()
    async throws
  {
    await signInTwo()
    let ambiguous = await machine.run("today")
    #expect(ambiguous.status == 2 && ambiguous.requests.isEmpty)
    #expect(ambiguous.errors.contains("kim@contoso.example, lee@contoso.example"))
    #expect(
      tokens(await machine.run("today", "--account", "KIM@contoso.example")) == ["Bearer access-1"])
    let byID = await machine.run("today", "--account", Identity.Person.lee.homeAccountID)
    #expect(tokens(byID) == ["Bearer access-2"])
    let stranger = await machine.run("today", "--account", "bo@contoso.example")
    #expect(stranger.status == 4)
    #expect(stranger.errors.contains("signed in: kim@contoso.example, lee@contoso.example"))
    #expect(await machine.run("accounts", "use", "lee@contoso.example").status == 0)
    #expect(tokens(await machine.run("today")) == ["Bearer access-2"])
    var other = machine
    other.environment.variables["GRAPHCAL_ACCOUNT"] = "kim@contoso.example"
    #expect(tokens(await other.run("today")) == ["Bearer access-1"])
  }

  @Test func `A2 a guest of another tenant is one account with two tenants`() async throws {
    _ = await machine.signIn(1, as: .kim)
    var guest = Identity.Person.kim
    guest.tenant = "9e570000-0000-4000-8000-00000000bbbb"
    let tenant = try #require(guest.tenant)
    await machine.service.script("POST /\(tenant)/oauth2/v2.0/devicecode", Identity.deviceCode)
    await machine.service.script(
      "POST /\(tenant)/oauth2/v2.0/token", Identity.tokens(2, of: guest))
    #expect(await machine.run("login", "--device-code", "--tenant", tenant).status == 0)
    let accounts = try await machine.run("accounts", "--json").items
    #expect(accounts.count == 1)
    let tenants = accounts[0]["tenants"]?.array?.compactMap(\.string) ?? []
    #expect(tenants == ["common", tenant])
    // Each tenant's own token is used there.
    let atHome = await machine.run("today")
    #expect(tokens(atHome) == ["Bearer access-1"], "\(atHome.errors)")
    var there = machine
    there.environment.variables["GRAPHCAL_TENANT"] = tenant
    #expect(tokens(await there.run("today")) == ["Bearer access-2"])
  }

  @Test func `A3 a personal account beside one of work`() async throws {
    _ = await machine.signIn(1, as: .kim)
    _ = await machine.signIn(2, as: .personal)
    let accounts = try await machine.run("accounts", "--json").items
    #expect(accounts.map { $0["personal"] } == [false, true])
    #expect(
      tokens(await machine.run("today", "--account", "sam@outlook.example")) == ["Bearer access-2"])
  }

  @Test func `A4 status tells account, tenants, scopes, end, cache and source, and never a token`()
    async throws
  {
    await signInTwo()
    let status = await machine.run("status", "--json")
    #expect(status.status == 0 && status.requests.isEmpty)
    let json = try status.json
    #expect(json["cachePath"] == .string(home.tokenCache))
    #expect(json["tokenSource"] == "cache")
    let accounts = json["accounts"]?.array ?? []
    #expect(
      accounts.map { $0["account"]?.string } == ["kim@contoso.example", "lee@contoso.example"])
    #expect(accounts[0]["tenants"] == ["common"])
    #expect(accounts[0]["scopes"]?.array?.contains("Calendars.ReadWrite") == true)
    #expect(accounts[0]["expiresOn"]?.string == "2026-11-30T09:00:05Z")
    let text = await machine.run("status")
    for outcome in [status, text] {
      #expect(!(outcome.output + outcome.errors).contains("access-"))
      #expect(!(outcome.output + outcome.errors).contains("refresh-"))
    }
    var withToken = machine
    withToken.environment.variables["GRAPHCAL_ACCESS_TOKEN"] = "secret-token"
    let source = await withToken.run("status", "--json")
    #expect(try source.json["tokenSource"]?.string != "cache")
    #expect(!source.output.contains("secret-token"))
  }

  @Test func `A5 logout forgets one account, all of them, and nobody a second time`() async throws {
    await signInTwo()
    let one = await machine.run("logout", "--account", "kim@contoso.example")
    #expect(one.status == 0 && one.requests.isEmpty)
    #expect(one.output == "Signed out: kim@contoso.example.\n")
    #expect(one.errors.contains("stay valid at Microsoft until they expire"))
    let left = try home.read(home.tokenCache)
    #expect(!left.contains("refresh-1") && left.contains("refresh-2"))
    let again = await machine.run("logout", "--account", "kim@contoso.example")
    #expect(again.status == 0 && again.errors.contains("nobody was signed in"))
    let all = await machine.run("logout", "--all")
    #expect(all.status == 0 && all.requests.isEmpty)
    #expect(try !home.read(home.tokenCache).contains("refresh-2"))
    #expect(await machine.run("logout", "--all").status == 0)
  }

  @Test func `A5 logout of all accounts by either name, and no command acts for all by chance`()
    async throws
  {
    await signInTwo()
    #expect(await machine.run("accounts", "use", "lee").status == 0)
    for line in [["token"], ["me"], ["login", "--device-code"]] {
      let outcome = await machine.run(line + ["--account", "all"])
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(line) \(outcome.errors)")
    }
    let logout = await machine.run("logout", "--account", "ALL")
    #expect(logout.output == "Signed out: kim@contoso.example, lee@contoso.example.\n")
    #expect(await machine.run("today").status == 4)
  }

  @Test func `A1 the beginning of a name is enough where it fits one account`() async throws {
    await signInTwo()
    #expect(tokens(await machine.run("today", "--account", "le")) == ["Bearer access-2"])
    let use = try await machine.run("accounts", "use", "KIM", "--json").json
    #expect(use["account"] == "kim@contoso.example")
    let nobody = await machine.run("today", "--account", "x")
    #expect(nobody.status == 4 && nobody.errors.contains("name one of these"))
  }

  @Test func `A6 somebody else than was asked for is told, and nobody's tokens are lost`()
    async throws
  {
    _ = await machine.signIn(1, as: .kim)
    let login = await machine.signIn(2, as: .lee, "--account", "kim@contoso.example")
    #expect(login.status == 0)
    #expect(login.errors.contains("lee@contoso.example signed in, not kim@contoso.example"))
    let cache = try home.read(home.tokenCache)
    #expect(cache.contains("refresh-1") && cache.contains("refresh-2"))
  }
}
