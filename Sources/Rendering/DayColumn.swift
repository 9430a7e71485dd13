import Calendaring

/// The timed events of one day, rounded to the steps of an axis and laid side by side.
struct DayColumn {
  /// A rectangle of the grid: an event, or a stretch where there was no room for several.
  struct Block {
    /// The events' places among those of the grid; one, or those left out here.
    var events: [Int]
    /// The part of the day that is shown; nil where events were left out.
    var segment: DaySegment?
    /// Rows of the axis.
    var rows: Range<Int>
    /// Cells of the column.
    var cells: Range<Int>

    /// Whether it stands for events that are not drawn.
    var isMore: Bool { segment == nil }
  }

  let step: Int
  let parts: [DaySpread.Part]
  /// For each part the steps it takes, at least one.
  let steps: [Range<Int>]
  private let ends: [Int]
  private let lanes: Lanes

  /// Rounds the parts to steps of so many minutes.
  ///
  /// Starts and ends are rounded down, so that what follows each other does not overlap; where the
  /// rest of the last step stays free, `blocks` gives it back.
  init(_ parts: [DaySpread.Part], step: Int) {
    self.parts = parts
    self.step = step
    let last = 1440 / step
    steps = parts.map { part in
      let start = min(part.segment.minutes.lowerBound / step, last - 1)
      return start..<max(start + 1, min(last, part.segment.minutes.upperBound / step))
    }
    ends = zip(parts, steps).map { part, steps in
      max(steps.upperBound, min(last, (part.segment.minutes.upperBound + step - 1) / step))
    }
    lanes = Lanes(steps)
  }

  /// The most events side by side.
  var laneCount: Int { lanes.count }

  /// For each part the steps it touches, rounded up.
  var touched: [Range<Int>] { zip(steps, ends).map { $0.lowerBound..<$1 } }

  /// As many lanes as a column of so many cells can show: of six cells each, or a few narrow ones.
  static func laneLimit(width: Int) -> Int { max(1, width / 6, min(3, width / 3)) }

  /// The blocks of a column of so many cells.
  func blocks(width: Int, on axis: TimeAxis) -> [Block] {
    let limit = Self.laneLimit(width: width)
    var blocks: [Block] = []
    var left: [Int: [Int]] = [:]
    for (index, place) in lanes.places.enumerated() {
      let count = min(place.count, limit)
      if place.count > limit, place.lane >= limit - 1 {
        left[place.cluster, default: []].append(index)
        continue
      }
      let last = place.count > limit ? limit - 1 : place.count
      let end = min(place.lane + place.span, last)
      blocks.append(
        Block(
          events: [parts[index].event], segment: parts[index].segment,
          rows: axis.rows(of: steps[index]),
          cells: place.lane * width / count..<end * width / count))
    }
    for cluster in left.keys.sorted() {
      for group in stretches(left[cluster] ?? []) {
        let taken = group.reduce(steps[group[0]]) {
          min($0.lowerBound, steps[$1].lowerBound)..<max($0.upperBound, steps[$1].upperBound)
        }
        blocks.append(
          Block(
            events: group.map { parts[$0].event },
            segment: group.count == 1 ? parts[group[0]].segment : nil,
            rows: axis.rows(of: taken), cells: (limit - 1) * width / limit..<width))
      }
    }
    lengthen(&blocks, on: axis)
    return blocks
  }

  /// Parts that overlap each other together, in the order of their starts.
  private func stretches(_ indices: [Int]) -> [[Int]] {
    var groups: [[Int]] = []
    var end = 0
    for index in indices.sorted(by: { steps[$0].lowerBound < steps[$1].lowerBound }) {
      if !groups.isEmpty, steps[index].lowerBound < end {
        groups[groups.count - 1].append(index)
      } else {
        groups.append([index])
      }
      end = max(end, steps[index].upperBound)
    }
    return groups
  }

  /// Gives blocks the step in which they end, where nothing else is there.
  private func lengthen(_ blocks: inout [Block], on axis: TimeAxis) {
    var ended: [Int: Int] = [:]
    for (index, part) in parts.enumerated() { ended[part.event] = ends[index] }
    var rows: [[Int]] = Array(repeating: [], count: axis.slots.count)
    for (index, block) in blocks.enumerated() {
      for row in block.rows { rows[row].append(index) }
    }
    for index in blocks.indices {
      let block = blocks[index]
      guard block.segment != nil, let end = block.events.first.flatMap({ ended[$0] }),
        let row = axis.rows(of: end - 1..<end).first, row == block.rows.upperBound,
        !rows[row].contains(where: { blocks[$0].cells.overlaps(block.cells) })
      else { continue }
      blocks[index].rows = block.rows.lowerBound..<row + 1
      rows[row].append(index)
    }
  }
}
