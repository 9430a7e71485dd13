import JSON
import Terminal

/// In what an item differs from what a line wants of it.
struct ChangeDifference: Sendable {
  /// One property, in words for people.
  struct Field: Sendable, Hashable {
    var name: String
    /// Nil for nothing.
    var old: String?
    var new: String?
  }

  /// What an update sends; empty for no difference.
  var changes: JSONObject = [:]
  var fields: [Field] = []
  /// What the line says otherwise than the item has it and cannot set, by name.
  var ignored: [String] = []

  /// The lines of a diff: what goes after a minus, what comes after a plus.
  var lines: [String] {
    fields.flatMap { field in
      [field.old.map { "  - \(field.name): \($0)" }, field.new.map { "  + \(field.name): \($0)" }]
        .compactMap(\.self)
    }
  }
}

/// Values of properties, in one line for people.
enum ChangeWords {
  /// Nil for nothing.
  static func of(_ value: JSON) -> String? {
    switch value {
    case .null: return nil
    case .string(let text): return JSON.string(text).text(.compact)
    case .bool(let flag): return flag ? "yes" : "no"
    case .number(let number): return number.text
    case .array(let elements):
      return elements.isEmpty ? nil : elements.map(element).joined(separator: ", ")
    case .object(let object):
      let parts = object.compactMap { $0.value.string }.filter { !$0.isEmpty }
      return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
  }

  private static func element(_ value: JSON) -> String {
    switch value {
    case .string(let text): return text
    case .object(let object):
      guard let address = object["address"]?.string else { return value.text(.compact) }
      return object["name"]?.string.map { "\($0) <\(address)>" } ?? address
    default: return value.text(.compact)
    }
  }
}
