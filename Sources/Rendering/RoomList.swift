package import Calendaring
package import Terminal

/// The list of an organisation's rooms.
package enum RoomList {
  /// Lays out the rooms in the order given.
  package static func lines(_ rooms: [Room], on surface: Surface) -> [StyledLine] {
    var table = Table([
      .init("ROOM", minimum: 10, comfort: 30), .init("BUILDING", minimum: 8, comfort: 24, rank: 2),
      .init("FLOOR", .right, rank: 3), .init("SEATS", .right, rank: 1),
      .init("ADDRESS", minimum: 16, comfort: 40),
      .init("EQUIPMENT", minimum: 10, comfort: 40, rank: 4),
    ])
    for room in rooms {
      table.add([
        StyledLine(room.name, .bold), StyledLine(room.building ?? ""),
        StyledLine(room.floor ?? ""), StyledLine(room.capacity.map { String($0) } ?? ""),
        StyledLine(room.address, Style(color: .cyan)),
        StyledLine(room.equipment.joined(separator: ", "), .dim),
      ])
    }
    let count = rooms.count == 1 ? "1 room" : "\(rooms.count) rooms"
    let lines = table.lines(width: surface.width, symbols: surface.symbols)
    return (rooms.isEmpty ? [] : lines + [""])
      + StyledLine(rooms.isEmpty ? "No rooms" : count, .dim).wrapped(to: surface.width)
  }
}
