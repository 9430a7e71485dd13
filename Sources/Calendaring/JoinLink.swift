/// The address that lets somebody into an online meeting, as texts hold it.
///
/// Graph names it only for meetings that were made online in Outlook; invitations from elsewhere carry
/// it in the place or in the body.
package struct JoinLink: Hashable, Sendable {
  /// Who runs the meeting.
  package enum Provider: String, Sendable, CaseIterable {
    case teams = "Microsoft Teams"
    case zoom = "Zoom"
    case meet = "Google Meet"
    case webex = "Webex"
    /// Named by Graph, of a kind not known here.
    case other = "online meeting"
  }

  package let address: String
  package let provider: Provider

  /// The link that Graph names, whatever it is, as long as it is one of the web.
  package init?(named address: String) {
    let address = Self.unwrapped(address)
    guard address.hasPrefix("https://"), Self.isClean(address) else { return nil }
    self.address = address
    provider = Self.provider(of: address) ?? .other
  }

  /// The first link of a known kind in a text, plain or HTML.
  package init?(in text: String) {
    for address in Self.addresses(in: text) {
      let address = Self.unwrapped(address)
      guard let provider = Self.provider(of: address), Self.isClean(address) else { continue }
      self.address = address
      self.provider = provider
      return
    }
    return nil
  }

  /// The best of an event: what Graph names, else what the place holds, else the body.
  package static func of(named: String?, location: String?, body: String?) -> JoinLink? {
    named.flatMap(JoinLink.init(named:)) ?? location.flatMap(JoinLink.init(in:))
      ?? body.flatMap(JoinLink.init(in:))
  }

  /// Everything in a text that starts as an address of the web, up to what cannot belong to it.
  private static func addresses(in text: String) -> [String] {
    var found: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "https://") {
      let address = rest[start.lowerBound...].prefix { character in
        !character.isWhitespace && !"<>\"'()[]{}|\\^`".contains(character)
      }
      // In HTML an ampersand is written out; a full stop after an address ends the sentence.
      var plain = String(address).replacing("&amp;", with: "&")
      while let last = plain.last, ".,;:!?*".contains(last) { plain.removeLast() }
      found.append(plain)
      rest = rest[start.upperBound...].dropFirst(address.count - 8)
    }
    return found
  }

  /// The address behind Outlook's link protection, if it is one of those.
  private static func unwrapped(_ address: String) -> String {
    guard let (host, path) = parts(of: address),
      host.hasSuffix(".safelinks.protection.outlook.com"),
      let query = path.split(separator: "?", maxSplits: 1).last,
      let target = query.split(separator: "&").first(where: { $0.hasPrefix("url=") }),
      let inner = percentDecoded(target.dropFirst(4)), inner.hasPrefix("https://")
    else { return address }
    return inner
  }

  private static func provider(of address: String) -> Provider? {
    guard let (host, path) = parts(of: address) else { return nil }
    func isHost(_ names: String...) -> Bool {
      names.contains { host == $0 || host.hasSuffix("." + $0) }
    }
    if isHost(
      "teams.microsoft.com", "teams.microsoft.us", "teams.live.com", "teams.cloud.microsoft")
    {
      let starts = ["/l/meetup-join/", "/meet/", "/dl/launcher/"]
      return starts.contains { path.hasPrefix($0) } ? .teams : nil
    }
    if isHost("zoom.us", "zoomgov.com", "zoom.com") {
      return ["/j/", "/my/", "/w/", "/s/", "/wc/"].contains { path.hasPrefix($0) } ? .zoom : nil
    }
    if host == "meet.google.com" { return path.count > 1 ? .meet : nil }
    if isHost("webex.com") {
      let marks = ["/meet/", "/join/", "j.php", "/wbxmjs/joinservice", "/m/"]
      return marks.contains { path.contains($0) } ? .webex : nil
    }
    return nil
  }

  /// Host in lower case and everything after it.
  private static func parts(of address: String) -> (host: String, path: String)? {
    guard address.lowercased().hasPrefix("https://") else { return nil }
    let rest = address.dropFirst(8)
    let host = rest.prefix { !"/?#".contains($0) }
    // A name before the host would hide where the link leads.
    guard !host.isEmpty, !host.contains("@") else { return nil }
    return (
      String(host.prefix { $0 != ":" }).lowercased(), String(rest.dropFirst(host.count))
    )
  }

  private static func isClean(_ address: String) -> Bool {
    address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func percentDecoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
