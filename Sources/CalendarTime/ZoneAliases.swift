/// The names that the time zone database has given to one zone over the years.
enum ZoneAliases {
  /// All names of the zone that is called so, today's first; empty for a name without aliases.
  static func names(of name: String) -> [String] {
    guard let index = tables.indexes[name.lowercased()] else { return [] }
    return tables.groups[index]
  }

  static var all: [[String]] { tables.groups }

  private static let tables: (groups: [[String]], indexes: [String: Int]) = {
    var groups: [[String]] = []
    var indexes: [String: Int] = [:]
    for line in ZoneAliasTable.text.split(separator: "\n") {
      for group in line.split(separator: ";") {
        let names = group.split(separator: " ").map(String.init)
        for name in names { indexes[name.lowercased()] = groups.count }
        groups.append(names)
      }
    }
    return (groups, indexes)
  }()
}
