import JSON
import Store

/// One line of a file of changes, read and found good.
struct ChangeLine: Sendable {
  /// What is to be done.
  enum Action: String, CaseIterable, Sendable { case create, update, delete }

  /// What it is done to.
  enum Kind: String, CaseIterable, Sendable { case contact, event }

  /// Its number in the file, from 1.
  var number: Int
  var action: Action
  var kind: Kind
  /// The item, by its short or full id and later by the full one; nil for a create.
  var id: String?
  /// The state that the line was written for.
  var etag: String?
  /// What other lines call it by.
  var name: String?
  /// The name of the line that has to succeed before.
  var after: String?
  /// The folder or the calendar to make it in, by name.
  var place: String?
  /// What is to be, in the normal form of `ChangeRules`.
  var wanted: JSONObject = [:]
  /// What the line says of properties that nobody can write.
  var given: JSONObject = [:]
  /// The same for lines that say the same; a number parts those of one file.
  var digest = ""

  /// A line whose kind is found by its own words, else is `kind`.
  ///
  /// - Throws: `ChangeProblem` with everything that is wrong with it.
  init(_ object: JSONObject, number: Int, kind: Kind?) throws(ChangeProblem) {
    var object = object
    self.number = number
    let reader = ControlReader(object: object, number: number)
    id = try reader.text("id")
    let etags = (try reader.text("etag"), try reader.text("@odata.etag"))
    etag = etags.0 ?? etags.1
    name = try reader.text("ref")
    after = try reader.text("after")
    let written: Action? = try reader.choice("action")
    action = written ?? (id == nil ? .create : .update)
    switch action {
    case .create where id != nil:
      throw ChangeProblem(number, "a create has no \"id\"; leave it out, or the action")
    case .update where id == nil, .delete where id == nil:
      throw ChangeProblem(number, "\"\(action.rawValue)\" needs the \"id\" of what is meant")
    default: break
    }
    for key in ChangeRules.controls where key != "kind" { object[key] = nil }
    let writtenKind: Kind? = try reader.choice("kind")
    object["kind"] = nil
    guard let kind = writtenKind ?? ChangeRules.kind(of: object) ?? kind else {
      throw ChangeProblem(
        number,
        ChangeRules.unknown(in: object)
          ?? "does not say whether it is a contact or an event: add \"kind\"")
    }
    self.kind = kind
    let rules = ChangeRules(kind: kind)
    let read = try rules.read(object, action: action, number: number)
    (wanted, given, place) = (read.wanted, read.given, read.place)
    if action == .update, wanted.isEmpty {
      throw ChangeProblem(number, "says nothing that could be changed")
    }
    if action == .create { try rules.checkCreate(wanted, number: number) }
    digest = ShortID.of(
      JSON.array([
        .string(action.rawValue), .string(kind.rawValue), .string(orNull: id),
        .string(orNull: place), .object(wanted),
      ]).text(.compact))
  }
}

/// Why a line cannot be used.
struct ChangeProblem: Error, Hashable, Sendable {
  /// The number of the line, from 1.
  var line: Int
  /// What is wrong, to be read after "line 3: ".
  var message: String

  init(_ line: Int, _ message: String) {
    self.line = line
    self.message = message
  }
}

/// Reads the words of a line that are not about the item itself.
private struct ControlReader {
  var object: JSONObject
  var number: Int

  /// A text that is there and not empty.
  func text(_ key: String) throws(ChangeProblem) -> String? {
    switch object[key] {
    case nil, .null?, .string("")?: return nil
    case .string(let text)?: return text
    case .number(let value)? where key == "ref" || key == "after": return value.text
    case let other?:
      throw ChangeProblem(number, "\"\(key)\" is a text, not \(other.kind)")
    }
  }

  func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ key: String
  ) throws(ChangeProblem) -> Value? {
    guard let text = try text(key) else { return nil }
    guard let value = Value(rawValue: text.lowercased()) else {
      let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw ChangeProblem(number, "\"\(key)\" is \"\(text)\", not one of \(words)")
    }
    return value
  }
}
