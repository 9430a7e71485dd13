import Calendaring

/// Mail addresses as a command line holds them: `a@b.example` or `Name <a@b.example>`.
enum MailAddress {
  /// Somebody as typed: nil for a text that is a name, without any `@`.
  ///
  /// - Throws: `Failure` of kind usage for what is neither.
  static func person(_ text: String) throws(Failure) -> Person? {
    var name: String?
    var address = trimmed(text)
    if address.hasSuffix(">"), let open = address.lastIndex(of: "<") {
      let before = trimmed(address[..<open])
      let unquoted =
        before.count >= 2 && before.hasPrefix("\"") && before.hasSuffix("\"")
        ? String(before.dropFirst().dropLast()) : before
      name = unquoted.isEmpty ? nil : unquoted
      address = trimmed(address[address.index(after: open)...].dropLast())
    } else if !address.isEmpty, !address.contains(where: { "@<>".contains($0) }) {
      return nil
    }
    guard isAddress(address) else {
      throw Failure(
        .usage, "\"\(text)\" is no mail address and no name",
        hint: "write name@example.com, \"Name <name@example.com>\" or a name you know them by; "
          + "split several by ;")
    }
    return Person(name: name, address: address)
  }

  /// Whether this can be an address: something on both sides of one `@`, nothing that parts a list.
  static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && !text.contains { $0.isWhitespace || $0 == "," || $0 == "<" || $0 == ">" }
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
