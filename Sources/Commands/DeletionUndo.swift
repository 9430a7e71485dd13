import JSON

/// What has to be known to bring back what one command deleted, events and contacts, as the journal
/// keeps it.
struct DeletionUndo: JournalRecord {
  /// What was done, in words: `deleted 12 items in files`.
  var deed: String
  var events: [UndoRecord] = []
  var contacts: [ContactSnapshot] = []
  var mailbox: String?

  /// Of what can be brought back; what others were told of is not among it.
  init(_ deletions: [VdirDeletion]) {
    deed = ""
    for deletion in deletions {
      switch deletion {
      case .event(let record): if record.kind == .delete { events.append(record) }
      case .contact(let snapshot): contacts.append(snapshot)
      }
    }
    let count = events.count + contacts.count
    deed = "deleted \(Plural.of(count, "item")) in files"
    if count == 1, let only = events.first { deed = only.deed + " in files" }
  }

  var isEmpty: Bool { events.isEmpty && contacts.isEmpty }

  /// The contacts alone; some of them may still be there where the command did not come to its end.
  func ofContacts(isDone: Bool) -> ContactUndo {
    var undo = ContactUndo(deed)
    undo.mailbox = mailbox
    undo.steps = contacts.map { snapshot in
      var snapshot = snapshot
      snapshot.mayBeThere = snapshot.mayBeThere || !isDone
      return .deleted(snapshot)
    }
    return undo
  }
}

extension DeletionUndo {
  private static let kind = "deletions"

  /// Reads what `json` wrote; nil for a record of another make.
  init?(_ json: JSON) {
    guard json["kind"]?.string == Self.kind else { return nil }
    deed = json["deed"]?.string ?? ""
    mailbox = json["mailbox"]?.string
    for item in json["events"]?.array ?? [] {
      guard let record = UndoRecord(item) else { return nil }
      events.append(record)
    }
    for item in json["contacts"]?.array ?? [] {
      guard let snapshot = ContactSnapshot(item) else { return nil }
      contacts.append(snapshot)
    }
  }

  var json: JSON {
    var object: JSONObject = [
      "kind": .string(Self.kind), "deed": .string(deed), "events": .array(events.map(\.json)),
      "contacts": .array(contacts.map(\.json)),
    ]
    if let mailbox { object["mailbox"] = .string(mailbox) }
    return .object(object)
  }
}
