/// A JSON value that keeps everything its text said: the order of keys and the spelling of numbers.
///
/// Source: RFC 8259. A lone surrogate in a `\u` escape cannot live in a Swift string and becomes
/// U+FFFD; nothing else is changed by reading and writing.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(JSONObject)
}

extension JSON {
  /// The value of `key` when this is an object that has it; `.null` is a value too.
  package subscript(key: String) -> JSON? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }

  /// The element at `index` when this is an array that long.
  package subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  package var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  package var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  package var number: JSONNumber? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  /// The value as a whole number; nil for a fraction, an exponent or anything past 64 bits.
  package var int: Int? { number?.int }

  package var array: [JSON]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  package var object: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  package var isNull: Bool { self == .null }

  /// The word of RFC 8259 for what this is: `object`, `array`, `string`, `number`, `boolean`, `null`.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  package init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSON {
  /// A number value from a whole number.
  package static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

  /// A string, or null where there is none.
  package static func string(orNull value: String?) -> JSON { value.map { .string($0) } ?? .null }
}

/// A JSON number, kept as it was written: `1.0`, `1.00` and `1e0` are three texts of one value.
package struct JSONNumber: Hashable, Sendable {
  /// The text by the grammar of RFC 8259 section 6.
  package let text: String

  /// Takes `text` as it stands; the caller has checked it against the grammar.
  package init(uncheckedText text: String) { self.text = text }

  package init(_ value: Int) { text = String(value) }

  /// The shortest text that reads back as `value`.
  ///
  /// - Precondition: `value` is finite, since JSON has no word for the rest.
  package init(_ value: Double) {
    precondition(value.isFinite, "JSON has no infinity and no NaN")
    text = value.description
  }

  /// The value as a whole number; nil for a fraction, an exponent or anything past 64 bits.
  package var int: Int? { Int(text) }

  /// The nearest double; infinite where the text is larger than any.
  package var double: Double { Double(text) ?? .nan }
}
