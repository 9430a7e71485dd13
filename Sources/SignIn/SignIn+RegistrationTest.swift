import HTTP

/// What the identity platform says about an app registration that nobody has signed in with yet.
package enum RegistrationTest: Sendable, Equatable {
  /// It gave out a device code.
  case works
  /// The registration is there, and something else forbids this way of signing in.
  case blocked(SignInError)
  /// The registration is there and lacks a setting.
  case incomplete(SignInError)
  /// Client id, tenant, cloud or scopes are not right.
  case wrong(SignInError)
  /// There was no answer that says anything about it.
  case undecided(SignInError)

  init(_ error: SignInError, _ remedy: Remedy) {
    self =
      switch remedy {
      case .checkClientAndTenant, .checkTenant, .useTenantID, .useOrganizations, .checkScopes,
        .otherCloud, .registerOwnApp:
        .wrong(error)
      case .enablePublicClient, .addRedirect, .moveRedirect, .signInAndFixRedirectType:
        .incomplete(error)
      case .keepPolling, .slowDown, .wait, .retry, .otherNetwork, .reportBug, .unknown:
        .undecided(error)
      case .signInAgain, .signInWithClaims, .signInAndConsent, .signInByBrowser, .startAgain,
        .declined, .codeExpired, .blocked, .tryBrowser, .managedDevice, .askAdministrator,
        .askForAssignment, .otherAccount:
        .blocked(error)
      }
  }
}

extension SignIn {
  /// Asks for a device code and throws it away; nobody is signed in and nothing is stored.
  package func testRegistration() async -> RegistrationTest {
    let answer = await endpoint.postWithRetries(
      configuration.authority.deviceCodeURL,
      [
        "client_id": configuration.clientID,
        "scope": Scopes.parameter(Scopes.graphOnly(configuration.scopes)),
        "claims": ClaimsRequest.text(),
      ],
      phase: .deviceCode)
    switch answer {
    case .granted(let json, let offset):
      check(offset)
      guard DeviceCode(json) != nil else {
        return .undecided(.noIdentityPlatform("the answer holds no device code"))
      }
      return .works
    case .refused(let error, _, let offset):
      check(offset)
      return RegistrationTest(failure(error, clockOffset: offset), error.remedy)
    case .unreachable(let error, _): return .undecided(error)
    }
  }
}
