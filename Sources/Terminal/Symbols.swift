/// The signs that are drawn rather than read, for terminals with and without Unicode.
///
/// Text from the mailbox is UTF-8 in any locale; only these signs have an ASCII form.
package struct Symbols: Hashable, Sendable {
  /// Whether the signs go past ASCII.
  package let isUnicode: Bool

  package init(isUnicode: Bool) { self.isUnicode = isUnicode }

  package static let unicode = Symbols(isUnicode: true)
  package static let ascii = Symbols(isUnicode: false)

  /// The signs for the locale that the environment names: Unicode where its character set is UTF-8.
  package init(variable: (String) -> String?) {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap(variable).first { !$0.isEmpty } ?? "C"
    let charset =
      locale.split(separator: "@", omittingEmptySubsequences: false)[0]
      .split(separator: ".", maxSplits: 1).dropFirst().first?.lowercased() ?? ""
    isUnicode = charset == "utf-8" || charset == "utf8"
  }

  /// One cell, where a text was cut.
  package var ellipsis: String { isUnicode ? "…" : "~" }
  /// Between the ends of a range.
  package var dash: String { isUnicode ? "–" : "-" }
  /// Before an item.
  package var bullet: String { isUnicode ? "•" : "*" }
  /// Between how often and what.
  package var times: String { isUnicode ? "×" : "x" }
  /// Between two facts of one column.
  package var dot: String { isUnicode ? "·" : "-" }
  /// What began before this day.
  package var earlier: String { isUnicode ? "←" : "<" }
  /// What goes on after this day.
  package var later: String { isUnicode ? "→" : ">" }
  /// What happens now.
  package var now: String { isUnicode ? "▶" : ">" }
  package var horizontal: String { isUnicode ? "─" : "-" }
  package var vertical: String { isUnicode ? "│" : "|" }
  package var crossing: String { isUnicode ? "┼" : "+" }

  /// The pictures of the spinner, one cell each.
  package var spinner: [String] {
    isUnicode ? ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] : ["|", "/", "-", "\\"]
  }
}
