package import Calendaring
package import Terminal

/// The list of a mailbox's calendars.
package enum CalendarList {
  /// Lays out the calendars in the order given, numbered from 1.
  package static func lines(
    _ calendars: [CalendarInfo], shortIDs: [String: String] = [:], on surface: Surface
  ) -> [StyledLine] {
    var table = Table([
      .init("", .right), .init("ID", rank: 1), .init("NAME", minimum: 10, comfort: 40),
      .init("OWNER", minimum: 8, comfort: 30, rank: 2), .init("", minimum: 7, rank: 3),
    ])
    for (index, calendar) in calendars.enumerated() {
      var notes: [String] = []
      if calendar.isDefault { notes.append("default") }
      if !calendar.canEdit { notes.append("read-only") }
      let name = calendar.name.isEmpty ? "(no name)" : calendar.name
      table.add([
        StyledLine(String(index + 1), .dim),
        StyledLine(shortIDs[calendar.id] ?? "", Style(color: .cyan)),
        StyledLine(name, calendar.isDefault ? .bold : .plain),
        StyledLine(calendar.owner.map(PersonText.short) ?? "", .dim),
        StyledLine(notes.joined(separator: ", ")),
      ])
    }
    let count = calendars.count == 1 ? "1 calendar" : "\(calendars.count) calendars"
    let lines = table.lines(width: surface.width, symbols: surface.symbols)
    return (lines.isEmpty ? [] : lines + [""])
      + StyledLine(calendars.isEmpty ? "No calendars" : count, .dim).wrapped(to: surface.width)
  }
}

/// People as lists and details name them.
package enum PersonText {
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
