extension EntraError {
  /// What helps.
  ///
  /// The OAuth words decide where they are exact; the number then chooses the better advice; the finer
  /// word and the plain OAuth word decide the rest.
  package var remedy: Remedy {
    if phase == .poll, let remedy = pollingRemedy { return remedy }
    if status == 429 || status == 408 { return .wait }
    if status >= 500 || ["temporarily_unavailable", "server_error"].contains(error) {
      return phase == .poll ? .keepPolling : .retry
    }
    if let number, let remedy = Self.remedy(ofNumber: number, in: self) { return remedy }
    if let remedy = suberrorRemedy { return remedy }
    return plainRemedy
  }

  /// Whether the refresh token of this request must not be sent again.
  package var killsRefreshToken: Bool { numbers.contains(530036) }

  private var pollingRemedy: Remedy? {
    switch error {
    case "authorization_pending": .keepPolling
    case "slow_down": .slowDown
    case "authorization_declined": .declined
    case "expired_token", "code_expired": .codeExpired
    case "bad_verification_code": .startAgain
    case _ where numbers.contains(50196): .startAgain
    default: nil
    }
  }

  private var suberrorRemedy: Remedy? {
    switch suberror {
    case "message_only", "additional_action": .blocked
    case "consent_required": .signInAndConsent
    case "basic_action": claims == nil ? .signInAgain : .signInWithClaims
    case "user_password_expired", "bad_token", "token_expired", "client_mismatch",
      "protection_policy_required", "device_authentication_failed":
      .signInAgain
    default: nil
    }
  }

  private var plainRemedy: Remedy {
    switch error {
    case "invalid_grant", "interaction_required", "login_required":
      phase == .deviceCode ? .unknown : claims == nil ? .signInAgain : .signInWithClaims
    case "consent_required": .signInAndConsent
    case "invalid_client": .enablePublicClient
    case "unauthorized_client": .checkClientAndTenant
    case "invalid_scope": .checkScopes
    case "invalid_request", "unsupported_grant_type", "invalid_resource":
      phase == .poll ? .unknown : .reportBug
    case "access_denied": phase == .refresh ? .blocked : .declined
    default: .unknown
    }
  }

  private static func remedy(ofNumber number: Int, in error: EntraError) -> Remedy? {
    switch number {
    // The same number means other things in other places.
    case 53003: error.isOfDeviceCode ? .tryBrowser : .blocked
    case 50074, 50076, 50078, 50158, 50161, 50166:
      error.claims == nil ? .signInAgain : .signInWithClaims
    case 54005, 70000, 700005, 50089, 501481, 50147, 501491, 90119, 90120, 50134:
      error.phase == .refresh ? .signInAgain : .startAgain
    case 80001...80014, 81004...81012, 40008...40015: .askAdministrator
    case 650051...650057: .registerOwnApp
    default: table[number]
    }
  }

  private var isOfDeviceCode: Bool { phase == .poll || phase == .deviceCode }

  private static let table: [Int: Remedy] = {
    var table: [Int: Remedy] = [:]
    for (remedy, numbers) in rows { for number in numbers { table[number] = remedy } }
    return table
  }()

  /// Numbers that a user of a command line meets.
  private static let rows: [(Remedy, [Int])] = [
    (.keepPolling, [70016]),
    (.startAgain, [70018]),
    (.codeExpired, [70019, 70020]),
    (.wait, [50196, 50087, 50088, 90055]),
    (.retry, [50033, 50000, 90006, 90012, 90024, 90033, 90090, 70012, 40010]),
    (.tryBrowser, [530033, 530035]),
    (.signInByBrowser, [530036]),
    (.blocked, [530032, 530034, 530084, 50005, 53010, 53011, 50131]),
    (.managedDevice, [53000, 53001, 53002, 530003, 50097, 50155, 50187, 50129, 135011]),
    (
      .signInAgain,
      [
        50072, 50079, 53004, 50135, 50199, 70008, 700082, 70043, 50173, 50132, 50133, 50085, 50139,
        700020, 50058, 16000, 16001, 50055, 50056, 50126, 50144,
      ]
    ),
    (.signInAndConsent, [65001]),
    (.declined, [65004]),
    (
      .askAdministrator,
      [
        90094, 90095, 90008, 50057, 50034, 50053, 50064, 500212, 500213, 20001, 20012,
      ]
    ),
    (.askForAssignment, [50105]),
    (
      .otherAccount,
      [50020, 51004, 50014, 16003, 90072, 500208, 50177, 50178, 50197]
    ),
    (.otherNetwork, [50002, 500021, 500022]),
    (.registerOwnApp, [90099, 65005, 65002]),
    (.enablePublicClient, [7000218]),
    (
      .reportBug,
      [
        700025, 7000215, 7000222, 70002, 700027, 900144, 90014, 9002313, 90013, 90023, 90004, 90100,
        70003, 90056, 900561, 90015,
      ]
    ),
    (.checkClientAndTenant, [700016, 70001, 700011, 7000112, 1000031]),
    (.checkTenant, [90002, 90019, 50128, 900023]),
    (.useTenantID, [50194, 50059, 90130, 90124, 9001023]),
    (.useOrganizations, [9002332]),
    (.addRedirect, [50011, 900971, 70004]),
    (.moveRedirect, [9002327]),
    (.signInAndFixRedirectType, [700084]),
    (.checkScopes, [70011, 28002, 28003, 700022, 700023]),
    (.otherCloud, [500011, 50001, 900439, 90038, 90043, 90051, 1000104]),
  ]
}

extension SignInError {
  /// The failure that an error of the identity platform means to a person.
  package init(_ error: EntraError) {
    let remedy = error.remedy
    var hint = remedy.hint
    if remedy == .unknown, let number = error.number {
      hint = "look it up: https://login.microsoftonline.com/error?code=\(number)"
    }
    var what = remedy.what
    switch error.number {
    case 70008, 700082: what = "the sign-in was not used for 90 days and has ended"
    case 70043: what = "your organisation asks for a fresh sign-in from time to time"
    case 50057: what = "the account is disabled"
    case 50034: what = "the account does not exist in this tenant"
    case 50055: what = "the password has expired"
    default: break
    }
    let detail = PlainText.line(error.text, limit: 4000)
    self.init(
      remedy.kind, what, why: error.summary, hint: hint, detail: detail.isEmpty ? nil : detail,
      code: error.error, remedy: remedy)
  }
}
