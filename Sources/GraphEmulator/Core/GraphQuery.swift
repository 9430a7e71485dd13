/// The query of a request to Graph.
package struct GraphQuery: Sendable {
  package struct Item: Sendable {
    /// Decoded, so that `%24top` reads `$top`.
    package var name: String
    /// Decoded, with `+` and `%20` as a blank.
    package var value: String
    /// Decoded, with `+` as it stands: the sign of an offset that a client forgot to escape.
    package var valueWithPlus: String
  }

  /// In the order they were sent.
  package let items: [Item]

  package init(_ raw: some StringProtocol) {
    items = raw.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1] : ""
      return Item(
        name: PercentCoding.decoded(parts[0], plusIsBlank: true),
        value: PercentCoding.decoded(value, plusIsBlank: true),
        valueWithPlus: PercentCoding.decoded(value))
    }
  }

  /// The first item called `name`, compared without letter case.
  package func item(_ name: String) -> Item? {
    let wanted = name.lowercased()
    return items.first { $0.name.lowercased() == wanted }
  }

  /// The value of `name`, compared without letter case; an empty value is a value.
  package subscript(name: String) -> String? { item(name)?.value }
}
