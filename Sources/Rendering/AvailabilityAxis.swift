import CalendarTime

/// How the hours of some days share the width of a line.
struct AvailabilityAxis {
  /// The days that stand beside each other, block by block.
  let blocks: [[CalendarDate]]
  /// The minutes of each cell of a day.
  let cells: [Range<Int>]
  /// Minutes of a cell.
  let unit: Int

  private static let units = [5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1440]
  /// Minutes of a cell that still tell one meeting from the next.
  private static let fine = 60

  /// Chooses the least minutes a cell that fit.
  ///
  /// As many days stand in one block as fit with cells of an hour; the others stand below. Cells are
  /// longer only where a single day does not fit.
  ///
  /// - Parameters:
  ///   - days: what is shown.
  ///   - hours: the minutes of a day that are shown, whole hours.
  ///   - room: cells from the first line between days to the last.
  init(days: [CalendarDate], hours: Range<Int>, room: Int) {
    let count = max(1, days.count)
    func fits(_ days: Int, _ unit: Int) -> Bool {
      1 + days * (Self.cells(of: hours, unit).count + 1) <= room
    }
    func most(_ unit: Int) -> Int { (1...count).last { fits($0, unit) } ?? 1 }
    func finest(_ days: Int) -> Int { Self.units.first { fits(days, $0) } ?? 1440 }
    var perBlock = most(Self.fine)
    if perBlock > 7, perBlock < count {
      // Blocks of whole weeks are easier to read than of ten days.
      perBlock -= perBlock % 7
    } else {
      // Blocks of one size rather than a last one of a single day.
      let blocks = (count + perBlock - 1) / perBlock
      perBlock = (count + blocks - 1) / blocks
    }
    unit = finest(perBlock)
    cells = Self.cells(of: hours, unit)
    blocks = stride(from: 0, to: days.count, by: perBlock).map {
      Array(days[$0..<min($0 + perBlock, days.count)])
    }
  }

  /// Cells that begin at multiples of their length.
  private static func cells(of hours: Range<Int>, _ unit: Int) -> [Range<Int>] {
    stride(from: hours.lowerBound / unit * unit, to: hours.upperBound, by: unit).map {
      $0..<min($0 + unit, 1440)
    }
  }

  /// The hours of a day over its cells, as many as have room.
  func hours(clock: ClockStyle) -> String {
    for step in [60, 120, 180, 240, 360, 720, 1440] {
      if let text = hours(clock, step: step), !text.isEmpty {
        return text + String(repeating: " ", count: max(0, cells.count - text.count))
      }
    }
    return String(repeating: " ", count: cells.count)
  }

  /// The labels of every `step` minutes with a blank between them; nil where that is too tight.
  private func hours(_ clock: ClockStyle, step: Int) -> String? {
    var text = ""
    for (index, cell) in cells.enumerated() where cell.lowerBound % step == 0 {
      let label = AxisText(clock: clock).row(cell.lowerBound, cells: 3)
      guard index + label.count <= cells.count else { continue }
      if !text.isEmpty, text.count >= index { return nil }
      text += String(repeating: " ", count: index - text.count) + label
    }
    return text
  }
}
