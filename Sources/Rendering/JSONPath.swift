package import JSON

/// The way to a value inside an item: `start.dateTime`.
///
/// A full stop parts the steps, except in the names of annotations: `@odata.etag` is one step. An array
/// on the way stands for all its elements.
package struct JSONPath: Hashable, Sendable {
  /// The names on the way, at least one.
  package let steps: [String]

  package init(_ text: String) {
    var steps: [String] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      if let last = steps.last,
        last == "@odata" || last.hasSuffix("@odata") || last == "@microsoft"
          || last == "@microsoft.graph"
      {
        steps[steps.count - 1] = last + "." + part
      } else {
        steps.append(String(part))
      }
    }
    self.steps = steps
  }

  /// The value at the end of the way; nil where a step is missing.
  package func value(in item: JSON) -> JSON? { Self.value(in: item, steps[...]) }

  private static func value(in item: JSON, _ steps: ArraySlice<String>) -> JSON? {
    guard let step = steps.first else { return item }
    if case .array(let elements) = item {
      return .array(elements.map { value(in: $0, steps) ?? .null })
    }
    return item[step].flatMap { value(in: $0, steps.dropFirst()) }
  }
}

extension JSONPath: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral value: String) { self.init(value) }
  package var description: String { steps.joined(separator: ".") }
}
