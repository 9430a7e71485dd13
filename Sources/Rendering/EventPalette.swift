package import Calendaring
package import Terminal

/// The colours that the owner of a mailbox gave to categories and calendars, as terminals have them.
package struct EventPalette: Hashable, Sendable {
  /// By the name of the category, in lower case.
  package var categories: [String: Style.Color]
  /// By the name of the calendar.
  package var calendars: [String: Style.Color]

  package init(
    categories: [String: Style.Color] = [:], calendars: [String: Style.Color] = [:]
  ) {
    self.categories = Dictionary(
      categories.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.calendars = calendars
  }

  /// The colour of an event: that of its first category that has one, else of its calendar.
  package func color(of event: CalendarEvent) -> Style.Color? {
    event.categories.lazy.compactMap { categories[$0.lowercased()] }.first
      ?? event.calendarName.flatMap { calendars[$0] }
  }

  /// The nearest colour of a terminal to a category's (`preset0` to `preset24`); nil for the greys,
  /// black and none.
  ///
  /// - SeeAlso: Microsoft Graph, resource "outlookCategory".
  package static func color(preset: String) -> Style.Color? {
    let name = preset.lowercased()
    guard name.hasPrefix("preset"), let number = Int(name.dropFirst(6)) else { return nil }
    return switch number {
    case 0, 15: .red
    case 1, 2, 3, 16, 17, 18: .yellow
    case 4, 6, 19, 21: .green
    case 5, 20: .cyan
    case 7, 22: .blue
    case 8, 9, 23, 24: .magenta
    default: nil
    }
  }

  /// The nearest colour of a terminal to a calendar's, by its name (`lightBlue`); nil for grey, for
  /// `auto` and for names that are not known.
  ///
  /// - SeeAlso: Microsoft Graph, enumeration "calendarColor".
  package static func color(calendar name: String) -> Style.Color? {
    switch name.lowercased() {
    case "lightblue": .blue
    case "lightgreen": .green
    case "lightorange", "lightyellow", "lightbrown": .yellow
    case "lightteal": .cyan
    case "lightpink": .magenta
    case "lightred": .red
    default: nil
    }
  }
}
