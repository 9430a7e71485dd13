/// Header fields in the order they were sent; names compare without letter case.
///
/// Source: RFC 9110 section 5.
package struct ServerFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package typealias Field = (name: String, value: String)

  package private(set) var fields: [Field]

  package init(_ fields: [Field] = []) { self.fields = fields }

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }

  /// The first value of `name`; setting replaces every field of that name, nil removes them.
  package subscript(name: String) -> String? {
    get {
      let wanted = name.lowercased()
      return fields.first { $0.name.lowercased() == wanted }?.value
    }
    set {
      let wanted = name.lowercased()
      fields.removeAll { $0.name.lowercased() == wanted }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Every value of `name`, one a field line.
  package func values(of name: String) -> [String] {
    let wanted = name.lowercased()
    return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
  }

  /// Adds a field line and leaves earlier ones of the same name.
  package mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

  package static func == (left: ServerFields, right: ServerFields) -> Bool {
    left.fields.count == right.fields.count
      && zip(left.fields, right.fields).allSatisfy { $0 == $1 }
  }
}
