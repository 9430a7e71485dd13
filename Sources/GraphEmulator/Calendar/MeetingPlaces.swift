import FoundationEssentials
import JSON

/// Where a meeting may be, as `locationConstraint` of `findMeetingTimes` says it.
///
/// Source: Microsoft Graph resources "locationConstraint" and "locationConstraintItem".
struct MeetingPlacesRequest {
  /// A place by name or address.
  struct Place {
    var name: String?
    var address: String?
    /// Whether it counts only where it is free.
    var resolvesAvailability: Bool
  }

  var places: [Place] = []
  /// Whether a time without a place is none.
  var isRequired: Bool
  /// Whether the service may name rooms of its own.
  var suggestsRooms: Bool

  init(_ constraint: JSONObject) throws(GraphError) {
    isRequired = try constraint.truth("isRequired") ?? false
    suggestsRooms = try constraint.truth("suggestLocation") ?? false
    for location in constraint.value("locations")?.array ?? [] {
      guard let sent = location.object else { throw .unreadable("locations") }
      let place = Place(
        name: try sent.text("displayName"), address: try sent.text("locationEmailAddress"),
        resolvesAvailability: try sent.truth("resolveAvailability") ?? false)
      if place.name != nil || place.address != nil { places.append(place) }
    }
  }
}

/// The places of a meeting and when they are free.
///
/// Which of several rooms the service suggests is its own affair; here it is the first of the directory
/// that is free and seats everybody.
struct MeetingPlaces {
  private struct Room {
    var name: String
    var address: String
    var capacity: Int?
    var time: FreeBusy
  }

  private let request: MeetingPlacesRequest
  private var rooms: [Room] = []
  private let people: Int

  /// Looks at the rooms of the organizer's organisation in a window, where the request asks for any;
  /// `people` is how many have to have a seat.
  init(
    _ request: MeetingPlacesRequest, for people: Int, of mailbox: Mailbox, in window: Range<Date>
  ) throws(GraphError) {
    self.request = request
    self.people = people
    guard request.suggestsRooms || request.places.contains(where: \.resolvesAvailability) else {
      return
    }
    for user in mailbox.store.directory.resources
    where user.purpose == .room && user.tenant == mailbox.user.tenant {
      let address = user.mail ?? user.userPrincipalName
      guard let room = try mailbox.mailbox(of: address) else { continue }
      rooms.append(
        Room(
          name: user.displayName, address: address, capacity: user.place["capacity"]?.int,
          time: try FreeBusy(of: room, in: window)))
    }
  }

  /// The places of a time; nil where one has to be and none is free.
  func places(in slot: Range<Date>) -> [JSON]? {
    var found: [JSON] = []
    for place in request.places {
      guard place.resolvesAvailability else {
        found.append(Self.json(name: place.name ?? "", address: place.address))
        continue
      }
      let room = rooms.first { room in
        place.address.map { $0.lowercased() == room.address.lowercased() }
          ?? (place.name?.lowercased() == room.name.lowercased())
      }
      if let room, room.time.taken(slot) == nil {
        found.append(Self.json(name: room.name, address: room.address))
      }
    }
    if found.isEmpty, request.suggestsRooms,
      let room = rooms.first(where: {
        $0.capacity ?? .max >= people && $0.time.taken(slot) == nil
      })
    {
      found.append(Self.json(name: room.name, address: room.address))
    }
    return found.isEmpty && request.isRequired ? nil : found
  }

  private static func json(name: String, address: String?) -> JSON {
    var place: JSONObject = ["displayName": .string(name)]
    if let address { place["locationEmailAddress"] = .string(address) }
    return .object(place)
  }
}
