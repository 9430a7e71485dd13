import GraphAPI
import HTTP
import Host

extension Context {
  /// Opens a page of the web with the person's browser and says so; `what` is told before its address.
  ///
  /// `alternative` is the command that prints the address instead.
  func open(_ address: String, _ what: String, alternative: String) throws(Failure) {
    guard let browser = Browser(environment, isInstalled: programs.isInstalled),
      let words = browser.command(for: address)
    else {
      throw Failure(
        .general, "there is no browser to open \(address) with",
        hint: "set BROWSER, or use \(alternative)")
    }
    do {
      _ = try programs.start(words, browser.isInTerminal ? .terminal : .none)
    } catch {
      throw Failure(
        .general, "the browser could not be started", why: error.description,
        hint: "open \(address) by hand")
    }
    note("opening \(what): \(address)")
  }
}

/// The page of an item in Outlook on the web.
///
/// The address comes with the item, so that only those of Outlook itself are opened.
enum OutlookPage {
  /// Source: Microsoft, "Office 365 URLs and IP address ranges", for the clouds that Graph is in.
  private static let hosts = [
    "outlook.office.com", "outlook.office365.com", "outlook.live.com", "outlook.cloud.microsoft",
    "outlook.office365.us", "outlook-dod.office365.us", "webmail.apps.mil", "partner.outlook.cn",
  ]

  /// Whether an address is one of Outlook, or of the very server that Graph was asked at.
  static func isTrusted(_ address: String, root: String) -> Bool {
    guard let url = HTTPURL(address) else { return false }
    if let home = HTTPURL(root), url.hasSameOrigin(as: home) { return true }
    return url.scheme == .https && hosts.contains(url.host)
  }
}
