/// What helps against an error of the identity platform.
package enum Remedy: Sendable, Hashable, CaseIterable {
  // While a device code is pending.
  case keepPolling
  case slowDown

  // A person signs in.
  case signInAgain
  case signInWithClaims
  case signInAndConsent
  /// The refresh token is dead for good, and only the browser brings a lasting one.
  case signInByBrowser
  case signInAndFixRedirectType
  case startAgain
  case declined
  case codeExpired

  // Somebody else decides.
  case blocked
  case tryBrowser
  case managedDevice
  case otherNetwork
  case askAdministrator
  case askForAssignment
  case otherAccount

  // The registration or the settings are wrong.
  case enablePublicClient
  case checkClientAndTenant
  case checkTenant
  case useTenantID
  case useOrganizations
  case addRedirect
  case moveRedirect
  case checkScopes
  case otherCloud
  case registerOwnApp

  case reportBug
  case wait
  case retry
  case unknown
}

extension Remedy {
  /// The kind of failure, which decides the exit status.
  package var kind: SignInError.Kind {
    switch self {
    case .keepPolling, .slowDown, .wait, .retry: .temporary
    case .signInAgain, .signInWithClaims, .signInAndConsent, .signInByBrowser,
      .signInAndFixRedirectType, .startAgain, .declined, .codeExpired:
      .signedOut
    case .blocked, .tryBrowser, .managedDevice, .otherNetwork, .askAdministrator,
      .askForAssignment, .otherAccount:
      .refused
    case .enablePublicClient, .checkClientAndTenant, .checkTenant, .useTenantID,
      .useOrganizations, .addRedirect, .moveRedirect, .checkScopes, .otherCloud, .registerOwnApp:
      .usage
    case .reportBug, .unknown: .failed
    }
  }

  /// What could not be done, in one line.
  package var what: String {
    switch self {
    case .keepPolling, .slowDown: "the sign-in is not finished yet"
    case .signInAgain, .signInByBrowser, .signInAndFixRedirectType: "the sign-in is no longer valid"
    case .signInWithClaims: "the organisation asks for a fresh sign-in"
    case .signInAndConsent: "these permissions have not been consented to"
    case .startAgain: "this sign-in cannot be finished"
    case .declined: "the sign-in was declined"
    case .codeExpired: "the code expired"
    case .blocked: "your organisation blocks this sign-in"
    case .tryBrowser: "your organisation blocks sign-in by device code"
    case .managedDevice: "your organisation asks for a managed device"
    case .otherNetwork: "this network allows only certain organisations"
    case .askAdministrator: "an administrator has to allow this sign-in"
    case .askForAssignment: "this account is not assigned to the application"
    case .otherAccount: "this account does not belong to the tenant"
    case .enablePublicClient: "the app registration is not a public client"
    case .checkClientAndTenant: "the tenant does not know this app registration"
    case .checkTenant: "the tenant does not exist"
    case .useTenantID: "the app registration needs a tenant of its own in the settings"
    case .useOrganizations: "the app registration is for work accounts only"
    case .addRedirect: "the app registration lacks the redirect address"
    case .moveRedirect: "the redirect address is registered for another kind of app"
    case .checkScopes: "the requested permissions are not valid"
    case .otherCloud: "the account lives in another cloud"
    case .registerOwnApp: "the app registration may not use Microsoft Graph here"
    case .reportBug: "the identity platform refused the request as malformed"
    case .wait: "the identity platform asks to wait"
    case .retry: "the identity platform is not available"
    case .unknown: "the identity platform refused the sign-in"
    }
  }

  /// The next thing to type or change.
  package var hint: String {
    switch self {
    case .keepPolling, .slowDown: "finish it in the browser"
    case .signInAgain, .startAgain, .signInWithClaims: "graphcal login"
    case .signInAndConsent: "graphcal login, and accept the permissions in the browser"
    case .signInByBrowser: "graphcal login --browser"
    case .signInAndFixRedirectType, .moveRedirect:
      "in the app registration, move http://localhost to the platform \"Mobile and desktop "
        + "applications\", then graphcal login"
    case .declined: "graphcal login, and accept in the browser"
    case .codeExpired: "graphcal login, and enter the new code at once"
    case .blocked: "send your administrator the correlation id above"
    case .tryBrowser: "graphcal login --browser"
    case .managedDevice:
      "graphcal login --browser on a device your organisation manages, or ask your administrator"
    case .otherNetwork: "use another network, or ask whoever runs the proxy"
    case .askAdministrator:
      "graphcal admin-consent prints a request to send to your administrator"
    case .askForAssignment:
      "ask your administrator to assign you to the app under Enterprise applications"
    case .otherAccount:
      "sign in with another account, or name the tenant: graphcal login --tenant ID"
    case .enablePublicClient:
      "in the app registration, under Authentication, set \"Allow public client flows\" to Yes"
    case .checkClientAndTenant: "compare AppId and TenantId with the app registration"
    case .checkTenant: "compare TenantId with the app registration"
    case .useTenantID: "set TenantId to the Directory (tenant) ID of the app registration"
    case .useOrganizations: "set TenantId to organizations or to the tenant's id"
    case .addRedirect:
      "in the app registration, add http://localhost under \"Mobile and desktop applications\""
    case .checkScopes: "look at GraphScopes in the settings and at --scopes"
    case .otherCloud: "graphcal login --cloud usgov, usgov-dod or china"
    case .registerOwnApp:
      "graphcal setup, to make a registration of your own with the permissions it needs"
    case .reportBug: "report this, with the line above; a proxy may also have changed the request"
    case .wait, .retry: "try again in a few minutes"
    case .unknown: "look the number up at https://login.microsoftonline.com/error"
    }
  }
}
