/// What stood behind an option's name.
package enum OptionGiven: Equatable, Sendable {
  case nothing
  /// `--no-NAME`.
  case negation
  case text(String)

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }
}

/// Where an option or argument puts its value: a key path such as `\.days`.
package typealias Destination<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// One row of an option table: what an option is called, says and does to `Root`.
package struct Option<Root>: Sendable {
  package var shape: OptionShape
  let apply: @Sendable (inout Root, OptionGiven) throws(ValueError) -> Void

  package init(
    _ shape: OptionShape,
    apply: @escaping @Sendable (inout Root, OptionGiven) throws(ValueError) -> Void
  ) {
    self.shape = shape
    self.apply = apply
  }
}

// What every kind of option can have besides.
extension Option {
  /// The same option with a one-letter form.
  package func short(_ letter: Character) -> Option { changed { $0.short = letter } }

  /// The same option, refused together with any other of `set`.
  package func exclusive(_ set: String) -> Option { changed { $0.exclusiveSet = set } }

  /// The same option in the place of the global one of its name, which can then only stand before the
  /// command.
  package func replacingGlobal() -> Option { changed { $0.replacesGlobal = true } }

  /// The same option under a heading of its own in help.
  package func group(_ heading: String) -> Option { changed { $0.group = heading } }

  /// The same option, left out of help and completion.
  package func hidden() -> Option { changed { $0.isHidden = true } }

  /// The same option with another sort of value, for completion.
  package func completing(_ kind: ValueKind) -> Option { changed { $0.kind = kind } }

  private func changed(_ change: (inout OptionShape) -> Void) -> Option {
    var copy = self
    change(&copy.shape)
    return copy
  }
}

// Flags.
extension Option {
  /// A switch that is off until it is given; with `negatable`, `--no-NAME` turns it off again.
  package static func flag(
    _ name: String, _ help: String, into target: Destination<Root, Bool>,
    negatable: Bool = false
  ) -> Option {
    var shape = OptionShape(
      name: name, valueUse: .none, placeholder: nil, kind: .text, help: help)
    shape.isNegatable = negatable
    return Option(shape) { (root, given) throws(ValueError) in
      root[keyPath: target] = given != .negation
    }
  }

  /// A switch that says yes, or no as `--no-NAME`; the target keeps nil until either is given.
  package static func flag(
    _ name: String, _ help: String, into target: Destination<Root, Bool?>
  ) -> Option {
    var shape = OptionShape(
      name: name, valueUse: .none, placeholder: nil, kind: .text, help: help)
    shape.isNegatable = true
    return Option(shape) { (root, given) throws(ValueError) in
      root[keyPath: target] = given != .negation
    }
  }

  /// A switch that puts `value` into the target, so that several switches can share one variable.
  package static func flag<Value: Sendable>(
    _ name: String, _ help: String, into target: Destination<Root, Value>,
    value: Value
  ) -> Option {
    let shape = OptionShape(
      name: name, valueUse: .none, placeholder: nil, kind: .text, help: help)
    return Option(shape) { (root, _) throws(ValueError) in root[keyPath: target] = value }
  }
}

// Options with a value.
extension Option {
  /// An option whose value `parse` reads.
  package static func value<Value>(
    _ name: String, _ placeholder: String, _ help: String,
    into target: Destination<Root, Value>,
    parse: @escaping @Sendable (String) throws(ValueError) -> Value
  ) -> Option {
    let shape = OptionShape(
      name: name, valueUse: .required, placeholder: placeholder, kind: .text, help: help)
    return Option(shape) { (root, given) throws(ValueError) in
      root[keyPath: target] = try parse(given.text ?? "")
    }
  }

  /// An option with a text of any form; an empty text is a value too.
  package static func value(
    _ name: String, _ placeholder: String, _ help: String,
    into target: Destination<Root, String?>
  ) -> Option {
    value(name, placeholder, help, into: target, parse: { $0 })
  }

  /// An option with a text of any form, for a target that always has one.
  package static func value(
    _ name: String, _ placeholder: String, _ help: String,
    into target: Destination<Root, String>
  ) -> Option {
    value(name, placeholder, help, into: target, parse: { $0 })
  }

  /// An option with a whole number of the given range, ends included.
  package static func value(
    _ name: String, _ placeholder: String, _ help: String,
    into target: Destination<Root, Int>, in range: ClosedRange<Int>
  ) -> Option {
    value(name, placeholder, help, into: target) { (text) throws(ValueError) in
      try Conversion.number(text, in: range)
    }.completing(.number(range))
  }

  /// An option with a whole number of the given range, for a target that may have none.
  package static func value(
    _ name: String, _ placeholder: String, _ help: String,
    into target: Destination<Root, Int?>, in range: ClosedRange<Int>
  ) -> Option {
    value(name, placeholder, help, into: target) { (text) throws(ValueError) in
      try Conversion.number(text, in: range)
    }.completing(.number(range))
  }

  /// An option with one word of a closed list, compared without case.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ help: String, into target: Destination<Root, Value>
  ) -> Option {
    value(name, Conversion.synopsis(Value.self), help, into: target) {
      (text) throws(ValueError) in try Conversion.choice(text)
    }.completing(.choices(Value.allCases.map(\.rawValue)))
  }

  /// An option with one word of a closed list, for a target that may have none.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ help: String, into target: Destination<Root, Value?>
  ) -> Option {
    value(name, Conversion.synopsis(Value.self), help, into: target) {
      (text) throws(ValueError) -> Value? in
      let value: Value = try Conversion.choice(text)
      return value
    }.completing(.choices(Value.allCases.map(\.rawValue)))
  }

  /// An option that may be given many times; each value of each use is appended.
  ///
  /// A separator also splits one value into several, blanks around them dropped and empty pieces left
  /// out; nil takes each value whole.
  package static func repeated<Value>(
    _ name: String, _ placeholder: String, _ help: String,
    into target: Destination<Root, [Value]>, separatedBy separator: Character? = nil,
    parse: @escaping @Sendable (String) throws(ValueError) -> Value
  ) -> Option {
    var shape = OptionShape(
      name: name, valueUse: .required, placeholder: placeholder, kind: .text, help: help)
    shape.isRepeatable = true
    return Option(shape) { (root, given) throws(ValueError) in
      for piece in Conversion.pieces(given.text ?? "", separatedBy: separator) {
        root[keyPath: target].append(try parse(piece))
      }
    }
  }

  /// An option that may be given many times, its values taken as they are.
  package static func repeated(
    _ name: String, _ placeholder: String, _ help: String,
    into target: Destination<Root, [String]>,
    separatedBy separator: Character? = nil
  ) -> Option {
    repeated(name, placeholder, help, into: target, separatedBy: separator, parse: { $0 })
  }

  /// An option that takes all words that follow it, options or not, as the words of another program.
  package static func rest(
    _ name: String, _ placeholder: String, _ help: String,
    into target: Destination<Root, [String]>
  ) -> Option {
    var shape = OptionShape(
      name: name, valueUse: .rest, placeholder: placeholder, kind: .text, help: help)
    shape.isRepeatable = true
    return Option(shape) { (root, given) throws(ValueError) in
      root[keyPath: target].append(given.text ?? "")
    }
  }

  /// An option that stands alone or with a value; alone it means `bare`.
  ///
  /// With `attachedOnly` only `--name=value` gives the value, the next word never does.
  package static func optionalValue<Value: Sendable>(
    _ name: String, _ placeholder: String, _ help: String,
    into target: Destination<Root, Value>, bare: Value, attachedOnly: Bool = false,
    parse: @escaping @Sendable (String) throws(ValueError) -> Value
  ) -> Option {
    let shape = OptionShape(
      name: name, valueUse: attachedOnly ? .attached : .optional, placeholder: placeholder,
      kind: .text, help: help)
    return Option(shape) { (root, given) throws(ValueError) in
      if let text = given.text {
        root[keyPath: target] = try parse(text)
      } else {
        root[keyPath: target] = bare
      }
    }
  }
}
