/// Which colour a terminal is asked for where the program wants one of its six.
///
/// The shade of a colour is the terminal's own choice; a theme changes which of them is asked for.
package struct Theme: Hashable, Sendable {
  /// The SGR parameter by colour (ECMA-48 8.3.117 and the bright ones of aixterm); a colour that is not in
  /// it is left out, and what is bold, dim or reversed stays.
  private var codes: [Style.Color: UInt8]

  /// The colours as they are named.
  package static let standard = Theme(codes: codes(from: 0))
  /// The bright ones, for dark backgrounds on which blue and red are hard to read.
  package static let bright = Theme(codes: codes(from: brightStep))
  /// No colour at all.
  package static let plain = Theme(codes: [:])

  private static let brightStep: UInt8 = 60

  private static func codes(from step: UInt8) -> [Style.Color: UInt8] {
    Dictionary(uniqueKeysWithValues: Style.Color.allCases.map { ($0, $0.rawValue + step) })
  }

  /// A theme by its name: `standard`, `bright` or `plain`.
  package init?(named name: String) {
    let themes = ["standard": Self.standard, "bright": Self.bright, "plain": Self.plain]
    guard let theme = themes[name] else { return nil }
    self = theme
  }

  private init(codes: [Style.Color: UInt8]) { self.codes = codes }

  /// This theme with another colour in the place of one.
  ///
  /// - Parameters:
  ///   - color: the one that the program wants, such as `blue`.
  ///   - other: what is asked for instead: `cyan`, `bright-blue`, or `none`.
  /// - Returns: nil for a colour that there is not.
  package func replacing(_ color: String, with other: String) -> Theme? {
    guard let wanted = Style.Color(named: color) else { return nil }
    var theme = self
    if other == "none" {
      theme.codes[wanted] = nil
      return theme
    }
    let isBright = other.hasPrefix("bright-")
    guard let base = Style.Color(named: isBright ? String(other.dropFirst(7)) : other) else {
      return nil
    }
    theme.codes[wanted] = base.rawValue + (isBright ? Self.brightStep : 0)
    return theme
  }

  func code(of color: Style.Color) -> UInt8? { codes[color] }
}

extension Style.Color {
  /// Its name in settings, such as `red`.
  package var name: String {
    switch self {
    case .red: "red"
    case .green: "green"
    case .yellow: "yellow"
    case .blue: "blue"
    case .magenta: "magenta"
    case .cyan: "cyan"
    }
  }

  fileprivate init?(named name: String) {
    guard let color = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = color
  }
}
