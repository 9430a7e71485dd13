import JSON

/// The documents by which clients find their way around the identity platform.
enum Discovery {
  /// `openid-configuration`, naming the host that was asked.
  ///
  /// Source: OpenID Connect Discovery 1.0 section 3.
  static func configuration(tenant: String, audience: SignInAudience, root: String) -> JSON {
    let issuer =
      switch audience {
      case .everyone, .organizations: "{tenantid}"
      case .directory(let tenant): tenant.id
      }
    let base = "\(root)/\(tenant)"
    return [
      "token_endpoint": .string("\(base)/oauth2/v2.0/token"),
      "token_endpoint_auth_methods_supported": [
        "client_secret_post", "private_key_jwt", "client_secret_basic",
      ],
      "jwks_uri": .string("\(base)/discovery/v2.0/keys"),
      "response_modes_supported": ["query", "fragment", "form_post"],
      "subject_types_supported": ["pairwise"],
      "id_token_signing_alg_values_supported": ["HS256"],
      "response_types_supported": ["code"],
      "scopes_supported": ["openid", "profile", "email", "offline_access"],
      "issuer": .string("\(root)/\(issuer)/v2.0"),
      "request_uri_parameter_supported": false,
      "authorization_endpoint": .string("\(base)/oauth2/v2.0/authorize"),
      "device_authorization_endpoint": .string("\(base)/oauth2/v2.0/devicecode"),
      "http_logout_supported": true,
      "frontchannel_logout_supported": true,
      "end_session_endpoint": .string("\(base)/oauth2/v2.0/logout"),
      "claims_supported": [
        "sub", "iss", "aud", "exp", "iat", "nonce", "preferred_username", "name", "tid", "ver",
        "email",
      ],
      "tenant_region_scope": nil,
      "cloud_instance_name": .string(host(root)),
      "cloud_graph_host_name": .string(host(root)),
      "msgraph_host": .string(host(root)),
    ]
  }

  /// The answer to MSAL's question which hosts are one and the same cloud.
  static func instances(root: String) -> JSON {
    let host = JSON.string(host(root))
    return [
      "tenant_discovery_endpoint": .string(
        "\(root)/common/v2.0/.well-known/openid-configuration"),
      "api-version": "1.1",
      "metadata": [["preferred_network": host, "preferred_cache": host, "aliases": [host]]],
    ]
  }

  private static func host(_ root: String) -> String {
    root.split(separator: "/").last.map(String.init) ?? root
  }
}
