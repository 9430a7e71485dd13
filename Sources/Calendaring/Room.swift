/// A place that can be booked for a meeting; what nobody told is nil.
package struct Room: Hashable, Sendable {
  package var name: String
  package var address: String
  package var building: String?
  package var floor: String?
  /// Seats.
  package var capacity: Int?
  /// What stands in it, in the words of whoever set it up.
  package var equipment: [String]

  package init(
    name: String, address: String, building: String? = nil, floor: String? = nil,
    capacity: Int? = nil, equipment: [String] = []
  ) {
    self.name = name
    self.address = address
    self.building = building
    self.floor = floor
    self.capacity = capacity
    self.equipment = equipment
  }
}
