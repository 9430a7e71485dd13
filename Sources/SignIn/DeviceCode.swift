package import JSON

/// What the identity platform answers to the wish to sign in on another device.
///
/// Source: RFC 8628 section 3.2.
package struct DeviceCode: Sendable, Equatable {
  /// What the program shows at each poll.
  let secret: Secret
  /// What the person types, free of control characters.
  package let userCode: String
  /// Where the person types it, free of control characters; not always a Microsoft page.
  package let verificationURI: String
  /// Seconds from the receipt, 1 to 3600; 900 when the answer does not say.
  package let expiresIn: Int
  /// Seconds between polls, 1 to 60; 5 when the answer does not say.
  package let interval: Int

  /// Reads the body of a 200 answer; nil when it lacks the code, its secret or the page.
  package init?(_ json: JSON) {
    guard let secret = json["device_code"]?.string, !secret.isEmpty,
      let code = json["user_code"]?.string, let uri = json["verification_uri"]?.string
    else { return nil }
    let shownCode = PlainText.line(code, limit: 80)
    let shownURI = PlainText.line(uri, limit: 400)
    // Nobody is sent to anything but a page of the web; http is for a service on this machine.
    guard !shownCode.isEmpty, (try? WebRoot(shownURI, named: "page", pathAllowed: true)) != nil
    else { return nil }
    self.secret = Secret(secret)
    userCode = shownCode
    verificationURI = shownURI
    expiresIn = min(max(TokenAnswer.seconds(json["expires_in"]) ?? 900, 1), 3600)
    interval = min(max(TokenAnswer.seconds(json["interval"]) ?? 5, 1), 60)
  }

  /// Whether the page may be opened by the program: `https` at one of Microsoft's hosts.
  package var isAtMicrosoft: Bool {
    guard let root = try? WebRoot(verificationURI, named: "page", pathAllowed: true),
      root.text.lowercased().hasPrefix("https://")
    else { return false }
    let hosts = [
      "microsoft.com", "microsoftonline.com", "microsoftonline.us", "microsoftonline.cn",
      "live.com", "chinacloudapi.cn",
    ]
    return hosts.contains { root.host == $0 || root.host.hasSuffix("." + $0) }
  }
}
