import JSON

/// Reading what clients send as the service does: names and words in any case, numbers and booleans
/// as texts too.
extension JSONObject {
  /// The value of a property, its name compared without case.
  func value(_ name: String) -> JSON? {
    if let exact = self[name] { return exact }
    let wanted = name.lowercased()
    return members.first { $0.key.lowercased() == wanted }?.value
  }

  /// A boolean, also as the text `true` or `false`; nil when absent or null.
  ///
  /// Throws 400 for anything else.
  func truth(_ name: String) throws(GraphError) -> Bool? {
    switch value(name) {
    case nil, .null: return nil
    case .bool(let value): return value
    case .string(let text):
      switch text.lowercased() {
      case "true": return true
      case "false": return false
      default: throw .unreadable(name)
      }
    default: throw .unreadable(name)
    }
  }

  /// A whole number, also as a text; nil when absent or null.
  func wholeNumber(_ name: String) throws(GraphError) -> Int? {
    switch value(name) {
    case nil, .null: return nil
    case .number(let number):
      guard let value = number.int ?? Int(exactly: number.double) else { throw .unreadable(name) }
      return value
    case .string(let text):
      guard let value = Int(text) else { throw .unreadable(name) }
      return value
    default: throw .unreadable(name)
    }
  }

  /// A text; nil when absent or null.
  func text(_ name: String) throws(GraphError) -> String? {
    switch value(name) {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw .unreadable(name)
    }
  }

  /// One of the metadata's words, in its spelling; nil when absent, null or empty.
  func word(_ name: String, of words: [String]) throws(GraphError) -> String? {
    guard let text = try text(name), !text.isEmpty else { return nil }
    let wanted = text.lowercased()
    guard let word = words.first(where: { $0.lowercased() == wanted }) else {
      throw .unreadable(name)
    }
    return word
  }

  /// An array of texts; nil when absent, empty for null.
  func texts(_ name: String) throws(GraphError) -> [String]? {
    switch value(name) {
    case nil: return nil
    case .null: return []
    case .array(let elements):
      var texts: [String] = []
      for element in elements {
        guard let text = element.string else { throw .unreadable(name) }
        texts.append(text)
      }
      return texts
    default: throw .unreadable(name)
    }
  }
}

extension GraphError {
  /// A property whose value has the wrong type, or is no word of its enumeration.
  static func unreadable(_ name: String) -> GraphError {
    .badRequest(
      "RequestBodyRead",
      "The value of property '\(name)' cannot be read as the type that the service declares for it."
    )
  }

  /// A property that can be read but breaks a rule.
  ///
  /// Source: seen for an event that ends before it starts (microsoft-graph-docs#7919).
  static let propertyValidation = GraphError.badRequest(
    "ErrorPropertyValidationFailure", "At least one property failed validation.")
}
