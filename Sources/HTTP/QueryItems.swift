/// Names and values of a query or a form, in the order they are sent.
package struct QueryItems: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package struct Item: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The items with plain text, not encoded.
  package private(set) var items: [Item]

  package init(_ items: [Item] = []) { self.items = items }

  package init(dictionaryLiteral elements: (String, String)...) {
    items = elements.map { Item(name: $0.0, value: $0.1) }
  }

  /// Reads an encoded query or form body; a name without `=` has an empty value.
  ///
  /// `plusIsBlank` says whether `+` stands for a blank, as in form bodies.
  package init(parsing encoded: some StringProtocol, plusIsBlank: Bool = true) {
    items = encoded.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Item(
        name: PercentEncoding.decode(parts[0], plusIsBlank: plusIsBlank),
        value: parts.count == 2 ? PercentEncoding.decode(parts[1], plusIsBlank: plusIsBlank) : "")
    }
  }

  package var isEmpty: Bool { items.isEmpty }

  /// The first value of `name`, compared with letter case; setting replaces all, nil removes them.
  package subscript(name: String) -> String? {
    get { items.first { $0.name == name }?.value }
    set {
      let place = items.firstIndex { $0.name == name }
      items.removeAll { $0.name == name }
      if let newValue {
        items.insert(Item(name: name, value: newValue), at: min(place ?? items.count, items.count))
      }
    }
  }

  /// Adds an item and leaves earlier ones of the same name.
  package mutating func append(_ name: String, _ value: String) {
    items.append(Item(name: name, value: value))
  }

  /// The text after the `?` of a URL.
  package var query: String { joined(PercentEncoding.query) }

  /// The text of an `application/x-www-form-urlencoded` body.
  package var form: String { joined(PercentEncoding.form) }

  /// The URL with these items added to the query that it may have; unchanged when there are none.
  package func appended(to url: String) -> String {
    guard !isEmpty else { return url }
    guard url.contains("?") else { return url + "?" + query }
    return url.hasSuffix("?") || url.hasSuffix("&") ? url + query : url + "&" + query
  }

  private func joined(_ encode: (String) -> String) -> String {
    items.map { encode($0.name) + "=" + encode($0.value) }.joined(separator: "&")
  }
}
