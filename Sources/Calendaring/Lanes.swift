/// Side by side what overlaps: each range has one lane, and no two of a lane overlap.
///
/// Ranges that hang together by overlaps make a cluster, which has as few lanes as its fullest moment
/// needs. An empty range takes one unit, so that a point in time has a place too.
package struct Lanes: Hashable, Sendable {
  /// Where one range stands.
  package struct Place: Hashable, Sendable {
    /// Counted from 0 within the cluster.
    package var lane: Int
    /// Its own lane and those after it that are free for all of its range; at least 1.
    package var span: Int
    /// The lanes of its cluster.
    package var count: Int
    /// Which cluster it belongs to, in the order of their starts.
    package var cluster: Int
  }

  /// The places in the order of the ranges.
  package let places: [Place]

  /// Lays out ranges that come in any order.
  ///
  /// The earlier start gets the lane further to the front, at the same start the longer range, else the
  /// one that was given first.
  package init(_ ranges: [Range<Int>]) {
    let taken = ranges.map { $0.isEmpty ? $0.lowerBound..<$0.lowerBound + 1 : $0 }
    let order = taken.indices.sorted { left, right in
      let (a, b) = (taken[left], taken[right])
      return (a.lowerBound, -a.upperBound, left) < (b.lowerBound, -b.upperBound, right)
    }
    var places = [Place](
      repeating: Place(lane: 0, span: 1, count: 1, cluster: 0), count: ranges.count)
    var members: [Int] = []
    var lanes: [[Range<Int>]] = []
    var cluster = 0
    var end = Int.min
    func closeCluster() {
      for index in members {
        let place = places[index]
        let free = lanes[(place.lane + 1)...].prefix { !Self.isTaken(taken[index], in: $0) }
        places[index].span = 1 + free.count
        places[index].count = lanes.count
      }
      (members, lanes) = ([], [])
      cluster += 1
    }
    for index in order {
      let range = taken[index]
      if range.lowerBound >= end, !members.isEmpty { closeCluster() }
      let free = lanes.firstIndex { ($0.last?.upperBound ?? .min) <= range.lowerBound }
      let lane = free ?? lanes.count
      if lane == lanes.count { lanes.append([]) }
      lanes[lane].append(range)
      places[index].lane = lane
      places[index].cluster = cluster
      members.append(index)
      end = max(end, range.upperBound)
    }
    closeCluster()
    self.places = places
  }

  /// The most lanes of any cluster, 0 without ranges.
  package var count: Int { places.reduce(0) { max($0, $1.count) } }

  /// Whether a range overlaps one of a lane, whose ranges are in order.
  private static func isTaken(_ range: Range<Int>, in lane: [Range<Int>]) -> Bool {
    var low = 0
    var high = lane.count
    while low < high {
      let middle = (low + high) / 2
      if lane[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < lane.count && lane[low].lowerBound < range.upperBound
  }
}
