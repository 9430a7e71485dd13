/// The app registration to sign in with, and where the services are.
package struct AuthSettings: Sendable, Equatable {
  /// Where a value comes from, the stronger first.
  package enum Source: Sendable, Equatable {
    case option(String)
    case environment(String)
    case file(String)
    case builtIn

    /// For `status`: `--tenant`, `GRAPHCAL_TENANT`, a path, or `default`.
    package var name: String {
      switch self {
      case .option(let name), .environment(let name), .file(let name): name
      case .builtIn: "default"
      }
    }
  }

  /// A value and its source.
  package struct Setting<Value: Sendable & Equatable>: Sendable, Equatable {
    package let value: Value
    package let source: Source

    package init(_ value: Value, from source: Source) {
      self.value = value
      self.source = source
    }
  }

  /// What the command line may say about it.
  package struct Options: Sendable, Equatable {
    /// `--auth-settings`.
    package var file: String?
    /// `--tenant`.
    package var tenant: String?
    /// `--cloud`.
    package var cloud: String?
    /// `--scopes`, already split; `read` and `write` stand for lists.
    package var scopes: [String]?
    /// `--app-id`, of the command that makes the settings.
    package var clientID: String?
    /// Whether the settings file is read at all.
    package var readsFile = true

    package init(
      file: String? = nil, tenant: String? = nil, cloud: String? = nil, scopes: [String]? = nil
    ) {
      self.file = file
      self.tenant = tenant
      self.cloud = cloud
      self.scopes = scopes
    }
  }

  package let clientID: Setting<String>
  package let tenant: Setting<String>
  package let cloud: Setting<Cloud>
  package let scopes: Setting<[String]>
  /// The identity platform, without a tenant.
  package let loginRoot: Setting<String>
  /// Microsoft Graph with its version, without a slash at the end.
  package let graphRoot: Setting<String>
  /// The settings file that was read, if there was one.
  package let file: String?
  /// Odd things in the file that do no harm, one line each.
  package let warnings: [String]

  /// The place where people sign in.
  package func authority() throws(SignInError) -> Authority {
    try Authority(root: loginRoot.value, tenant: tenant.value)
  }
}
