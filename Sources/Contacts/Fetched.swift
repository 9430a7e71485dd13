/// The value of a property, or the fact that it was not asked for.
///
/// A list asks for a few properties only. Taking the rest for empty would show a person without phones
/// who has two, and would wipe them out at the next write.
package enum Fetched<Value> {
  case known(Value)
  /// The name of the property that the answer did not hold.
  case notFetched(String)

  /// The value; `UnfetchedProperty` where it was not asked for.
  package var value: Value {
    get throws(UnfetchedProperty) {
      switch self {
      case .known(let value): return value
      case .notFetched(let name): throw UnfetchedProperty(name: name)
      }
    }
  }

  /// The value, or nil where it was not asked for; only where not knowing and not having do the same.
  package var ifKnown: Value? {
    if case .known(let value) = self { value } else { nil }
  }
}

extension Fetched: Sendable where Value: Sendable {}
extension Fetched: Equatable where Value: Equatable {}
extension Fetched: Hashable where Value: Hashable {}

/// A property was read that the request for the contact had left out.
package struct UnfetchedProperty: Error, Hashable, Sendable {
  /// As Graph names it: `businessPhones`.
  package let name: String

  package init(name: String) { self.name = name }
}
