import JSON
import Testing

@testable import Commands

/// What the journal keeps of deletions that are one step of `undo`.
@Suite struct DeletionUndoTests {
  private static func event(_ id: String, _ kind: UndoRecord.Kind = .delete) -> VdirDeletion {
    var record = UndoRecord(kind, "deleted \"\(id)\"", id: id)
    record.event = ["id": .string(id), "subject": .string(id)]
    record.transactionID = "t-" + id
    return .event(record)
  }

  private static let contact = VdirDeletion.contact(
    ContactSnapshot(raw: ["id": "c", "displayName": "Ana"]))

  @Test func `it is read as it was written`() throws {
    let record = DeletionUndo([Self.event("a"), Self.event("b"), Self.contact])
    let read = try #require(DeletionUndo(record.json))
    #expect(read.deed == "deleted 3 items in files")
    #expect(read.events.map(\.id) == ["a", "b"])
    #expect(read.events.map(\.transactionID) == ["t-a", "t-b"])
    #expect(read.contacts.map(\.id) == ["c"])
    #expect(read.json == record.json)
    #expect(UndoRecord(record.json) == nil)
    #expect(ContactUndo(record.json) == nil)
  }

  @Test func `what others were told of is not among what can be brought back`() {
    let record = DeletionUndo([Self.event("a", .mailed)])
    #expect(record.isEmpty)
    #expect(DeletionUndo([Self.event("a")]).deed == "deleted \"a\" in files")
  }

  @Test(arguments: [true, false])
  func `after a run that was stopped each contact is looked for first`(isDone: Bool) {
    let undo = DeletionUndo([Self.contact, Self.contact]).ofContacts(isDone: isDone)
    let mayBeThere = undo.steps.map { step in
      if case .deleted(let snapshot) = step { snapshot.mayBeThere } else { false }
    }
    #expect(mayBeThere == [!isDone, !isDone])
  }
}
