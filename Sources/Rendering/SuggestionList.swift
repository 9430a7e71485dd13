import CalendarTime
package import FoundationEssentials
package import Terminal

/// Times for a meeting, the surest first.
package enum SuggestionList {
  /// One time.
  package struct Row: Sendable {
    package var slot: Range<Date>
    /// 0 to 100.
    package var confidence: Double
    /// Who is not surely free, and Graph's word for their time.
    package var others: [(name: String, word: String)]
    package var isOrganizerFree: Bool
    package var rooms: [String]

    package init(
      slot: Range<Date>, confidence: Double, others: [(name: String, word: String)],
      isOrganizerFree: Bool, rooms: [String]
    ) {
      self.slot = slot
      self.confidence = confidence
      self.others = others
      self.isOrganizerFree = isOrganizerFree
      self.rooms = rooms
    }
  }

  /// Lays out the times in the order given, or says why there are none.
  package static func lines(
    _ rows: [Row], emptyReason: String?, time: TimeText, on surface: Surface
  ) -> [StyledLine] {
    guard !rows.isEmpty else {
      let reason = emptyReason.map { ": \($0)" } ?? ""
      return StyledLine("No time found\(reason)", .dim).wrapped(to: surface.width)
    }
    var table = Table([
      .init("DAY"), .init("TIME"), .init("SURE", .right),
      .init("PEOPLE", minimum: 12, comfort: 60), .init("ROOM", minimum: 8, comfort: 30, rank: 1),
    ])
    for row in rows {
      let day = time.zone.date(at: row.slot.lowerBound)
      var people = row.others.map { "\($0.name) \(word($0.word))" }
      if !row.isOrganizerFree { people.insert("you are not free", at: 0) }
      let isSure = row.confidence >= 100
      table.add([
        StyledLine(day.heading, .bold),
        StyledLine(SlotText(time: time).range(row.slot, symbols: surface.symbols)),
        StyledLine(
          "\(Int(row.confidence.rounded()).clamped(to: 0...100)) %",
          Style(color: isSure ? .green : .yellow)),
        people.isEmpty
          ? StyledLine("all free", .dim) : StyledLine(people.joined(separator: ", ")),
        StyledLine(row.rooms.joined(separator: ", ")),
      ])
    }
    return table.lines(width: surface.width, symbols: surface.symbols)
  }

  private static func word(_ word: String) -> String {
    switch word {
    case "oof": "away"
    case "workingelsewhere": "working elsewhere"
    case "unknown": "not known"
    default: word
    }
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
