import Arguments
import JSON

/// What the lines about one kind of item may say.
struct ChangeRules: Sendable {
  var kind: ChangeLine.Kind

  /// What a line says of the item.
  struct Reading {
    var wanted: JSONObject = [:]
    var given: JSONObject = [:]
    var place: String?
  }

  /// The kind that a line is of by the words it uses; nil where both kinds know all of them.
  static func kind(of object: JSONObject) -> ChangeLine.Kind? {
    let contact = object.contains { isOf(.contact, $0.key) && !isOf(.event, $0.key) }
    let event = object.contains { isOf(.event, $0.key) && !isOf(.contact, $0.key) }
    return contact == event ? nil : contact ? .contact : .event
  }

  private static func isOf(_ kind: ChangeLine.Kind, _ key: String) -> Bool {
    let rules = ChangeRules(kind: kind)
    return rules.writable.contains(key) || rules.readOnly.contains(key)
      || rules.places.contains(key)
  }

  /// Every property that a line may set.
  var writable: [String] {
    switch kind {
    case .contact: ContactChanges.writable
    case .event: EventChanges.writable
    }
  }

  /// Every property that lists and single items print and nobody can set.
  var readOnly: Set<String> {
    switch kind {
    case .contact: ContactChanges.readOnly
    case .event: EventChanges.readOnly
    }
  }

  /// What a create is told by where it goes; elsewhere nobody can set it here.
  private var places: Set<String> {
    kind == .contact ? ["folder", "parentFolderId"] : ["calendar"]
  }

  /// Reads everything that a line says of the item itself.
  ///
  /// Of a deletion only what names the item counts, and all else that is known may stand there.
  ///
  /// - Throws: `ChangeProblem` for words that no item of the kind has, and values that it cannot hold.
  func read(
    _ object: JSONObject, action: ChangeLine.Action, number: Int
  ) throws(ChangeProblem) -> Reading {
    var reading = Reading()
    for (key, value) in object {
      if places.contains(key) {
        guard action == .create else {
          if kind == .event, action == .update, !value.isNull, value != "" {
            throw ChangeProblem(
              number, "has a \"calendar\", which is for new events; graphcal move-event moves one")
          }
          reading.given[key] = value
          continue
        }
        if let text = value.string {
          if !text.isEmpty { reading.place = text }
        } else if !value.isNull {
          throw ChangeProblem(number, "\"\(key)\" is a text, not \(value.kind)")
        }
      } else if writable.contains(key) {
        if action == .delete { continue }
        do throws(ChangeValueError) {
          try set(key, value, in: &reading)
        } catch {
          throw ChangeProblem(number, "\"\(key)\" \(error.message)")
        }
      } else if readOnly.contains(key) {
        reading.given[key] = value
      } else if !key.contains("@") {
        throw ChangeProblem(number, unknown(key))
      }
    }
    return reading
  }

  private func set(
    _ key: String, _ value: JSON, in reading: inout Reading
  ) throws(ChangeValueError) {
    switch kind {
    case .contact: try ContactChanges.set(key, value, in: &reading)
    case .event: try EventChanges.set(key, value, in: &reading)
    }
  }

  /// Refuses a create that would make an item of nothing.
  func checkCreate(_ wanted: JSONObject, number: Int) throws(ChangeProblem) {
    switch kind {
    case .contact: try ContactChanges.checkCreate(wanted, number: number)
    case .event: try EventChanges.checkCreate(wanted, number: number)
    }
  }

  private func unknown(_ key: String) -> String {
    "no \(kind.rawValue) has \"\(key)\"" + Self.question(key, names)
  }

  private var names: [String] { writable + readOnly.sorted() + places.sorted() }

  /// What is wrong with an object that has names of neither kind; nil where it has none.
  static func unknown(in object: JSONObject) -> String? {
    let all = ChangeLine.Kind.allCases.map { ChangeRules(kind: $0) }
    let odd = object.keys.first { key in
      !key.contains("@") && !all.contains { $0.names.contains(key) }
    }
    return odd.map { "no contact and no event has \"\($0)\"" + question($0, all.flatMap(\.names)) }
  }

  private static func question(_ key: String, _ names: [String]) -> String {
    let names = names + controls
    let near =
      names.first { $0.lowercased() == key.lowercased() }
      ?? Spelling.nearest(to: key, in: names).first
    return near.map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// The words of a line that are not about the item itself.
  static let controls = ["action", "after", "etag", "id", "kind", "@odata.etag", "ref"]
}

/// What is wrong with a value, to be read after the name of its property.
struct ChangeValueError: Error, Sendable {
  var message: String

  init(_ message: String) { self.message = message }
}
