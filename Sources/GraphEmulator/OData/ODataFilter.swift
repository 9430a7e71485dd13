package import JSON

/// A condition of `$filter`, read and checked against what its resource takes.
///
/// Texts compare without letter case, as Exchange does. A time compares as an instant on both sides
/// when both sides read as one.
package indirect enum ODataFilter: Equatable, Sendable {
  case and(ODataFilter, ODataFilter)
  case or(ODataFilter, ODataFilter)
  case not(ODataFilter)
  case comparison(ODataOperand, ODataComparison, ODataLiteral)
  case textTest(ODataTextTest, ODataOperand, String)
  /// A property that is true by itself: `isAllDay`.
  case truth(ODataOperand)
  /// `path/any(variable: condition)`; without a condition, that there is an element at all.
  case any(path: [String], variable: String, ODataFilter?)
  /// `path/all(variable: condition)`.
  case all(path: [String], variable: String, ODataFilter)
}

/// What a condition looks at.
package indirect enum ODataOperand: Equatable, Sendable {
  /// Names from the item, or from a variable of `any` or `all`, downwards.
  case path([String])
  case lowercased(ODataOperand)
  case uppercased(ODataOperand)
  case trimmed(ODataOperand)
  case length(ODataOperand)
}

package enum ODataComparison: String, CaseIterable, Sendable {
  case equal = "eq"
  case notEqual = "ne"
  case greater = "gt"
  case greaterOrEqual = "ge"
  case less = "lt"
  case lessOrEqual = "le"
}

package enum ODataTextTest: String, CaseIterable, Sendable {
  case startsWith = "startswith"
  case endsWith = "endswith"
  case contains
}

package enum ODataLiteral: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case instant(ODataInstant)
}

extension ODataFilter {
  /// Whether `item` fulfils the condition; a property that it has not counts as null.
  package func matches(_ item: JSON) -> Bool { matches(item, variables: [:]) }

  private func matches(_ item: JSON, variables: [String: JSON]) -> Bool {
    switch self {
    case .and(let left, let right):
      return left.matches(item, variables: variables) && right.matches(item, variables: variables)
    case .or(let left, let right):
      return left.matches(item, variables: variables) || right.matches(item, variables: variables)
    case .not(let condition):
      return !condition.matches(item, variables: variables)
    case .comparison(let operand, let comparison, let literal):
      return literal.holds(comparison, for: operand.value(in: item, variables: variables))
    case .textTest(let test, let operand, let text):
      guard let value = operand.value(in: item, variables: variables).string?.lowercased() else {
        return false
      }
      return test.holds(value, text.lowercased())
    case .truth(let operand):
      return operand.value(in: item, variables: variables) == .bool(true)
    case .any(let path, let variable, let condition):
      let elements = ODataOperand.path(path).value(in: item, variables: variables).array ?? []
      guard let condition else { return !elements.isEmpty }
      return elements.contains { element in
        condition.matches(item, variables: variables.merging([variable: element]) { $1 })
      }
    case .all(let path, let variable, let condition):
      let elements = ODataOperand.path(path).value(in: item, variables: variables).array ?? []
      return elements.allSatisfy { element in
        condition.matches(item, variables: variables.merging([variable: element]) { $1 })
      }
    }
  }
}

extension ODataFilter {
  /// The paths that the condition looks at, from the item downwards; some may stand several times.
  package var paths: [[String]] {
    switch self {
    case .and(let left, let right), .or(let left, let right): left.paths + right.paths
    case .not(let condition): condition.paths
    case .comparison(let operand, _, _), .textTest(_, let operand, _), .truth(let operand):
      [operand.path]
    case .any(let path, _, _), .all(let path, _, _): [path]
    }
  }
}

extension ODataOperand {
  fileprivate var path: [String] {
    switch self {
    case .path(let names): names
    case .lowercased(let inner), .uppercased(let inner), .trimmed(let inner), .length(let inner):
      inner.path
    }
  }

  func value(in item: JSON, variables: [String: JSON]) -> JSON {
    switch self {
    case .path(let names):
      var rest = names[...]
      var value = item
      if let first = names.first, let element = variables[first] {
        value = element
        rest = names.dropFirst()
      }
      for name in rest { value = value[name] ?? .null }
      return value
    case .lowercased(let operand):
      return operand.text(in: item, variables: variables) { $0.lowercased() }
    case .uppercased(let operand):
      return operand.text(in: item, variables: variables) { $0.uppercased() }
    case .trimmed(let operand):
      return operand.text(in: item, variables: variables) { text in
        let kept = text.drop(while: \.isWhitespace)
        return String(kept.reversed().drop(while: \.isWhitespace).reversed())
      }
    case .length(let operand):
      guard let text = operand.value(in: item, variables: variables).string else { return .null }
      return .number(text.utf16.count)
    }
  }

  private func text(
    in item: JSON, variables: [String: JSON], _ change: (String) -> String
  ) -> JSON {
    guard let text = value(in: item, variables: variables).string else { return .null }
    return .string(change(text))
  }
}

extension ODataTextTest {
  fileprivate func holds(_ value: String, _ text: String) -> Bool {
    switch self {
    case .startsWith: value.hasPrefix(text)
    case .endsWith: value.hasSuffix(text)
    case .contains: text.isEmpty || value.contains(text)
    }
  }
}

extension ODataLiteral {
  /// Whether `value <comparison> self`; anything but `ne` fails for a value of another kind.
  fileprivate func holds(_ comparison: ODataComparison, for value: JSON) -> Bool {
    if self == .null {
      switch comparison {
      case .equal: return value.isNull
      case .notEqual: return !value.isNull
      default: return false
      }
    }
    guard let order = order(of: value) else { return comparison == .notEqual }
    return switch comparison {
    case .equal: order == 0
    case .notEqual: order != 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    }
  }

  /// Negative when `value` comes before this, 0 when they are equal; nil when they do not compare.
  private func order(of value: JSON) -> Int? {
    switch (self, value) {
    case (.bool(let literal), .bool(let value)):
      return (value ? 1 : 0) - (literal ? 1 : 0)
    case (.number(let literal), .number(let value)):
      return value.double < literal ? -1 : value.double > literal ? 1 : 0
    case (.number(let literal), .string(let text)):
      guard let value = Double(text) else { return nil }
      return value < literal ? -1 : value > literal ? 1 : 0
    case (.instant(let literal), .string(let text)):
      guard let value = ODataInstant(text) else { return nil }
      return value < literal ? -1 : value > literal ? 1 : 0
    case (.text(let literal), .string(let value)):
      return Self.order(of: value, literal)
    default:
      return nil
    }
  }

  static func order(of left: String, _ right: String) -> Int {
    if let left = ODataInstant(left), let right = ODataInstant(right) {
      return left < right ? -1 : left > right ? 1 : 0
    }
    let (left, right) = (left.lowercased(), right.lowercased())
    return left < right ? -1 : left > right ? 1 : 0
  }
}
