import Contacts
import Terminal

/// A contact as lines of text that a person can change in an editor.
///
/// Fields stand above an empty line, the note below it; an indented line goes on with the value above
/// it, and lines that begin with `#` are for the reader alone. What comes back is compared with what was
/// given, so that only changes are sent.
struct ContactText: Equatable {
  /// What is filled, by the names of fields.
  private var values: [String: [String]] = [:]
  private var note = ""

  /// The text of a contact that is known whole.
  init(_ parts: ContactParts) {
    for field in ContactField.all {
      values[field.name] = field.values(of: parts).map(Self.cleaned).filter { !$0.isEmpty }
    }
    note = EventText.trimmed(TextSanitizer.block(parts.note ?? ""))
  }

  /// Lines that can be read back: none of them is empty.
  private static func cleaned(_ text: String) -> String {
    TextSanitizer.block(text).split(separator: "\n").map { MailAddress.trimmed($0) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

// MARK: - Writing and reading

extension ContactText {
  /// The text for the editor; `notes` stand at its top.
  func text(notes: [String]) -> String {
    var lines = notes.map { "# " + $0 }
    for field in ContactField.all {
      let values = values[field.name] ?? []
      // An empty line shows where something can be added.
      for value in values.isEmpty ? [""] : values {
        let written = value.split(separator: "\n", omittingEmptySubsequences: false)
        lines.append(value.isEmpty ? field.name + ":" : "\(field.name): \(written[0])")
        lines += written.dropFirst().map { "  " + $0 }
      }
    }
    return (lines + ["", note]).joined(separator: "\n") + "\n"
  }

  /// Reads what an editor has saved.
  ///
  /// A `Failure` of kind usage names the line that is no field.
  init(parsing text: String) throws(Failure) {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    var number = 0
    var field: ContactField?
    while let line = lines.first {
      lines.removeFirst()
      number += 1
      if line.hasPrefix("#") { continue }
      if line.allSatisfy(\.isWhitespace) {
        if field == nil { continue }
        break
      }
      if line.first?.isWhitespace == true, let field {
        goOn(field, MailAddress.trimmed(line))
      } else {
        field = try add(line, number)
      }
    }
    for (name, texts) in values { values[name] = texts.filter { !$0.isEmpty } }
    note = EventText.trimmed(lines.joined(separator: "\n"))
  }

  /// Adds the value of a line, also an empty one, which the next lines may fill.
  private mutating func add(_ line: Substring, _ number: Int) throws(Failure) -> ContactField {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = MailAddress.trimmed(parts[0]).lowercased()
    guard parts.count == 2,
      let field = ContactField.all.first(where: { $0.name.lowercased() == name })
    else {
      throw Failure(
        .usage, "line \(number) is no field of a contact: \(TextSanitizer.line(String(line)))",
        hint: "a field is a name and a colon, as \"Job title: Cook\"; the note begins after an "
          + "empty line")
    }
    if values[field.name] != nil, !field.isList {
      throw Failure(
        .usage, "line \(number) gives \(field.name) a second time", hint: "keep one of them")
    }
    values[field.name, default: []].append(MailAddress.trimmed(parts[1]))
    return field
  }

  private mutating func goOn(_ field: ContactField, _ line: String) {
    guard let value = values[field.name]?.last else { return }
    values[field.name]?.removeLast()
    values[field.name]?.append(value.isEmpty ? line : value + "\n" + line)
  }
}

// MARK: - What has changed

extension ContactText {
  /// What a saved text has that this one had not.
  struct Changes: Sendable {
    fileprivate var fields: [(field: ContactField, texts: [String])] = []
    fileprivate var note: String?

    var isEmpty: Bool { fields.isEmpty && note == nil }

    /// Makes them in a contact; what was not touched stays as it is there.
    ///
    /// - Throws: `Failure` of kind usage for what no contact can hold.
    func apply(to contact: inout Contact, order: PersonName.Order) throws(Failure) {
      let old = contact
      var parts: ContactParts
      do { parts = try ContactParts(contact) } catch { throw Failure(error) }
      for (field, texts) in fields { try field.put(texts, into: &parts) }
      if let note { parts.note = note.isEmpty ? nil : note }
      parts.put(into: &contact)
      do { try contact.followName(from: old, order: order) } catch { throw Failure(error) }
    }
  }

  func changes(to new: ContactText) -> Changes {
    var changes = Changes()
    for field in ContactField.all {
      let texts = new.values[field.name] ?? []
      if texts != values[field.name] ?? [] { changes.fields.append((field, texts)) }
    }
    if new.note != note { changes.note = new.note }
    return changes
  }
}
