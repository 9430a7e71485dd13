/// What help, manual page and completion know of a positional argument.
package struct ArgumentShape: Hashable, Sendable {
  /// How many words an argument takes.
  package enum Count: Hashable, Sendable {
    case required
    case optional
    /// All words that are left, this many at least.
    case repeating(atLeast: Int)
  }

  /// What help shows for the word: `REF`, `WHEN`.
  package var placeholder: String
  /// How many words it takes.
  package var count: Count
  /// What completion may offer for the word.
  package var kind: ValueKind
  /// One sentence for the right column of help; empty leaves it out there.
  package var help: String
  /// What stands in a usage line in place of what would be made of the rest, if anything.
  package var usage: String?

  /// The argument in a usage line: `REF`, `[WHEN]`, `PERSON…`.
  package var synopsis: String {
    if let usage { return usage }
    return switch count {
    case .required: placeholder
    case .optional: "[\(placeholder)]"
    case .repeating where placeholder.contains("…"): placeholder
    case .repeating(atLeast: 0): "[\(placeholder)…]"
    case .repeating(let least):
      Array(repeating: placeholder, count: least).joined(separator: " ") + "…"
    }
  }
}

/// One positional argument of a command, and where its word goes.
package struct Argument<Root>: Sendable {
  package var shape: ArgumentShape
  let apply: @Sendable (inout Root, String) throws(ValueError) -> Void

  package init(
    _ shape: ArgumentShape,
    apply: @escaping @Sendable (inout Root, String) throws(ValueError) -> Void
  ) {
    self.shape = shape
    self.apply = apply
  }

  /// The same argument, written otherwise in a usage line.
  package func written(_ usage: String) -> Argument {
    var copy = self
    copy.shape.usage = usage
    return copy
  }

  /// The same argument with another sort of value, for completion.
  package func completing(_ kind: ValueKind) -> Argument {
    var copy = self
    copy.shape.kind = kind
    return copy
  }
}

extension Argument {
  /// A word that must be there, read by `parse`.
  package static func required<Value>(
    _ placeholder: String, _ help: String, into target: Destination<Root, Value>,
    parse: @escaping @Sendable (String) throws(ValueError) -> Value
  ) -> Argument {
    one(placeholder, .required, help, into: target, parse: parse)
  }

  /// A word that must be there, taken as it is.
  package static func required(
    _ placeholder: String, _ help: String, into target: Destination<Root, String>
  ) -> Argument {
    one(placeholder, .required, help, into: target, parse: { $0 })
  }

  /// A word that may be left out; the target then keeps what `init()` put there.
  package static func optional<Value>(
    _ placeholder: String, _ help: String, into target: Destination<Root, Value>,
    parse: @escaping @Sendable (String) throws(ValueError) -> Value
  ) -> Argument {
    one(placeholder, .optional, help, into: target, parse: parse)
  }

  /// A word that may be left out, taken as it is.
  package static func optional(
    _ placeholder: String, _ help: String, into target: Destination<Root, String?>
  ) -> Argument {
    one(placeholder, .optional, help, into: target, parse: { $0 })
  }

  /// One word of a closed list, compared without case; it must be there.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ help: String, into target: Destination<Root, Value?>
  ) -> Argument {
    let parse: @Sendable (String) throws(ValueError) -> Value? = { (text) throws(ValueError) in
      let value: Value = try Conversion.choice(text)
      return value
    }
    return one(Conversion.synopsis(Value.self), .required, help, into: target, parse: parse)
      .completing(.choices(Value.allCases.map(\.rawValue)))
  }

  /// All words that are left, in their order.
  package static func repeating<Value>(
    _ placeholder: String, atLeast least: Int = 1, _ help: String,
    into target: Destination<Root, [Value]>,
    parse: @escaping @Sendable (String) throws(ValueError) -> Value
  ) -> Argument {
    let shape = ArgumentShape(
      placeholder: placeholder, count: .repeating(atLeast: least), kind: .text, help: help)
    return Argument(shape) { (root, text) throws(ValueError) in
      root[keyPath: target].append(try parse(text))
    }
  }

  /// All words that are left, taken as they are.
  package static func repeating(
    _ placeholder: String, atLeast least: Int = 1, _ help: String,
    into target: Destination<Root, [String]>
  ) -> Argument {
    repeating(placeholder, atLeast: least, help, into: target, parse: { $0 })
  }

  private static func one<Value>(
    _ placeholder: String, _ count: ArgumentShape.Count, _ help: String,
    into target: Destination<Root, Value>,
    parse: @escaping @Sendable (String) throws(ValueError) -> Value
  ) -> Argument {
    let shape = ArgumentShape(placeholder: placeholder, count: count, kind: .text, help: help)
    return Argument(shape) { (root, text) throws(ValueError) in
      root[keyPath: target] = try parse(text)
    }
  }
}
