package import Calendaring
import HTTP
package import JSON

/// The rooms of an organisation.
package enum PlaceRequests {
  /// The properties of a room that lists carry.
  package static let properties = [
    "audioDeviceName", "bookingType", "building", "capacity", "displayDeviceName", "displayName",
    "emailAddress", "floorLabel", "floorNumber", "id", "isWheelChairAccessible", "label",
    "nickname",
    "phone", "tags", "videoDeviceName",
  ]

  /// All rooms; their list knows no `$select` that every tenant takes, so whole rooms come.
  ///
  /// Source: Microsoft Graph, "List places".
  package static let rooms = GraphRequest(
    path: "/places/microsoft.graph.room", query: ["$top": "100"])
}

extension Room {
  /// Reads a Graph room; nil without an address to book it by.
  package init?(graph json: JSON) {
    func text(_ name: String) -> String? {
      json[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let address = text("emailAddress") else { return nil }
    var equipment = ["videoDeviceName", "displayDeviceName", "audioDeviceName"].compactMap(text)
    if json["isWheelChairAccessible"]?.bool == true { equipment.append("wheelchair access") }
    equipment += (json["tags"]?.array ?? []).compactMap(\.string)
    self.init(
      name: text("displayName") ?? address, address: address, building: text("building"),
      floor: text("floorLabel") ?? json["floorNumber"]?.int.map { String($0) },
      capacity: json["capacity"]?.int, equipment: equipment)
  }
}
