import CalendarTime
import JSON

/// Reads the values of a request's body as their property's kind, with Graph's refusals.
///
/// The service is lenient where clients are: numbers and booleans may come as texts, enumerations in
/// any letter case, `@odata` annotations anywhere.
struct BodyValue {
  /// As the body names it: `emailAddresses`.
  var name: String
  var value: JSON

  init(_ name: String, _ value: JSON) {
    self.name = name
    self.value = value
  }

  /// Text or null.
  func text() throws(GraphError) -> JSON {
    switch value {
    case .null, .string: return value
    case .number(let number): return .string(number.text)
    case .bool(let bool): return .string(bool ? "true" : "false")
    case .array, .object: throw unreadable("Edm.String")
    }
  }

  /// A list of texts; null is an empty one.
  ///
  /// - Throws: 400 `ErrorPropertyValidationFailure` when it has more than `limit` entries.
  func texts(limit: Int = .max) throws(GraphError) -> JSON {
    var texts: [JSON] = []
    for element in try elements(limit: limit) {
      texts.append(try BodyValue(name, element).text())
    }
    return .array(texts.filter { !$0.isNull })
  }

  /// The elements of a list; null is an empty one.
  func elements(limit: Int = .max) throws(GraphError) -> [JSON] {
    switch value {
    case .null: return []
    case .array(let elements):
      guard elements.count <= limit else {
        let property = name.prefix(1).uppercased() + name.dropFirst()
        throw .badRequest(
          "ErrorPropertyValidationFailure",
          "The multi value property \(property) has \(elements.count) entries, that exceeds the max "
            + "allowed value of \(limit).")
      }
      return elements
    default: throw unreadable("Collection")
    }
  }

  /// A moment as UTC with `Z`, or null; a bare date is its midnight.
  func instant() throws(GraphError) -> JSON {
    if value.isNull { return .null }
    guard let text = value.string, let instant = ODataInstant(text) else {
      throw unreadable("Edm.DateTimeOffset")
    }
    return .string(instant.description)
  }

  /// A time of day with seven digits of a fraction: `08:00:00.0000000`.
  func timeOfDay() throws(GraphError) -> JSON {
    guard let text = value.string, text.utf8.first != UInt8(ascii: " "),
      text.utf8.count >= 5, let instant = ODataInstant("1970-01-01T" + text),
      !text.contains("Z"), !text.contains("+"), !text.contains("-")
    else { throw unreadable("Edm.TimeOfDay") }
    let second = instant.seconds
    let fraction = instant.nanosecond / 100
    return .string(
      "\((second / 3600).padded(to: 2)):\((second / 60 % 60).padded(to: 2)):"
        + "\((second % 60).padded(to: 2)).\(fraction.padded(to: 7))")
  }

  /// One of `choices` in their spelling, compared without letter case.
  func choice(_ choices: [String]) throws(GraphError) -> JSON {
    guard let text = value.string,
      let choice = choices.first(where: { $0.lowercased() == text.lowercased() })
    else {
      throw .badRequest(
        "InvalidArguments", "Requested value '\(value.string ?? value.text(.wire))' was not found.")
    }
    return .string(choice)
  }

  /// The members of an object without its annotations; null has none.
  func members() throws(GraphError) -> JSONObject {
    switch value {
    case .null: return [:]
    case .object(let object):
      return JSONObject(object.members.filter { !$0.key.contains("@") }.map { ($0.key, $0.value) })
    default: throw unreadable("Edm.ComplexType")
    }
  }

  private func unreadable(_ type: String) -> GraphError {
    .badRequest(
      "RequestBodyRead",
      "Cannot convert the literal '\(value.string ?? value.text(.wire))' to the expected type "
        + "'\(type)'.")
  }
}

extension ODataInstant: CustomStringConvertible {
  /// As Graph writes moments: `2026-11-30T08:00:00Z`, a fraction where there is one.
  package var description: String {
    let day = CalendarDate(daysSinceEpoch: seconds.flooredQuotient(86_400))
    let second = seconds.flooredRemainder(86_400)
    var fraction = nanosecond == 0 ? "" : "." + nanosecond.padded(to: 9)
    while fraction.last == "0" { fraction.removeLast() }
    return "\(day)T\((second / 3600).padded(to: 2)):\((second / 60 % 60).padded(to: 2)):"
      + "\((second % 60).padded(to: 2))\(fraction)Z"
  }
}
