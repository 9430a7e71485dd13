import Arguments
import JSON

/// The words of a command line for the arguments of a call.
struct ToolWords: Hashable {
  /// The command, its options as `--name=value`, and its arguments behind `--`, so that no text of a
  /// model is taken for an option.
  var words: [String]
  /// The confirmation that came with them, if one did.
  var confirmation: String?

  /// Reads the arguments of a call.
  ///
  /// - Throws: `Failure` of kind usage for an argument that the tool has not, or of another type.
  init(_ declaration: ToolDeclaration, _ given: JSONObject) throws(Failure) {
    var left = given
    if declaration.effect != .reads {
      confirmation = left[ToolDeclaration.confirmation]?.string
      left[ToolDeclaration.confirmation] = nil
    }
    var line = [declaration.shape.name]
    for option in declaration.options {
      guard let value = left[option.name] else { continue }
      left[option.name] = nil
      if value.isNull { continue }
      line += try Self.words(of: option, value)
    }
    var positional: [String] = []
    for argument in declaration.shape.arguments {
      let name = ToolDeclaration.property(of: argument)
      let value = left[name] ?? .null
      left[name] = nil
      if value.isNull {
        guard argument.count != .required else {
          throw Failure(
            .usage, "\"\(name)\" is missing", hint: "give it; the tool's schema says what it is")
        }
        continue
      }
      positional += try Self.texts(value, isList: argument.isList, named: name)
      guard !ToolDeclaration.answers(of: argument).isEmpty else { continue }
      let answer = left[ToolDeclaration.answer] ?? .null
      left[ToolDeclaration.answer] = nil
      positional += try Self.texts(answer, isList: false, named: ToolDeclaration.answer)
    }
    if let unknown = left.keys.first {
      throw Failure(
        .usage, "\(declaration.shape.name) has no argument \"\(unknown)\"",
        hint: "tools/list tells the arguments")
    }
    words = line + (positional.isEmpty ? [] : ["--"] + positional)
  }

  private static func words(of option: OptionShape, _ value: JSON) throws(Failure) -> [String] {
    if option.valueUse == .none {
      guard let isOn = value.bool else { throw wrongType(option.name, "true or false") }
      if isOn { return [option.spelled] }
      return option.isNegatable ? ["--no-" + option.name] : []
    }
    return try texts(value, isList: option.isRepeatable, named: option.name).map {
      "\(option.spelled)=\($0)"
    }
  }

  private static func texts(
    _ value: JSON, isList: Bool, named name: String
  ) throws(Failure) -> [String] {
    if let text = value.string { return [text] }
    if let number = value.int { return [String(number)] }
    guard isList, let items = value.array else {
      throw wrongType(name, isList ? "a list of texts" : "one text or whole number")
    }
    var texts: [String] = []
    for item in items {
      guard let text = item.string else { throw wrongType(name, "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  private static func wrongType(_ name: String, _ wanted: String) -> Failure {
    Failure(.usage, "\"\(name)\" has to be \(wanted)", hint: "change it and call again")
  }
}

extension ArgumentShape {
  /// Whether it takes more than one word.
  fileprivate var isList: Bool {
    if case .repeating = count { return true }
    return false
  }
}
