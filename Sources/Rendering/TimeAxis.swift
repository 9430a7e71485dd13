/// The rows of a day: equal steps of the clock, with long stretches in which nothing happens folded
/// into one row each.
struct TimeAxis {
  /// One row.
  struct Slot: Hashable {
    /// Minutes since midnight.
    var minutes: Range<Int>
    /// Whether it stands for several steps that were left out.
    var isFolded = false
  }

  /// Minutes of a row that is not folded: 30 or 60.
  let step: Int
  let slots: [Slot]

  /// Rows of a block that are kept in any case, so that there is room for its name.
  static let keptRows = 3

  /// Makes the rows from the first to the last step that has to be seen.
  ///
  /// - Parameters:
  ///   - step: minutes of a row, which divide a day.
  ///   - shown: minutes that are shown whole, such as the working hours; ends within an hour count to
  ///     its full hours.
  ///   - blocks: steps that events take; beginning and end are shown.
  init(step: Int, shown: [Range<Int>], blocks: some Sequence<Range<Int>>) {
    let count = 1440 / step
    var isKept = Array(repeating: false, count: count)
    func keep(_ steps: Range<Int>) {
      for index in steps.clamped(to: 0..<count) { isKept[index] = true }
    }
    for minutes in shown where !minutes.isEmpty {
      let hours = minutes.lowerBound / 60..<(minutes.upperBound + 59) / 60
      keep(hours.lowerBound * 60 / step..<hours.upperBound * 60 / step)
    }
    for block in blocks {
      keep(block.lowerBound..<min(block.lowerBound + Self.keptRows, block.upperBound))
      keep(block.upperBound - 1..<block.upperBound)
    }
    var slots: [Slot] = []
    var gap: Range<Int>?
    for index in 0..<count {
      guard isKept[index] else {
        // Before the first row there is nothing to fold.
        if !slots.isEmpty { gap = (gap?.lowerBound ?? index)..<index + 1 }
        continue
      }
      if let folded = gap {
        slots.append(
          Slot(
            minutes: folded.lowerBound * step..<folded.upperBound * step,
            isFolded: folded.count > 1))
        gap = nil
      }
      slots.append(Slot(minutes: index * step..<(index + 1) * step))
    }
    self.step = step
    self.slots = slots
  }

  /// The rows that some steps take; empty when none is shown.
  func rows(of steps: Range<Int>) -> Range<Int> {
    let minutes = steps.lowerBound * step..<steps.upperBound * step
    let first = slots.firstIndex { $0.minutes.upperBound > minutes.lowerBound } ?? slots.count
    let end = slots[first...].firstIndex { $0.minutes.lowerBound >= minutes.upperBound }
    return first..<(end ?? slots.count)
  }

  /// The row of a minute; nil when it is not shown.
  func row(of minute: Int) -> Int? { slots.firstIndex { $0.minutes.contains(minute) } }

  /// Whether some rows show every step between them.
  func isWhole(_ rows: Range<Int>) -> Bool { slots[rows].allSatisfy { !$0.isFolded } }
}
