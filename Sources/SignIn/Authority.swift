/// Who signs people in: a login host and a tenant.
package struct Authority: Sendable, Hashable {
  /// What the tenant part of the address names.
  package enum TenantKind: Sendable {
    /// `common`, `organizations` or `consumers`: the account decides.
    case word
    case guid
    case domain
  }

  /// Scheme, host and port, without a slash at the end.
  package let root: String
  /// Lower case: a word, a GUID or a verified domain.
  package let tenant: String
  /// The host alone, lower case, as the token cache names it.
  package let environment: String

  /// Checks both parts.
  ///
  /// `http` is taken for loopback hosts only; tokens travel over this.
  package init(root: String, tenant: String) throws(SignInError) {
    let location = try WebRoot(root, named: "login address", pathAllowed: false)
    let tenant = tenant.lowercased()
    let isName = tenant.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
    guard !tenant.isEmpty, isName, !tenant.hasPrefix("."), tenant.utf8.count <= 253 else {
      throw .usage(
        "\"\(PlainText.line(tenant))\" is not a tenant",
        hint: "use the tenant's id, a domain such as contoso.onmicrosoft.com, or common")
    }
    self.root = location.text
    self.environment = location.host
    self.tenant = tenant
  }

  package var kind: TenantKind { Self.kind(of: tenant) }

  package var deviceCodeURL: String { "\(root)/\(tenant)/oauth2/v2.0/devicecode" }
  package var tokenURL: String { "\(root)/\(tenant)/oauth2/v2.0/token" }
  package var authorizeURL: String { "\(root)/\(tenant)/oauth2/v2.0/authorize" }

  /// The realm under which MSAL files tokens of this authority.
  ///
  /// MSAL Python keeps the word of the address, and looks up the id of a domain. The id token of the
  /// answer names the same id without another request.
  func realm(idTokenTenant: String?) -> String {
    kind == .domain ? (idTokenTenant?.lowercased() ?? tenant) : tenant
  }

  static func kind(of tenant: String) -> TenantKind {
    switch tenant {
    case "common", "organizations", "consumers": .word
    case _ where GUID.isGUID(tenant): .guid
    default: .domain
    }
  }
}

/// The text form of a GUID, as ids of tenants and applications have it.
enum GUID {
  static func isGUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
  }
}
