import GraphAPI
import JSON

/// What has to be known to undo one command about contacts, as the journal keeps it.
struct ContactUndo: JournalRecord, Equatable {
  /// One thing that was done to one contact.
  enum Step: Sendable, Equatable {
    /// Members were changed, from how they were to how they are.
    case changed(id: String, before: JSONObject, after: JSONObject)
    /// A contact without a picture got one.
    case pictured(id: String)
    /// A contact was made, with these members.
    case created(id: String, JSONObject)
    case deleted(ContactSnapshot)
  }

  /// What was done, in words: `deleted Ana Silva`.
  var deed: String
  /// In the order they were done.
  var steps: [Step] = []
  var mailbox: String?

  init(_ deed: String) { self.deed = deed }

  /// Whether contacts were made and nothing else was done.
  var isCreation: Bool {
    !steps.isEmpty
      && steps.allSatisfy { if case .created = $0 { true } else { false } }
  }
}

extension ContactUndo {
  /// The word by which the journal tells records about contacts from those about events.
  private static let kind = "contacts"

  /// Reads what `json` wrote; nil for a record of another make.
  init?(_ json: JSON) {
    guard json["kind"]?.string == Self.kind, let steps = json["steps"]?.array else { return nil }
    self.init(json["deed"]?.string ?? "")
    mailbox = json["mailbox"]?.string
    for item in steps {
      guard let step = Step(item) else { return nil }
      self.steps.append(step)
    }
  }

  var json: JSON {
    var object: JSONObject = [
      "kind": .string(Self.kind), "deed": .string(deed), "steps": .array(steps.map(\.json)),
    ]
    if let mailbox { object["mailbox"] = .string(mailbox) }
    return .object(object)
  }
}

extension ContactUndo.Step {
  /// Reads what `json` wrote; nil for a step that this program does not know.
  init?(_ json: JSON) {
    let id = json["id"]?.string
    switch (json["did"]?.string, id) {
    case ("change", let id?):
      self = .changed(
        id: id, before: json["before"]?.object ?? [:], after: json["after"]?.object ?? [:])
    case ("picture", let id?): self = .pictured(id: id)
    case ("create", let id?): self = .created(id: id, json["members"]?.object ?? [:])
    case ("delete", _):
      guard let snapshot = ContactSnapshot(json) else { return nil }
      self = .deleted(snapshot)
    default: return nil
    }
  }

  var json: JSON {
    switch self {
    case .changed(let id, let before, let after):
      [
        "did": "change", "id": .string(id), "before": .object(before), "after": .object(after),
      ]
    case .pictured(let id): ["did": "picture", "id": .string(id)]
    case .created(let id, let members):
      ["did": "create", "id": .string(id), "members": .object(members)]
    case .deleted(let snapshot):
      .object(
        JSONObject([("did", "delete")] + (snapshot.json.object ?? [:]).members.map { ($0, $1) }))
    }
  }
}
