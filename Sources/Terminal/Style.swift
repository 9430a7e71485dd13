/// How a stretch of text looks; without colour support it looks like plain text.
package struct Style: Hashable, Sendable {
  /// Looks that add to each other.
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1 << 0)
    package static let dim = Attributes(rawValue: 1 << 1)
    package static let italic = Attributes(rawValue: 1 << 2)
    package static let underline = Attributes(rawValue: 1 << 3)
    package static let inverse = Attributes(rawValue: 1 << 4)
    package static let strike = Attributes(rawValue: 1 << 5)
  }

  /// The colours every terminal has; their shade is the user's choice.
  package enum Color: UInt8, CaseIterable, Sendable {
    case red = 31
    case green, yellow, blue, magenta, cyan
  }

  package var attributes: Attributes
  /// The colour of the letters; nil leaves the usual one.
  package var color: Color?

  package init(_ attributes: Attributes = [], color: Color? = nil) {
    self.attributes = attributes
    self.color = color
  }

  package static let plain = Style()
  package static let bold = Style(.bold)
  package static let dim = Style(.dim)

  /// This style with more attributes.
  package func adding(_ attributes: Attributes) -> Style {
    Style(self.attributes.union(attributes), color: color)
  }

  /// The parameters of the SGR sequence (ECMA-48 8.3.117) that turns this style on.
  func parameters(in theme: Theme) -> String {
    let codes: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.inverse, "7"), (.strike, "9"),
    ]
    var list = codes.filter { attributes.contains($0.0) }.map(\.1)
    if let code = color.flatMap(theme.code) { list.append(String(code)) }
    return list.joined(separator: ";")
  }
}
