import Calendaring
import GraphAPI
import JSON

/// A change of who is invited, as the whole list that an update has to send.
///
/// Those who stay are sent as they came, with their answers and the parts they play.
struct AttendeeChange: Sendable {
  /// All who are invited from now on; empty leaves those who are.
  var required: [Attendee] = []
  /// All who are invited as optional from now on; empty leaves those who are.
  var optional: [Attendee] = []
  var added: [Attendee] = []
  var removed: [Attendee] = []
  /// Whether the two lists are all there is, even when empty; rooms stay.
  var isWhole = false

  var isEmpty: Bool {
    !isWhole && required.isEmpty && optional.isEmpty && added.isEmpty && removed.isEmpty
  }

  /// The whole list after the change.
  func list(from old: [JSON]) throws(Failure) -> [JSON] {
    var list = old
    for person in removed {
      let address = Self.address(person)
      guard list.contains(where: { Self.address($0) == address }) else {
        let names = list.map(Self.address).joined(separator: ", ")
        throw Failure(
          .notFound, "\(address) is not invited",
          why: names.isEmpty ? "nobody is" : "invited are \(names)",
          hint: "graphcal show lists them")
      }
      list.removeAll { Self.address($0) == address }
    }
    for (people, role) in [(required, Attendee.Role.required), (optional, .optional)]
    where isWhole || !people.isEmpty {
      let staying = Set((isWhole ? required + optional : people).map(Self.address))
      list.removeAll { Self.role($0) == role && !staying.contains(Self.address($0)) }
      add(people, as: role, to: &list)
    }
    add(added, as: nil, to: &list)
    guard list.count <= AttendeeReader.limit else {
      throw Failure(
        .usage,
        "\(list.count) people are more than an event may have (\(AttendeeReader.limit))",
        hint: "invite a distribution list instead")
    }
    return list
  }

  /// Adds who is not there yet; with a role those who are there get it too.
  private func add(_ people: [Attendee], as role: Attendee.Role?, to list: inout [JSON]) {
    for var person in people {
      if let role { person.role = role }
      let address = Self.address(person)
      if let index = list.firstIndex(where: { Self.address($0) == address }) {
        guard let role, case .object(var object) = list[index], Self.role(list[index]) != role
        else { continue }
        object["type"] = .string(role.rawValue)
        list[index] = .object(object)
      } else {
        list.append(person.graphJSON)
      }
    }
  }

  private static func address(_ attendee: Attendee) -> String {
    attendee.person.address?.lowercased() ?? ""
  }

  private static func address(_ attendee: JSON) -> String {
    attendee["emailAddress"]?["address"]?.string?.lowercased() ?? ""
  }

  private static func role(_ attendee: JSON) -> Attendee.Role {
    (attendee["type"]?.string?.lowercased()).flatMap(Attendee.Role.init(rawValue:)) ?? .required
  }
}
