import FoundationEssentials
import JSON
import Testing

@testable import GraphEmulator

@Suite struct MailboxStoreTests {
  let store: MailboxStore

  init() throws { store = try MailboxStore(directory: .demo) }

  private func perform<Value>(
    _ user: Int = 0, immutableIds: Bool = false, _ body: (Mailbox) throws(GraphError) -> Value
  ) throws(GraphError) -> Value {
    try store.perform(
      for: store.directory.users[user], now: Date(timeIntervalSince1970: 1_796_025_600),
      immutableIds: immutableIds, body)
  }

  @Test func `an item is found by both forms of its id and only in its mailbox`() throws {
    func add(_ immutable: Bool) throws -> [String] {
      try perform(immutableIds: immutable) {
        (mailbox) throws(GraphError) in
        var contacts = try mailbox.items(.contact, in: nil)
        if contacts.isEmpty {
          contacts = [
            try mailbox.insert(.contact, in: nil, ["displayName": "Zoë"], alphabet: .plain)
          ]
        }
        let contact = contacts[0]
        let folder = try mailbox.insert(.contactFolder, in: nil, [:])
        return [mailbox.id(of: contact), mailbox.id(of: folder)]
      }
    }
    let normal = try add(false)
    let immutable = try add(true)
    #expect(normal[0] != immutable[0])
    #expect(normal[0].hasPrefix("AAMk") && normal[0].hasSuffix("="))
    #expect(immutable[0].hasPrefix("AAkALg"))
    #expect(immutable[1].hasPrefix("AAMk"))
    for id in [normal[0], immutable[0]] {
      let name = try perform { (mailbox) throws(GraphError) in
        try mailbox.item(.contact, id: id).document["displayName"]
      }
      #expect(name == "Zoë")
      let elsewhere = refusal {
        _ = try perform(1) { (mailbox) throws(GraphError) in try mailbox.item(.contact, id: id) }
      }
      #expect(elsewhere == "404 ErrorItemNotFound")
    }
  }

  @Test(arguments: ["", "x", "AAMk!", "not-an-id"])
  func `what is no id is malformed`(id: String) throws {
    let told = refusal {
      _ = try perform { (mailbox) throws(GraphError) in try mailbox.item(.event, id: id) }
    }
    #expect(told == "400 ErrorInvalidIdMalformed")
  }

  @Test func `an occurrence's id leads to its series and day`() throws {
    let user = "1f0e2c5a-93d7-4b0e-8a61-2d4c7b9e5f01"
    let identifier = ItemIdentifier(number: 1_234_567, day: 20_787)
    for form in [ItemIdentifier.Form.normal, .immutable] {
      for alphabet in [IdAlphabet.plain, .urlSafe] {
        let text = identifier.text(mailbox: user, form: form, alphabet: alphabet)
        #expect(try ItemIdentifier.parse(text, mailbox: user) == identifier)
      }
    }
  }

  @Test func `every write changes the changeKey, and an old one is a conflict`() throws {
    try perform { (mailbox) throws(GraphError) in
      var item = try mailbox.insert(.contact, in: nil, [:])
      let etag = mailbox.etag(of: item)
      try mailbox.checkMatch(etag, item)
      item.document["displayName"] = "new"
      item = try mailbox.update(item)
      #expect(mailbox.etag(of: item) != etag)
      #expect(
        refusal { try mailbox.checkMatch(etag, item) } == "412 ErrorIrresolvableConflict")
      try mailbox.checkMatch("*", item)
      try mailbox.checkMatch(nil, item)
      try mailbox.checkMatch("\(etag), \(mailbox.etag(of: item))", item)
    }
  }

  @Test func `a deleted folder takes its content along and leaves tombstones`() throws {
    try perform { (mailbox) throws(GraphError) in
      let folder = try mailbox.insert(.contactFolder, in: nil, [:])
      let contact = try mailbox.insert(.contact, in: folder.number, [:])
      let start = try mailbox.lastChange()
      let brief = try mailbox.insert(.contact, in: folder.number, [:])
      try mailbox.delete(folder)
      #expect(try mailbox.allItems(.contact).isEmpty)
      let told = try mailbox.items(.contact, in: nil, changedAfter: start)
      #expect(told.map(\.number) == [contact.number])
      #expect(told.map(\.isDeleted) == [true])
      #expect(brief.number > contact.number)
    }
  }

  @Test func `an error undoes the whole request`() throws {
    _ = refusal {
      try perform { (mailbox) throws(GraphError) in
        try mailbox.insert(.contact, in: nil, [:])
        throw .idMalformed
      }
    }
    let left = try perform { (mailbox) throws(GraphError) in
      try mailbox.allItems(.contact).count
    }
    #expect(left == 0)
  }
}

/// Status and code of the refusal that `body` ends with, or nil when it goes through.
func refusal(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch let error as GraphError {
    return "\(error.status) \(error.code)"
  } catch {
    return "\(error)"
  }
}
