/// The options behind the `?` of a request, in the order they came and with their encoding undone.
package struct QueryString: Equatable, Sendable {
  package struct Item: Equatable, Sendable {
    /// Decoded, letter case kept.
    package var name: String
    /// Decoded; empty both for `name=` and for `name`.
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package var items: [Item]

  package init(items: [Item] = []) { self.items = items }

  /// Reads what stands behind the `?`, without it.
  ///
  /// Names come as `$top` and as `%24top`, blanks as `%20` and as `+`. A `%` that no two hexadecimal
  /// digits follow stands for itself.
  package init(_ text: some StringProtocol) {
    items = PercentCoding.items(text).map { Item(name: $0.name, value: $0.value) }
  }

  /// The value of the first item called `name`, letter case ignored; nil when there is none.
  package subscript(name: String) -> String? {
    let wanted = name.lowercased()
    return items.first { $0.name.lowercased() == wanted }?.value
  }

  /// The options with `name` set to `value`: at its own place, or at the end when it is new.
  package func setting(_ name: String, to value: String) -> QueryString {
    var result = self
    let wanted = name.lowercased()
    guard let index = items.firstIndex(where: { $0.name.lowercased() == wanted }) else {
      result.items.append(Item(name: name, value: value))
      return result
    }
    result.items[index].value = value
    return result
  }

  /// The options as they stand in a URL, percent-encoded; `$` in names is left as it is.
  package var encoded: String {
    items.map { item in
      let name = PercentCoding.encoded(item.name)
      return (name.hasPrefix("%24") ? "$" + name.dropFirst(3) : name) + "="
        + PercentCoding.encoded(item.value)
    }.joined(separator: "&")
  }
}
