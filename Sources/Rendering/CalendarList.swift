package import Calendaring
package import Terminal

/// The list of a mailbox's calendars.
package enum CalendarList {
  /// Lays out the calendars in the order given, on a terminal numbered from 1.
  package static func lines(
    _ calendars: [CalendarInfo], shortIDs: [String: String] = [:], on surface: Surface
  ) -> [StyledLine] {
    var table = Table([
      .init("", .right), .init("ID", rank: 2), .init("NAME", minimum: 20, comfort: 40),
      .init("GROUP", minimum: 14, comfort: 20, rank: 4),
      .init("OWNER", minimum: 12, comfort: 30, rank: 3), .init("COLOR", rank: 5),
      .init("", minimum: 12, rank: 1),
    ])
    // Groups that all say the same tell nothing.
    let namesGroups = Set(calendars.map(\.group)).count > 1
    for (index, calendar) in calendars.enumerated() {
      let name = calendar.name.isEmpty ? "(no name)" : calendar.name
      let rights = rights(calendar)
      table.add([
        Table.Cell(surface.number(index + 1)),
        Table.Cell(StyledLine(shortIDs[calendar.id] ?? "", Style(color: .cyan))),
        Table.Cell(StyledLine(name, calendar.isDefault ? .bold : .plain)),
        Table.Cell(StyledLine(namesGroups ? calendar.group ?? "" : "", .dim)),
        Table.Cell(StyledLine(calendar.owner.map(PersonText.short) ?? "", .dim)),
        Table.Cell(color(calendar)),
        Table.Cell(rights.line, shorten: { rights.fitted(to: $0) }),
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
  private static func rights(_ calendar: CalendarInfo) -> Notes {
    var notes = Notes()
    if calendar.isDefault { notes.add(["default"]) }
    if !calendar.canEdit { notes.add(["read-only"]) }
    guard calendar.belongsToOther else { return notes }
    if calendar.canEdit { notes.add(["may edit"]) }
    if calendar.canShare { notes.add(["may share"]) }
    if calendar.canViewPrivateItems { notes.add(["sees private"]) }
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
