import CalendarTime
import Calendaring
import Terminal

/// Events as Markdown, a list by days.
///
/// Sources: CommonMark 0.31 section 2.4 for backslashes; GitHub Flavored Markdown section 6.9 for
/// addresses that become links by themselves.
struct MarkdownAgenda {
  let text: String

  init(_ document: EventDocument, _ sheets: DaySheets) {
    var lines = ["# " + document.title]
    if sheets.sheets.isEmpty { lines += ["", "No events"] }
    let entries = document.entries(sheets)
    for sheet in sheets.sheets {
      lines += ["", "## " + sheet.day.heading, ""]
      for event in sheet.events {
        guard let number = sheets.number(of: event) else { continue }
        lines.append(Self.line(entries[number - 1], on: sheet.day))
      }
    }
    lines += [""] + document.clockChanges.map { $0 + "  " } + [document.footing(sheets)]
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ entry: DocumentEntry, on day: CalendarDate) -> String {
    let name = escaped(entry.subject)
    var parts = ["**\(entry.time(on: day))** " + (entry.event.isCancelled ? "~~\(name)~~" : name)]
    if !entry.place.isEmpty { parts.append(escaped(entry.place)) }
    if !entry.notes.isEmpty { parts.append("*\(escaped(entry.notes))*") }
    if let link = entry.link { parts.append("[join](<\(target(link.address))>)") }
    return "- " + parts.joined(separator: " · ")
  }

  /// A text in one line in which nothing is markup, HTML or a link.
  static func escaped(_ text: String) -> String {
    // Markdown goes by scalars: a mark over a bracket leaves it a bracket.
    let letters = TextSanitizer.line(text).unicodeScalars.map(Character.init)
    var result = ""
    for (index, letter) in letters.enumerated() {
      // Addresses become links without any sign around them.
      let isAddress =
        letters[index...].starts(with: "://")
        || letter == "." && String(letters[..<index].suffix(3)).lowercased() == "www"
      if isAddress || "\\`*_[]<>&|~$@{}#!=^".contains(letter) { result.append("\\") }
      result.append(letter)
    }
    // Blanks at an end would keep the marks around from being marks.
    return result.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }

  /// The address of a link between angle brackets.
  private static func target(_ address: String) -> String {
    var result = ""
    for character in address {
      switch character {
      case "<": result += "%3C"
      case ">": result += "%3E"
      case "\\": result += "%5C"
      default: result.append(character)
      }
    }
    return result
  }
}
