package import CalendarTime
package import JSON
import Terminal

/// A line of text with places for the fields of an item: `{start:%H:%M} {subject|40}`.
///
/// `{FIELD}`, `{FIELD:TIME FORMAT}`, `{FIELD|WIDTH}` or both; `{{` and `}}` are braces, `\t`, `\n` and
/// `\\` what they are elsewhere. See `TemplateField` for what a field is and `TemplateWidth` for widths.
package struct OutputTemplate: Hashable, Sendable {
  private enum Part: Hashable {
    case text(String)
    case field(TemplateField)
  }

  private let parts: [Part]

  /// The fields in the order they stand.
  package var fields: [TemplateField] {
    parts.compactMap { part in
      guard case .field(let field) = part else { return nil }
      return field
    }
  }

  /// - Throws: `TemplateError` for what is not understood, with where.
  package init(_ text: String) throws(TemplateError) {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        switch rest.popFirst() {
        case "t": plain.append("\t")
        case "n": plain.append("\n")
        case "\\": plain.append("\\")
        case let other?: plain += "\\" + String(other)
        case nil: plain.append("\\")
        }
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        plain.append(character)
      case "}": throw TemplateError("a } stands alone; }} is one in the text")
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw TemplateError("\"{\(rest.prefix(30))\" has no }; {{ is a brace in the text")
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        parts.append(.field(try TemplateField(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      default: plain.append(character)
      }
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
    guard parts.contains(where: { if case .field = $0 { true } else { false } }) else {
      throw TemplateError("it has no field, such as {subject}")
    }
    self.parts = parts
  }

  /// The text of an item, without an end of line; blanks at the end of it are not kept.
  ///
  /// What comes from the item is cleaned of what a terminal would obey, and never ends a line.
  ///
  /// Times with an offset are shown in `zone`, and without it in their own.
  package func text(_ item: JSON, zone: Zone?) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .text(let plain): text += plain
      case .field(let field): text += field.text(item, zone: zone)
      }
    }
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// What is wrong with a template.
package struct TemplateError: Error, Hashable, Sendable {
  /// In one line, no full stop.
  package let message: String

  init(_ message: String) { self.message = message }
}
