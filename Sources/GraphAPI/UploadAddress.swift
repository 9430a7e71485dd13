import HTTP

/// The address of an upload session, checked before a byte of a file goes there.
///
/// It is made by the service, is valid for one file, and brings a token of its own: ours never goes
/// there. It lies at Outlook, which is not where Graph is, so that what is looked at is whose host it is.
/// Sources: Microsoft Graph, "Attach large files to Outlook messages or events"; "Office 365 URLs and IP
/// address ranges" for the hosts of Outlook in each cloud.
package struct UploadAddress: Sendable, Hashable {
  package let url: String

  private static let outlook = [
    "office.com", "office365.com", "outlook.com", "cloud.microsoft", "office365.us", "apps.mil",
    "outlook.cn", "office365.cn", "microsoft.com",
  ]

  /// An address that may be used; nil for anything that is neither Outlook's nor at the root's own origin.
  package init?(_ url: String, root: String) {
    guard let target = HTTPURL(url), let home = HTTPURL(root) else { return nil }
    let isOutlook =
      target.scheme == .https && target.port == 443
      && Self.outlook.contains { target.host == $0 || target.host.hasSuffix("." + $0) }
    guard target.hasSameOrigin(as: home) || isOutlook && !home.isLoopback else { return nil }
    self.url = url
  }
}
