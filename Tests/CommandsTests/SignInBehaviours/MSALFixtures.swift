import FoundationEssentials
import Host
import JSON
import TestSupport
import Testing

/// Caches that MSAL for Python wrote, where they lie beside the package.
enum MSALFixtures {
  static let folder = SharedFiles.folder("auth/fixtures")
  static let caches = [
    "device-login", "device-login-organizations", "auth-code-login", "after-refresh",
    "after-refused-refresh", "two-accounts", "after-remove-account", "after-remove-all",
    "two-accounts-common-authority", "personal-account-consumers", "guest-second-tenant",
    "relogin-more-scopes", "long-lived-refresh-on", "family-token", "non-ascii-username",
  ]
  static let client = "00001111-aaaa-2222-bbbb-3333cccc4444"
  static let tenant = "aaaabbbb-0000-cccc-1111-dddd2222eeee"

  static func read(_ name: String) throws -> [UInt8] {
    try Files.read(try #require(folder) + "/\(name).json", limit: 1 << 24)
  }

  /// A machine with the app registration of the caches.
  static func machine(_ home: TemporaryHome, now: String, tenant: String = "common") -> Machine {
    Machine(
      home: home, Service(), now: now,
      ["GRAPHCAL_CLIENT_ID": client, "GRAPHCAL_TENANT": tenant])
  }

  /// The answer of the token endpoint that a cache with one account must have come from.
  static func answer(behind cache: [UInt8], receivedAt: Int) throws -> Service.Answer {
    let cache = try JSON(parsing: cache)
    func entry(_ section: String) throws -> JSON {
      try #require(cache[section]?.object?.members.first?.value)
    }
    func seconds(_ entry: JSON, _ field: String) throws -> JSON? {
      guard let text = entry[field]?.string else { return nil }
      return .number(try #require(Int(text)) - receivedAt)
    }
    let access = try entry("AccessToken")
    let home = try #require(access["home_account_id"]?.string).split(separator: ".")
    var body: JSONObject = [
      "token_type": "Bearer", "scope": access["target"] ?? .null,
      "expires_in": try seconds(access, "expires_on") ?? .null,
      "ext_expires_in": try seconds(access, "extended_expires_on") ?? .null,
      "access_token": access["secret"] ?? .null,
      "refresh_token": try entry("RefreshToken")["secret"] ?? .null,
      "id_token": try entry("IdToken")["secret"] ?? .null,
      "client_info": .string(
        Grant.base64URL(["uid": .string(String(home[0])), "utid": .string(String(home[1]))])),
    ]
    body["refresh_in"] = try seconds(access, "refresh_on")
    return .ok(JSON.object(body).text(.wire))
  }
}

/// Microsoft's sign-in library for Python, where `make check` has installed it.
enum MSALPython {
  static let interpreter: String? = {
    let venv = SharedFiles.package + "/.build/check-venv"
    let versions = (try? Files.names(in: venv + "/lib")) ?? []
    let isThere = versions.contains { version in
      (try? Files.status(of: "\(venv)/lib/\(version)/site-packages/msal")) != nil
    }
    return isThere ? venv + "/bin/python" : nil
  }()

  /// A program that asks the cache for a token silently, with a network that counts and refuses.
  static func script(cache: String) throws -> String {
    """
    import sys, json, msal
    ROOT = "https://login.microsoftonline.com/common"

    class Answer:
        status_code, headers = 200, {}
        def __init__(self, body): self.text = json.dumps(body)

    class NoNetwork:
        posts = 0
        def get(self, url, **_):
            return Answer({"authorization_endpoint": ROOT + "/oauth2/v2.0/authorize",
                           "token_endpoint": ROOT + "/oauth2/v2.0/token", "issuer": ROOT + "/v2.0",
                           "device_authorization_endpoint": ROOT + "/oauth2/v2.0/devicecode"})
        def post(self, url, **_):
            NoNetwork.posts += 1
            return Answer({"error": "invalid_grant"})
        def close(self): pass

    cache = msal.SerializableTokenCache()
    cache.deserialize(open(\(JSON.string(cache).text(.compact))).read())
    app = msal.PublicClientApplication(
        "\(Identity.client)", authority=ROOT, instance_discovery=False, http_client=NoNetwork(),
        token_cache=cache)
    [account] = app.get_accounts()
    assert account["username"] == "\(Identity.user)", account
    got = app.acquire_token_silent(["User.Read", "Calendars.ReadWrite"], account=account)
    assert got and got["access_token"] == sys.argv[1], got
    assert NoNetwork.posts == 0, NoNetwork.posts
    """
  }
}
