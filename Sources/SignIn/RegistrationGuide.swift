import JSON

/// How to make the app registration: by hand in the portal, or by one line of the Azure command line.
///
/// Source: Microsoft identity platform, "Desktop app that calls web APIs: App registration"; Azure CLI,
/// `az ad app create`; Microsoft Graph, "application resource type".
package struct RegistrationGuide: Sendable, Equatable {
  /// Whose accounts may sign in with the registration.
  package enum Audience: String, CaseIterable, Sendable {
    /// The organisation that holds the registration.
    case organization
    /// Every organisation.
    case anyOrganization = "any-organization"
    /// Every organisation, and outlook.com and its like.
    case personalToo = "personal-too"
  }

  package let audience: Audience
  package let cloud: Cloud
  /// The permissions to register, `offline_access` last, without the others of OpenID Connect.
  package let scopes: [String]

  /// Takes the scopes that the program will ask for.
  ///
  /// Personal accounts live in the global cloud only, so they are refused with another one.
  package init(
    audience: Audience, cloud: Cloud, scopes: [String]
  ) throws(SignInError) {
    guard audience != .personalToo || cloud == .global else {
      throw .usage(
        "personal accounts live in the global cloud, not in \(cloud.rawValue)",
        hint: "leave out --cloud, or choose another --audience")
    }
    self.audience = audience
    self.cloud = cloud
    self.scopes =
      Scopes.graphOnly(scopes).map { GraphPermission.named($0)?.name ?? $0 } + ["offline_access"]
  }

  /// Those of the scopes whose ids are not known here, so that only a person can add them.
  package var unlisted: [String] { scopes.filter { GraphPermission.named($0) == nil } }

  /// The page where app registrations are made.
  package var portal: String { cloud.portal }

  /// What to do in the portal, one step each; further lines of a step are split by line feeds.
  package var steps: [String] {
    let accounts =
      switch audience {
      case .organization: "Accounts in this organizational directory only"
      case .anyOrganization: "Accounts in any organizational directory"
      case .personalToo:
        "Accounts in any organizational directory and personal Microsoft accounts"
      }
    return [
      "Open \(portal), then App registrations > New registration.",
      "Name: graphcal. Supported account types:\n\(accounts).\nLeave the redirect URI empty. Register.",
      "Authentication > Add a platform > Mobile and desktop applications:\n"
        + "enter \(AdminConsent.redirect) and press Configure.",
      "Authentication > Advanced settings > Allow public client flows: Yes. Save.",
      "API permissions > Add a permission > Microsoft Graph > Delegated:\n"
        + scopes.joined(separator: ", "),
      "Overview: copy the Application (client) ID and the Directory (tenant) ID.\n"
        + "There is no secret.",
    ]
  }

  /// The line that does the same and prints the client id; one line for a POSIX shell.
  package var azureCommand: String { azureWords.joined(separator: " ") }

  /// The same with a line break where a person would make one.
  package var azureCommandLines: [String] {
    azureWords.enumerated().map { index, words in
      (index == 0 ? "" : "  ") + words + (index == azureWords.count - 1 ? "" : " \\")
    }
  }

  /// The line that makes the Azure command line speak to the cloud; nil where it does so anyway.
  package var azureCloudCommand: String? {
    cloud.azureName.map { "az cloud set --name \($0)" }
  }

  private var azureWords: [String] {
    switch audience {
    case .organization, .anyOrganization:
      let kind = audience == .organization ? "AzureADMyOrg" : "AzureADMultipleOrgs"
      return [
        "az ad app create --display-name graphcal",
        "--sign-in-audience \(kind) --is-fallback-public-client true",
        "--public-client-redirect-uris \(AdminConsent.redirect)",
        "--required-resource-accesses '\(access.text(.wire))'", "--query appId -o tsv",
      ]
    case .personalToo:
      // Graph demands version 2 of access tokens for these, which `az ad app create` cannot say.
      let body: JSON = [
        "displayName": "graphcal", "signInAudience": "AzureADandPersonalMicrosoftAccount",
        "isFallbackPublicClient": true,
        "publicClient": ["redirectUris": [.string(AdminConsent.redirect)]],
        "api": ["requestedAccessTokenVersion": 2], "requiredResourceAccess": access,
      ]
      return [
        "az rest --method POST --url \(cloud.graphRoot)/v1.0/applications",
        "--body '\(body.text(.wire))'", "--query appId -o tsv",
      ]
    }
  }

  private var access: JSON {
    let entries: [JSON] = scopes.compactMap(GraphPermission.named).map { permission in
      ["id": .string(permission.id), "type": "Scope"]
    }
    return [
      ["resourceAppId": .string(GraphPermission.resourceID), "resourceAccess": .array(entries)]
    ]
  }
}

extension Cloud {
  /// The admin center of Microsoft Entra in this cloud.
  package var portal: String {
    switch self {
    case .global: "https://entra.microsoft.com"
    case .usgov, .usgovDoD: "https://entra.microsoft.us"
    case .china: "https://entra.microsoftonline.cn"
    }
  }

  /// The name of the Azure command line for this cloud, where it is not its usual one.
  var azureName: String? {
    switch self {
    case .global: nil
    case .usgov, .usgovDoD: "AzureUSGovernment"
    case .china: "AzureChinaCloud"
    }
  }
}
