package import Calendaring
package import Terminal

/// The list of a mailbox's calendars.
package enum CalendarList {
  /// Lays out the calendars in the order given, numbered from 1.
  package static func lines(
    _ calendars: [CalendarInfo], shortIDs: [String: String] = [:], on surface: Surface
  ) -> [StyledLine] {
    var table = Table([
      .init("", .right), .init("ID", rank: 2), .init("NAME", minimum: 10, comfort: 40),
      .init("GROUP", minimum: 8, comfort: 20, rank: 4),
      .init("OWNER", minimum: 8, comfort: 30, rank: 3), .init("COLOR", rank: 5),
      .init("", minimum: 9, rank: 1),
    ])
    // Groups that all say the same tell nothing.
    let namesGroups = Set(calendars.map(\.group)).count > 1
    for (index, calendar) in calendars.enumerated() {
      let name = calendar.name.isEmpty ? "(no name)" : calendar.name
      table.add([
        StyledLine(String(index + 1), .dim),
        StyledLine(shortIDs[calendar.id] ?? "", Style(color: .cyan)),
        StyledLine(name, calendar.isDefault ? .bold : .plain),
        StyledLine(namesGroups ? calendar.group ?? "" : "", .dim),
        StyledLine(calendar.owner.map(PersonText.short) ?? "", .dim), color(calendar),
        StyledLine(rights(calendar).joined(separator: ", ")),
      ])
    }
    let count = calendars.count == 1 ? "1 calendar" : "\(calendars.count) calendars"
    let lines = table.lines(width: surface.width, symbols: surface.symbols)
    return (lines.isEmpty ? [] : lines + [""])
      + StyledLine(calendars.isEmpty ? "No calendars" : count, .dim).wrapped(to: surface.width)
  }

  /// The name of the colour in that colour; nothing for the one that Outlook chooses.
  private static func color(_ calendar: CalendarInfo) -> StyledLine {
    guard let name = calendar.color, !["auto", ""].contains(name.lowercased()) else { return "" }
    let word = name.hasPrefix("light") ? name.dropFirst(5).lowercased() : name
    return StyledLine(word, EventPalette.color(calendar: name).map { Style(color: $0) } ?? .plain)
  }

  /// What one may do in it; in one's own calendars only what is unusual is said.
  private static func rights(_ calendar: CalendarInfo) -> [String] {
    var notes: [String] = []
    if calendar.isDefault { notes.append("default") }
    if !calendar.canEdit { notes.append("read-only") }
    guard calendar.belongsToOther else { return notes }
    if calendar.canEdit { notes.append("may edit") }
    if calendar.canShare { notes.append("may share") }
    if calendar.canViewPrivateItems { notes.append("sees private") }
    return notes
  }
}

/// People as lists and details name them.
package enum PersonText {
  /// Whether a text has more in it than blanks.
  package static func isFilled(_ text: String?) -> Bool {
    text?.contains { !$0.isWhitespace } ?? false
  }

  /// The name, else the address.
  package static func short(_ person: Person) -> String {
    let name = TextSanitizer.line(person.name ?? "")
    return name.isEmpty ? person.address ?? "" : name
  }

  /// Name and address: `Lena Fog <lena@contoso.example>`; `(unknown)` when neither is there.
  package static func full(_ person: Person) -> String {
    let name = person.name.flatMap { $0.isEmpty ? nil : $0 }
    let address = person.address.flatMap { $0.isEmpty ? nil : $0 }
    switch (name, address) {
    case (let name?, let address?):
      return name.lowercased() == address.lowercased() ? address : "\(name) <\(address)>"
    case (let name?, nil): return name
    case (nil, let address?): return address
    case (nil, nil): return "(unknown)"
    }
  }
}
