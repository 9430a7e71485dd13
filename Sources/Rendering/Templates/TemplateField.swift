import CalendarTime
package import JSON
import Terminal

/// A place in a template for something of an item.
///
/// The name is a path, `organizer.name`. `graphcal` may be left out before what was computed, and goes
/// before Graph's property of the same name, as in the columns of TSV, which a full stop before it
/// means: `.id` is the full id. `etag` is `@odata.etag`. A step
/// that an object does not have is looked for in its `emailAddress` and its `status`, so that
/// `attendees.name` is there. Of objects their name is shown, and elements of arrays stand between commas.
package struct TemplateField: Hashable, Sendable {
  package let path: JSONPath
  package let format: TimeFormat?
  package let width: TemplateWidth?

  init(_ text: Substring) throws(TemplateError) {
    var rest = text
    var width: TemplateWidth?
    if let bar = rest.lastIndex(of: "|") {
      let written = rest[rest.index(after: bar)...]
      guard let read = TemplateWidth(written) else {
        throw TemplateError(
          "\"\(written)\" is no width: a number of 1 to 1000, with >, ^ or < before it or none")
      }
      width = read
      rest = rest[..<bar]
    }
    var format: TimeFormat?
    if let colon = rest.firstIndex(of: ":") {
      format = try TimeFormat(rest[rest.index(after: colon)...])
      rest = rest[..<colon]
    }
    guard !rest.isEmpty, !rest.contains(where: \.isWhitespace) else {
      throw TemplateError("{\(text)} names no field")
    }
    path = JSONPath(String(rest))
    self.format = format
    self.width = width
  }

  /// The names of the steps that a reader would type first, of names as `--fields` takes them.
  package static func names(of known: [String]) -> [String] {
    var names: Set<String> = []
    for path in known.map({ JSONPath($0) }) {
      switch (path.steps.first, path.steps.count) {
      case ("graphcal"?, 2...): names.insert(path.steps[1])
      case ("graphcal"?, _): continue
      case ("@odata.etag"?, _): names.insert("etag")
      case (let first?, _): names.insert(first)
      case (nil, _): continue
      }
    }
    return names.sorted()
  }

  /// Whether items with these fields, as `--fields` takes them, can have this one.
  package func isKnown(among known: [String]) -> Bool {
    let steps = path.steps.first == "" ? path.steps[1...] : path.steps[...]
    guard let first = steps.first else { return false }
    let paths = known.map { JSONPath($0).steps }
    if first == "graphcal" || first == "@odata.etag" {
      return paths.contains { $0.starts(with: steps.prefix(2)) }
    }
    guard Self.names(of: known).contains(first) else { return false }
    let inner = paths.filter { $0.count > 1 && $0[0] == first }
    return steps.count == 1 || inner.isEmpty
      || inner.contains { $0.starts(with: steps) || steps.starts(with: $0) }
  }

  /// What is shown of an item, as wide as it is to be.
  func text(_ item: JSON, zone: Zone?) -> String {
    let value = value(in: item)
    let text: String
    if let format, let time = TemplateTime(value, zone: zone) {
      text = format.text(time)
    } else {
      text = TextSanitizer.line(Self.words(value))
    }
    return width?.fitted(text) ?? text
  }

  /// The value that is meant; nil where there is none.
  package func value(in item: JSON) -> JSON? {
    let steps = path.steps[...]
    guard let first = steps.first else { return nil }
    if first.isEmpty { return Self.value(in: item, steps.dropFirst()) }
    if first == "etag", item["etag"] == nil { return item["@odata.etag"] }
    if let computed = item["graphcal"], let found = Self.value(in: computed, steps) {
      return found
    }
    return Self.value(in: item, steps)
  }

  private static func value(in value: JSON?, _ steps: ArraySlice<String>) -> JSON? {
    guard let value, let step = steps.first else { return value }
    if case .array(let elements) = value {
      return .array(elements.map { self.value(in: $0, steps) ?? .null })
    }
    for holder in [value, value["emailAddress"], value["status"]] {
      if let found = holder?[step] { return self.value(in: found, steps.dropFirst()) }
    }
    return nil
  }

  /// A value in words for one line.
  private static func words(_ value: JSON?) -> String {
    switch value {
    case nil, .null?: return ""
    case .string(let text)?: return text
    case .bool(let truth)?: return truth ? "true" : "false"
    case .number(let number)?: return number.text
    case .array(let elements)?:
      return elements.map(words).filter { !$0.isEmpty }.joined(separator: ", ")
    case .object(let object)?:
      let names = ["displayName", "name", "address", "dateTime", "content", "response"]
        .compactMap { object[$0]?.string }
      if let text = names.first(where: { !$0.isEmpty }) { return text }
      if let inner = object["emailAddress"] { return words(inner) }
      // The place of an event without one has an empty name.
      if !names.isEmpty { return "" }
      return object.allSatisfy(\.value.isNull) ? "" : JSON.object(object).text(.compact)
    }
  }
}
