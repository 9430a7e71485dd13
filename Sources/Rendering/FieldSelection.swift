import Arguments
package import JSON

/// The fields that `--fields` asks for.
package struct FieldSelection: Hashable, Sendable {
  /// The fields in the order they were named, none twice.
  package let paths: [JSONPath]

  /// Reads `id,start.dateTime,graphcal.start`, each checked against the fields that an item can have.
  ///
  /// `known` holds top-level names, and dotted ones where the inner names are known: a name without any
  /// is open, so anything may follow it. Letter case counts, as it does in JSON.
  ///
  /// - Throws: `FieldSelectionError` for an empty list and for the first field that is not known.
  package init(parsing text: String, known: [String]) throws(FieldSelectionError) {
    let names = text.split(separator: ",").map { piece in
      String(piece.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
    guard !names.isEmpty else { throw FieldSelectionError(field: "", near: []) }
    let paths = known.map { JSONPath($0) }
    for name in names {
      guard Self.isKnown(JSONPath(name), among: paths) else {
        throw FieldSelectionError(field: name, near: Self.near(name, known: known))
      }
    }
    var seen: Set<JSONPath> = []
    self.paths = names.map { JSONPath($0) }.filter { seen.insert($0).inserted }
  }

  private static func isKnown(_ path: JSONPath, among known: [JSONPath]) -> Bool {
    known.contains { other in
      if other.steps.starts(with: path.steps) { return true }
      guard path.steps.starts(with: other.steps) else { return false }
      return !known.contains {
        $0.steps.count > other.steps.count && $0.steps.starts(with: other.steps)
      }
    }
  }

  /// Names close in spelling, and those that end in the word asked for.
  private static func near(_ name: String, known: [String]) -> [String] {
    var near = Spelling.nearest(to: name, in: known)
    let ending = "." + name.lowercased()
    near += known.filter { $0.lowercased().hasSuffix(ending) && !near.contains($0) }
    return Array(near.prefix(5))
  }

  /// The chosen fields of an item, nested as in the item; one that is missing is null.
  package func select(from item: JSON) -> JSON {
    var result = JSONObject()
    for path in paths { Self.copy(path.steps[...], from: item, into: &result) }
    return .object(result)
  }

  private static func copy(
    _ steps: ArraySlice<String>, from item: JSON?, into result: inout JSONObject
  ) {
    guard let step = steps.first else { return }
    let value = item?[step]
    let rest = steps.dropFirst()
    guard !rest.isEmpty else {
      result[step] = value ?? .null
      return
    }
    switch value {
    case .array(let elements)?:
      let earlier = result[step]?.array
      result[step] = .array(
        elements.enumerated().map { index, element in
          var inner = earlier.flatMap { $0[index].object } ?? JSONObject()
          copy(rest, from: element, into: &inner)
          return .object(inner)
        })
    case .object?:
      var inner = result[step]?.object ?? JSONObject()
      copy(rest, from: value, into: &inner)
      result[step] = .object(inner)
    default:
      if result[step] == nil { result[step] = .null }
    }
  }
}

/// Why a list of fields cannot be used.
package struct FieldSelectionError: Error, Equatable, Sendable {
  /// The field that no item has; empty when no field was named at all.
  package let field: String
  /// Fields it may have meant, best first.
  package let near: [String]

  /// What is wrong; one line, no full stop.
  package var message: String {
    field.isEmpty ? "--fields names no field" : "there is no field \"\(field)\""
  }

  /// The next thing to type.
  package var hint: String {
    guard let last = near.last else { return "--fields without a value lists them" }
    let list = near.count == 1 ? last : near.dropLast().joined(separator: ", ") + " or " + last
    return "did you mean \(list)? --fields without a value lists all"
  }
}
