import Testing

import HTTP
import JSON
import SignIn

@Suite struct EntraErrorTests {
  struct Row: CustomTestStringConvertible {
    let phase: EntraError.Phase
    let word: String
    let number: Int?
    let suberror: String?
    let status: Int
    let remedy: Remedy

    init(
      _ phase: EntraError.Phase, _ word: String, _ number: Int? = nil, suberror: String? = nil,
      status: Int = 400, is remedy: Remedy
    ) {
      self.phase = phase
      self.word = word
      self.number = number
      self.suberror = suberror
      self.status = status
      self.remedy = remedy
    }

    var testDescription: String { "\(phase) \(word) \(number ?? 0) \(suberror ?? "")" }
    var error: EntraError? {
      let response = Sample.error(word, number, suberror: suberror, status: status)
      return (try? JSON(parsing: response.body))
        .flatMap { EntraError($0, status: status, phase: phase) }
    }
  }

  @Test(arguments: [
    Row(.poll, "authorization_pending", 70016, is: .keepPolling),
    Row(.poll, "slow_down", status: 429, is: .slowDown),
    Row(.poll, "server_error", status: 500, is: .keepPolling),
    Row(.poll, "invalid_grant", 50196, is: .startAgain),
    Row(.poll, "invalid_grant", 54005, is: .startAgain),
    Row(.poll, "access_denied", 90094, is: .askAdministrator),
    Row(.refresh, "invalid_grant", is: .signInAgain),
    Row(.refresh, "invalid_grant", 12345, suberror: "bad_token", is: .signInAgain),
    Row(.refresh, "invalid_grant", 12345, suberror: "message_only", is: .blocked),
    Row(.refresh, "invalid_grant", 12345, suberror: "consent_required", is: .signInAndConsent),
    Row(.refresh, "interaction_required", is: .signInAgain),
    Row(.refresh, "invalid_grant", 50196, is: .wait),
    Row(.refresh, "invalid_grant", 53003, suberror: "message_only", is: .blocked),
    Row(.refresh, "invalid_grant", 50105, is: .askForAssignment),
    Row(.refresh, "invalid_grant", 530036, is: .signInByBrowser),
    Row(.refresh, "server_error", status: 500, is: .retry),
    Row(.refresh, "anything", status: 502, is: .retry),
    Row(.refresh, "temporarily_unavailable", 90055, status: 429, is: .wait),
    Row(.refresh, "invalid_request", is: .reportBug),
    Row(.refresh, "never_heard_of", is: .unknown),
    Row(.deviceCode, "invalid_client", 7000218, status: 401, is: .enablePublicClient),
    Row(.deviceCode, "unauthorized_client", is: .checkClientAndTenant),
    Row(.deviceCode, "invalid_request", 900439, is: .otherCloud),
    Row(.deviceCode, "invalid_scope", is: .checkScopes),
    Row(.deviceCode, "invalid_request", 650053, is: .registerOwnApp),
    Row(.authorizationCode, "access_denied", is: .declined),
    Row(.authorizationCode, "invalid_grant", 70000, is: .startAgain),
  ])
  func `what helps`(row: Row) throws {
    #expect(try #require(row.error).remedy == row.remedy)
  }

  @Test func `every remedy has words, a hint and no code of ours in them`() {
    for remedy in Remedy.allCases {
      #expect(!remedy.what.isEmpty && !remedy.what.hasSuffix("."))
      #expect(!remedy.hint.isEmpty)
    }
  }

  @Test func `an unknown number is shown with its line, correlation id and the page to look it up`()
    throws
  {
    let row = Row(.refresh, "never_heard_of", 987654, is: .unknown)
    let failure = SignInError(try #require(row.error))
    #expect(failure.why == "AADSTS987654: Some words. [correlation id c-1]")
    #expect(failure.hint == "look it up: https://login.microsoftonline.com/error?code=987654")
    #expect(failure.kind == .failed)
    #expect(failure.detail?.contains("Trace ID: t") == true)
  }

  @Test func `numbers are found in the text where the list is missing`() throws {
    let json: JSON = [
      "error": "invalid_grant", "error_description": "AADSTS700082: Too old. Trace ID: x",
    ]
    let error = try #require(EntraError(json, status: 400, phase: .refresh))
    #expect(error.numbers == [700082])
    #expect(error.summary == "AADSTS700082: Too old.")
    #expect(SignInError(error).what.contains("90 days"))
  }

  @Test func `control characters of the server do not reach the terminal`() throws {
    let json: JSON = ["error": "x\u{1B}[31m", "error_description": "\u{9B}evil\u{7}\u{202E}"]
    let failure = SignInError(try #require(EntraError(json, status: 400, phase: .refresh)))
    #expect(failure.why == "evil")
    #expect(failure.code == "x[31m")
  }

  // MARK: The shared table

  static let exits: [String: SignInError.Kind] = [
    "stop:show_server_text": .failed, "fail:bug_report": .failed,
    "stop:enable_public_client_flows": .usage, "delete_rt_relogin_browser": .signedOut,
    "start_again": .signedOut, "stop:declined": .signedOut, "stop:code_expired": .signedOut,
    "stop:start_again": .signedOut, "wrong_account": .refused,
    "stop:blocked_try_browser": .refused,
  ]

  static func kind(of action: String) -> SignInError.Kind? {
    if let kind = exits[action] { return kind }
    let prefixes: [(String, SignInError.Kind)] = [
      ("fail:", .usage), ("relogin", .signedOut), ("blocked", .refused), ("ask_admin", .refused),
      ("keep_polling", .temporary), ("retry", .temporary), ("wait", .temporary),
    ]
    return prefixes.first { action.hasPrefix($0.0) }?.1
  }

  /// The remedy that stands for an action, where the action names one exactly.
  static let remedies: [String: Remedy] = [
    "keep_polling": .keepPolling, "keep_polling_interval_plus_5": .slowDown,
    "keep_polling_backoff": .keepPolling, "stop:declined": .declined,
    "stop:code_expired": .codeExpired, "stop:start_again": .startAgain,
    "start_again": .startAgain, "stop:show_server_text": .unknown,
    "stop:blocked_try_browser": .tryBrowser, "fail:enable_public_client_flows": .enablePublicClient,
    "stop:enable_public_client_flows": .enablePublicClient,
    "fail:check_client_id_and_tenant": .checkClientAndTenant, "fail:check_tenant": .checkTenant,
    "fail:use_tenant_id": .useTenantID, "fail:use_organizations": .useOrganizations,
    "fail:bug_report": .reportBug, "fail:check_scopes": .checkScopes,
    "fail:add_localhost_redirect": .addRedirect,
    "fail:move_redirect_to_mobile_desktop": .moveRedirect, "fail:use_us_cloud": .otherCloud,
    "relogin": .signInAgain, "relogin_and_fix_redirect_type": .signInAndFixRedirectType,
    "relogin_with_claims": .signInWithClaims, "relogin_consent": .signInAndConsent,
    "delete_rt_relogin_browser": .signInByBrowser, "ask_admin": .askAdministrator,
    "ask_admin_assign": .askForAssignment, "blocked": .blocked, "blocked_device": .managedDevice,
    "blocked_network": .otherNetwork, "wrong_account": .otherAccount,
    "retry_then_use_cached": .retry, "wait_retry_after": .wait,
  ]

  @Test(.enabled(if: SharedFixtures.folder != nil, "skipped: the shared error table"))
  func `the shared table of errors`() throws {
    let table = try JSON(parsing: SharedFixtures.read("entra-errors.json"))
    var count = 0
    for row in try #require(table["errors"]?.array) {
      let name = try #require(row["id"]?.string)
      let action = try #require(row["expected"]?.string)
      let phase = try #require(row["phase"]?.string.flatMap(EntraError.Phase.init(rawValue:)))
      let body = try #require(row["body"])
      let status = try #require(row["http_status"]?.int)
      let error = try #require(EntraError(body, status: status, phase: phase))
      #expect(error.remedy == Self.remedies[action], "\(name): \(action)")
      #expect(SignInError(error).kind == Self.kind(of: action), "\(name): \(action)")
      count += 1
    }
    print("errors of the identity platform with the expected action and exit: \(count)")
    #expect(count == 55)
  }
}
