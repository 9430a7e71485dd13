/// The names that the time zone database has given to one zone over the years.
enum ZoneAliases {
  /// All names of the zone that is called so, today's first; empty for a name without aliases.
  static func names(of name: String) -> [String] {
    guard let found = table.range(of: name, after: " ;\n", before: " ;\n") else { return [] }
    return table.text(around: found.lowerBound, after: ";\n", before: ";\n")
      .split(separator: " ").map(String.init)
  }

  /// Every name that has aliases or is one.
  static var all: [String] {
    ZoneAliasTable.text.split { " ;\n".contains($0) }.map(String.init)
  }

  private static let table = TableText(ZoneAliasTable.text)
}
