/// A deployment of Microsoft's cloud: where its users sign in and where its Graph answers.
///
/// Source: Microsoft Graph, "National cloud deployments". Tokens are not valid across clouds.
package enum Cloud: String, CaseIterable, Sendable {
  /// The worldwide service, also for GCC.
  case global
  /// US Government L4 (GCC High).
  case usgov
  /// US Government L5 (Department of Defense).
  case usgovDoD = "usgov-dod"
  /// China, operated by 21Vianet.
  case china

  /// Reads a name from the command line or a settings file, in any letter case.
  package init?(name: String) {
    self.init(rawValue: name.lowercased())
  }

  /// The root of the identity platform, without a tenant.
  package var loginRoot: String {
    switch self {
    case .global: "https://login.microsoftonline.com"
    case .usgov, .usgovDoD: "https://login.microsoftonline.us"
    case .china: "https://login.partner.microsoftonline.cn"
    }
  }

  /// The root of Microsoft Graph, without a version.
  package var graphRoot: String {
    switch self {
    case .global: "https://graph.microsoft.com"
    case .usgov: "https://graph.microsoft.us"
    case .usgovDoD: "https://dod-graph.microsoft.us"
    case .china: "https://microsoftgraph.chinacloudapi.cn"
    }
  }
}

/// The login hosts that stand for one cloud, so that a cache entry under one is good for another.
enum LoginHosts {
  private static let groups: [[String]] = [
    ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"],
    ["login.microsoftonline.us", "login.usgovcloudapi.net"],
    ["login.partner.microsoftonline.cn", "login.chinacloudapi.cn"],
  ]

  /// Every host of the same cloud, itself included; a host that is not Microsoft's stands alone.
  static func aliases(of host: String) -> [String] {
    let host = host.lowercased()
    return groups.first { $0.contains(host) } ?? [host]
  }
}
