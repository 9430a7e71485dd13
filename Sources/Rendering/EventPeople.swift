import CalendarTime
import Calendaring
import Terminal

/// Who was invited, by the part they play, with the answers that came back.
struct EventPeople: Sendable {
  /// People of a group that are listed before the rest is only counted.
  static let shown = 10

  var attendees: [Attendee]
  var time: TimeText
  var symbols: Symbols

  /// The fields of a block: how many there are, then a list, or one for each part that is played.
  func add(to block: inout FieldBlock) {
    guard !attendees.isEmpty else { return }
    let groups = Attendee.Role.allCases.map { role in
      (role, attendees.filter { $0.role == role })
    }.filter { !$0.1.isEmpty }
    let isPlain = groups.count == 1 && groups[0].0 == .required
    block.add("Attendees", lines: [StyledLine(summary)] + (isPlain ? lines(attendees) : []))
    guard !isPlain else { return }
    for (role, members) in groups { block.add(Self.heading(role), lines: lines(members)) }
  }

  private static func heading(_ role: Attendee.Role) -> String {
    switch role {
    case .required: "Required"
    case .optional: "Optional"
    case .resource: "Rooms"
    }
  }

  private func lines(_ members: [Attendee]) -> [StyledLine] {
    var lines = members.prefix(Self.shown).map(line)
    if members.count > Self.shown {
      lines.append(StyledLine("\(members.count - Self.shown) more", .dim))
    }
    return lines
  }

  private func line(_ attendee: Attendee) -> StyledLine {
    var line = StyledLine(PersonText.full(attendee.person))
    if let (word, style) = Self.words(attendee.response) { line.append("  " + word, style) }
    if let proposal = attendee.proposal {
      let when = EventTimeText(time: time, symbols: symbols).whole(proposal)
      line.append("  proposes \(when)", Style(color: .yellow))
    }
    return line
  }

  private var summary: String {
    let words = attendees.compactMap { Self.words($0.response)?.0 }
    let counts = ["accepted", "tentative", "declined"].compactMap { word -> String? in
      let count = words.count { $0 == word }
      return count > 0 ? "\(count) \(word)" : nil
    }
    let total = attendees.count == 1 ? "1 person" : "\(attendees.count) people"
    return ([total] + counts).joined(separator: ", ")
  }

  /// An answer in a word; nil for none.
  static func words(_ response: CalendarEvent.Response) -> (String, Style)? {
    switch response {
    case .accepted: ("accepted", Style(color: .green))
    case .declined: ("declined", Style(color: .red))
    case .tentativelyAccepted: ("tentative", Style(color: .yellow))
    case .organizer: ("organizer", .dim)
    case .none, .notResponded: nil
    }
  }
}
