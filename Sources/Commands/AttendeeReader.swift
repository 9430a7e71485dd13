import Calendaring

/// Reads people from the command line: `a@b.example` or `Name <a@b.example>`.
enum AttendeeReader {
  /// The most people an event may have.
  ///
  /// Source: Microsoft Graph, resource "event", property `attendees`.
  static let limit = 500

  /// Everybody named, each address once whatever its letter case; the first role counts.
  static func attendees(
    required: [String], optional: [String]
  ) throws(Failure) -> [Attendee] {
    var seen: Set<String> = []
    var attendees: [Attendee] = []
    for (texts, role) in [(required, Attendee.Role.required), (optional, .optional)] {
      for text in texts {
        let person = try person(text)
        if seen.insert(person.address?.lowercased() ?? "").inserted {
          attendees.append(Attendee(person: person, role: role))
        }
      }
    }
    guard attendees.count <= limit else {
      throw Failure(
        .usage, "\(attendees.count) people are more than an event may have (\(limit))",
        hint: "invite a distribution list instead")
    }
    return attendees
  }

  private static func person(_ text: String) throws(Failure) -> Person {
    var name: String?
    var address = trimmed(text)
    if address.hasSuffix(">"), let open = address.lastIndex(of: "<") {
      let before = trimmed(address[..<open])
      let unquoted =
        before.count >= 2 && before.hasPrefix("\"") && before.hasSuffix("\"")
        ? String(before.dropFirst().dropLast()) : before
      name = unquoted.isEmpty ? nil : unquoted
      address = trimmed(address[address.index(after: open)...].dropLast())
    }
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    let isAddress =
      parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && !address.contains { $0.isWhitespace || $0 == "," || $0 == "<" || $0 == ">" }
    guard isAddress else {
      throw Failure(
        .usage, "\"\(text)\" is no mail address",
        hint: "write name@example.com or \"Name <name@example.com>\"; split several by ;")
    }
    return Person(name: name, address: address)
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
