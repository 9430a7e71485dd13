import Calendaring

/// Reads whom to invite from the command line.
struct AttendeeReader {
  var resolver: PeopleResolver

  init(context: Context, session: Session) {
    resolver = PeopleResolver(context: context, session: session)
  }

  /// The most people an event may have.
  ///
  /// Source: Microsoft Graph, resource "event", property `attendees`.
  static let limit = 500

  /// Everybody named, each address once whatever its letter case; the first role counts.
  ///
  /// Addresses cost no request; names are looked up.
  func attendees(
    required: [String], optional: [String]
  ) async throws(Failure) -> [Attendee] {
    let people = try await resolver.people(required + optional)
    var seen: Set<String> = []
    var attendees: [Attendee] = []
    for (index, person) in people.enumerated()
    where seen.insert(person.address?.lowercased() ?? "").inserted {
      attendees.append(
        Attendee(person: person, role: index < required.count ? .required : .optional))
    }
    guard attendees.count <= Self.limit else {
      throw Failure(
        .usage, "\(attendees.count) people are more than an event may have (\(Self.limit))",
        hint: "invite a distribution list instead")
    }
    return attendees
  }
}
