import CalendarTime
import Foundation
import Testing

/// Compares with what `Tools/check-zones.py` wrote, which also says how to run this.
@Suite struct ZoneAgreementTests {
  static let file = ProcessInfo.processInfo.environment["GRAPHCAL_ZONE_EXPECTATIONS"]

  @Test(.enabled(if: file != nil, "run Tools/check-zones.py"))
  func `every zone agrees with Python`() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: try #require(Self.file)))
    let database = ZoneDatabase.system(environment: ProcessInfo.processInfo.environment)
    var reader = ExpectationReader(data: data)
    var zones = 0
    var instants = 0
    var walls = 0
    var differences: [String] = []
    while let expected = reader.next() {
      let zone = try database.zone(named: expected.names[0])
      differences += expected.differences(from: zone)
      for name in expected.names.dropFirst() {
        let link = try database.zone(named: name)
        if !link.hasOffsets(of: zone, in: Date.distantPast..<Date.distantFuture) {
          differences.append("\(name) is not \(zone.name)")
        }
      }
      zones += expected.names.count
      instants += expected.instants.count
      walls += expected.walls.count / 3
    }
    print("\(zones) zones, \(instants) instants and \(walls) wall times compared with Python,")
    print("\(differences.count) differences")
    for difference in differences.prefix(40) { print(difference) }
    #expect(differences.isEmpty)
    #expect(zones > 0)
  }
}

/// What Python says of one zone.
private struct ZoneExpectation {
  /// A zone and its links.
  let names: [String]
  /// Offset and abbreviation, as `3600 CET`.
  let types: [String]
  let instants: [Int]
  let typeIndexes: [Int32]
  /// By threes: a local second, its instant with fold 0 and with fold 1.
  let walls: [Int]

  func differences(from zone: Zone) -> [String] {
    var found: [String] = []
    for (second, index) in zip(instants, typeIndexes) {
      let type = zone.type(at: Date(unixSecond: second))
      let text = "\(type.offset) \(type.abbreviation)"
      if text != types[Int(index)] {
        found.append("\(zone.name) at \(second): \(text), Python \(types[Int(index)])")
      }
    }
    for start in stride(from: 0, to: walls.count, by: 3) {
      let (local, first, second) = (walls[start], walls[start + 1], walls[start + 2])
      let day = local.flooredQuotient(86_400)
      let resolution = zone.resolve(
        WallTime(date: CalendarDate(daysSinceEpoch: day), secondOfDay: local - day * 86_400))
      let expected: ZoneResolution =
        if first == second {
          .unique(Date(unixSecond: first))
        } else if first < second {
          .overlap(first: Date(unixSecond: first), second: Date(unixSecond: second))
        } else {
          .gap(Date(unixSecond: first), by: first - second)
        }
      if resolution != expected {
        found.append("\(zone.name) at local \(local): \(resolution), Python \(expected)")
      }
    }
    return found
  }
}

private struct ExpectationReader {
  let data: Data
  var cursor = 0

  init(data: Data) { self.data = data }

  mutating func next() -> ZoneExpectation? {
    guard cursor < data.count else { return nil }
    let lines = String(decoding: bytes(), as: UTF8.self).split(separator: "\n").map(String.init)
    return ZoneExpectation(
      names: lines[0].split(separator: " ").map(String.init), types: Array(lines.dropFirst()),
      instants: numbers(Int.self),
      typeIndexes: numbers(Int32.self), walls: numbers(Int.self))
  }

  private mutating func count() -> Int {
    defer { cursor += 4 }
    return data.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: cursor, as: Int32.self)) }
  }

  private mutating func bytes() -> Data {
    let count = count()
    defer { cursor += count }
    return data[cursor..<(cursor + count)]
  }

  private mutating func numbers<Number: FixedWidthInteger>(_: Number.Type) -> [Number] {
    let count = count()
    let size = MemoryLayout<Number>.size
    defer { cursor += count * size }
    return data.withUnsafeBytes { buffer in
      (0..<count).map {
        buffer.loadUnaligned(fromByteOffset: cursor + $0 * size, as: Number.self)
      }
    }
  }
}
