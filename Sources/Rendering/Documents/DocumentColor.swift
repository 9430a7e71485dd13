import Terminal

/// The colours of documents, on light and on dark ground; letters on all of them are those of the page.
enum DocumentColor: CaseIterable {
  case plain, red, yellow, green, cyan, blue, magenta

  init(_ color: Style.Color?) {
    self =
      switch color {
      case .red: .red
      case .yellow: .yellow
      case .green: .green
      case .cyan: .cyan
      case .blue: .blue
      case .magenta: .magenta
      case nil: .plain
      }
  }

  var className: String { "c-\(self)" }

  /// An edge and a ground.
  typealias Pair = (edge: String, fill: String)

  var light: Pair {
    switch self {
    case .plain: ("#4a6785", "#e6edf4")
    case .red: ("#b3261e", "#fbe4e2")
    case .yellow: ("#8a6100", "#fbefcf")
    case .green: ("#1f7a3d", "#dff3e4")
    case .cyan: ("#0b7285", "#d9f0f4")
    case .blue: ("#1d4fb8", "#e0e9fb")
    case .magenta: ("#8e2f93", "#f5e1f6")
    }
  }

  var dark: Pair {
    switch self {
    case .plain: ("#8fb0d0", "#24303c")
    case .red: ("#f08a83", "#45211f")
    case .yellow: ("#e3b94f", "#3d3115")
    case .green: ("#7ecb96", "#1b3a25")
    case .cyan: ("#6cc5d6", "#12363d")
    case .blue: ("#8fb0f5", "#1d2c4d")
    case .magenta: ("#dd93e2", "#3b1f3d")
    }
  }

  /// The rules of a style sheet that give each class its colours.
  static func rules(_ pair: (DocumentColor) -> Pair, _ rule: (String, Pair) -> String) -> String {
    allCases.map { rule("." + $0.className, pair($0)) }.joined(separator: "\n")
  }
}
