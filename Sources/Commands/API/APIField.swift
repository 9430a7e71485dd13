import JSON

/// One `-f` or `-F` of `graphcal api`: a name, which may say where in the body it stands, and a value.
struct APIField: Equatable {
  /// The names from the outside in; an empty one is the next element of an array.
  var steps: [String]
  var value: JSON

  /// Reads `key=value`, `key[inner]=value` and `key[]=value`.
  ///
  /// With `typed`, `true`, `false`, `null` and whole numbers are what they look like, and `@FILE` is the
  /// text of a file, which `read` gives.
  ///
  /// - Throws: `Failure` of kind usage for anything else.
  init(
    _ text: String, typed: Bool, read: (String) throws(Failure) -> String
  ) throws(Failure) {
    let option = typed ? "-F" : "-f"
    guard let equals = text.firstIndex(of: "=") else {
      throw Failure(.usage, "\(option) \(text) has no =", hint: "\(option) subject=Lunch")
    }
    steps = try Self.steps(text[..<equals], option)
    let written = String(text[text.index(after: equals)...])
    guard typed else {
      value = .string(written)
      return
    }
    switch written {
    case "true": value = true
    case "false": value = false
    case "null": value = .null
    case _ where written.hasPrefix("@"): value = .string(try read(String(written.dropFirst())))
    default: value = Int(written).map { .number($0) } ?? .string(written)
    }
  }

  private static func steps(
    _ name: Substring, _ option: String
  ) throws(Failure) -> [String] {
    var steps = [String(name.prefix { $0 != "[" })]
    var rest = name.dropFirst(steps[0].count)
    while rest.first == "[", let close = rest.firstIndex(of: "]") {
      steps.append(String(rest[rest.index(after: rest.startIndex)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    guard rest.isEmpty, !steps[0].isEmpty else {
      throw Failure(
        .usage, "\(option) \(name)=… names no field",
        hint: "name=value, outer[inner]=value, or list[]=value")
    }
    return steps
  }

  /// The name as a query has it.
  var queryName: String {
    steps[0] + steps.dropFirst().map { "[\($0)]" }.joined()
  }

  /// The value as a query has it.
  var queryValue: String { value.string ?? value.text(.wire) }

  /// Puts the value into a body where its name says.
  ///
  /// A new element of an array begins where the last one already has the member that is to be put.
  func put(into body: inout JSON) { Self.put(value, steps[...], into: &body) }

  private static func put(_ value: JSON, _ steps: ArraySlice<String>, into place: inout JSON) {
    guard let step = steps.first else {
      place = value
      return
    }
    let rest = steps.dropFirst()
    guard step.isEmpty else {
      var object = place.object ?? [:]
      var inner = object[step] ?? .null
      put(value, rest, into: &inner)
      object[step] = inner
      place = .object(object)
      return
    }
    var elements = place.array ?? []
    if let member = rest.first, !member.isEmpty, let last = elements.last?.object,
      last[member] == nil || rest.count > 1
    {
      var inner = JSON.object(last)
      put(value, rest, into: &inner)
      elements[elements.count - 1] = inner
    } else {
      var inner = JSON.null
      put(value, rest, into: &inner)
      elements.append(inner)
    }
    place = .array(elements)
  }
}
