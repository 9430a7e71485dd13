package import Calendaring
package import Terminal

/// What is attached to an event, as a list and in a word.
package enum AttachmentList {
  /// The list; `paths` say where each was saved, nil where it was not.
  package static func lines(
    _ attachments: [AttachmentInfo], paths: [String?] = [], on surface: Surface
  ) -> [StyledLine] {
    var table = Table([
      .init("NAME", minimum: 10, comfort: 50), .init("SIZE", .right),
      .init("TYPE", minimum: 8, comfort: 30, rank: 2), .init("", minimum: 6, rank: 1),
      .init("SAVED AS", minimum: 10),
    ])
    for (index, item) in attachments.enumerated() {
      let path = paths.indices.contains(index) ? paths[index] : nil
      table.add([
        StyledLine(name(item)),
        StyledLine(item.kind == .reference ? "" : size(item.size)),
        StyledLine(item.contentType ?? "", .dim), StyledLine(note(item), .dim),
        StyledLine(path ?? ""),
      ])
    }
    let count = attachments.count == 1 ? "1 attachment" : "\(attachments.count) attachments"
    var lines = table.lines(width: surface.width, symbols: surface.symbols)
    for item in attachments {
      guard let link = item.link else { continue }
      lines += StyledLine("\(name(item)): \(link)").wrapped(to: surface.width)
    }
    return (lines.isEmpty ? [] : lines + [""])
      + StyledLine(attachments.isEmpty ? "No attachments" : count, .dim).wrapped(to: surface.width)
  }

  /// One attachment in a line of `show`.
  package static func line(_ item: AttachmentInfo) -> StyledLine {
    var line = StyledLine(name(item))
    let parts = [item.kind == .reference ? "" : size(item.size), note(item)]
      .filter { !$0.isEmpty }
    if !parts.isEmpty { line.append("  " + parts.joined(separator: ", "), .dim) }
    return line
  }

  private static func name(_ item: AttachmentInfo) -> String {
    let clean = TextSanitizer.line(item.name)
    return clean.contains { !$0.isWhitespace } ? clean : "(no name)"
  }

  private static func note(_ item: AttachmentInfo) -> String {
    switch item.kind {
    case .file: item.isInline ? "in the text" : ""
    case .item: "an item of a mailbox"
    case .reference: "a link to a file elsewhere"
    }
  }

  /// Bytes as people say them: `812 B`, `23 kB`, `1.4 MB`; empty where nobody knows.
  package static func size(_ bytes: Int?) -> String {
    guard let bytes, bytes >= 0 else { return "" }
    if bytes < 1000 { return "\(bytes) B" }
    let units = ["kB", "MB", "GB"]
    var (tenths, unit) = ((bytes + 50) / 100, 0)
    while tenths >= 9995, unit + 1 < units.count {
      tenths = (tenths + 500) / 1000
      unit += 1
    }
    if tenths >= 100 { return "\((tenths + 5) / 10) \(units[unit])" }
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
