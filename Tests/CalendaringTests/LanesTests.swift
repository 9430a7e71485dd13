import TestSupport
import Testing

import Calendaring

@Suite struct LanesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var ranges: [Range<Int>]
    /// Lane, span and lanes of the cluster, in the order of the ranges.
    var places: [[Int]]

    init(_ name: String, _ ranges: [Range<Int>], _ places: [[Int]]) {
      testDescription = name
      self.ranges = ranges
      self.places = places
    }
  }

  @Test(arguments: [
    Row("nothing", [], []),
    Row("what only touches shares a lane", [9..<10, 10..<11], [[0, 1, 1], [0, 1, 1]]),
    Row("two that overlap", [9..<11, 10..<12], [[0, 1, 2], [1, 1, 2]]),
    Row("given in any order", [10..<12, 9..<11], [[1, 1, 2], [0, 1, 2]]),
    Row("at the same start the longer one is first", [9..<10, 9..<12], [[1, 1, 2], [0, 1, 2]]),
    Row("twins keep their order", [9..<10, 9..<10], [[0, 1, 2], [1, 1, 2]]),
    Row(
      "a lane that is free again", [9..<12, 9..<10, 10..<11], [[0, 1, 2], [1, 1, 2], [1, 1, 2]]),
    Row(
      "free lanes to the right are taken",
      [9..<10, 9..<10, 9..<10, 9..<14, 12..<13],
      [[1, 1, 4], [2, 1, 4], [3, 1, 4], [0, 1, 4], [1, 3, 4]]),
    Row("a point has a place", [9..<9, 9..<10], [[0, 1, 2], [1, 1, 2]]),
    Row("two points at once", [9..<9, 9..<9], [[0, 1, 2], [1, 1, 2]]),
    Row("a point at an end", [8..<9, 9..<9], [[0, 1, 1], [0, 1, 1]]),
  ])
  func `places of ranges`(row: Row) {
    #expect(Lanes(row.ranges).places.map { [$0.lane, $0.span, $0.count] } == row.places)
  }

  @Test func `clusters are told apart`() {
    let lanes = Lanes([20..<21, 0..<2, 1..<3, 3..<4])
    #expect(lanes.places.map(\.cluster) == [2, 0, 0, 1])
    #expect(lanes.count == 2)
    #expect(Lanes([]).count == 0)
  }

  @Test(arguments: 0..<200)
  func `whatever comes, no lane holds two at once and no lane is wasted`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let ranges = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      let start = Int.random(in: 0..<96, using: &random)
      return start..<start + Int.random(in: 0...12, using: &random)
    }
    let taken = ranges.map { $0.isEmpty ? $0.lowerBound..<$0.lowerBound + 1 : $0 }
    let places = Lanes(ranges).places
    #expect(places.count == ranges.count)
    for (left, place) in places.enumerated() {
      #expect(place.lane >= 0 && place.span >= 1 && place.lane + place.span <= place.count)
      let lanes = place.lane..<place.lane + place.span
      for right in places.indices where right != left && taken[left].overlaps(taken[right]) {
        let other = places[right]
        #expect(other.cluster == place.cluster && other.count == place.count)
        // Neither in its lane nor in those it spreads over.
        #expect(!lanes.contains(other.lane), "\(ranges)")
      }
    }
    // As many lanes as events at the fullest moment of each cluster.
    for cluster in Set(places.map(\.cluster)) {
      let members = places.indices.filter { places[$0].cluster == cluster }
      let depth = (0..<110).map { unit in members.count { taken[$0].contains(unit) } }.max()
      #expect(depth == places[members[0]].count)
    }
  }

  @Test func `thousands at once have lanes of their own`() {
    let lanes = Lanes((0..<3000).map { $0 % 48..<$0 % 48 + 2 })
    #expect(lanes.count == 126)
  }
}
