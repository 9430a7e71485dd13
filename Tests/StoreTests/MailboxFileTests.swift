import Foundation
import JSON
import SQLite
import Testing

import Store

@Suite struct MailboxFileTests {
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func `reading makes no file`() async throws {
    let path = try StateStoreTests.path()
    let store = MailboxStore(path: path, prepare: StateStoreTests.prepare)
    #expect(try await store.collections() == nil)
    #expect(try await store.last() == nil)
    #expect(await store.examine(exists: { Self.exists($0) }) == .missing)
    #expect(!Self.exists(path))
  }

  @Test func `a file of the first version keeps its journal and gets the copy`() async throws {
    let path = try StateStoreTests.path()
    do {
      let old = try Database(.file(path: path, .create))
      try old.execute(
        """
        CREATE TABLE journal (number INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL,
          is_done INTEGER NOT NULL, record TEXT NOT NULL);
        INSERT INTO journal VALUES (7, 1800000000, 1, '{"deed":"x"}');
        PRAGMA user_version = 1;
        """)
    }
    let store = MailboxStore(path: path, prepare: StateStoreTests.prepare)
    #expect(try await store.collections() == [])
    #expect(try await store.last()?.number == 7)
    #expect(await store.examine(exists: { Self.exists($0) }) == .sound)
  }

  @Test func `a file of a newer program is refused, and is not touched`() async throws {
    let path = try StateStoreTests.path()
    do {
      let newer = try Database(.file(path: path, .create))
      try newer.execute("CREATE TABLE later (x); PRAGMA user_version = 99")
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let store = MailboxStore(path: path, prepare: StateStoreTests.prepare)
    let error = await #expect(throws: MailboxStoreError.self) { try await store.collections() }
    #expect(error?.reason == .newer)
    let other = await #expect(throws: MailboxStoreError.self) {
      try await store.plan([:], at: Date(timeIntervalSince1970: 0))
    }
    #expect(other?.reason == .newer)
    #expect(await store.examine(exists: { Self.exists($0) }) == .newer)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(arguments: ["junk", "cut", "overwritten"])
  func `a damaged file is told as such`(kind: String) async throws {
    let shelf = try await MailboxCopyTests.Shelf()
    let items = (0..<400).map { MailboxCopyTests.event("e\($0)", "Subject \($0)") }
    try await shelf.round(items.joined(separator: ","), isFull: true)
    await shelf.store.close()
    let file = URL(fileURLWithPath: shelf.path)
    var bytes = try Data(contentsOf: file)
    for ending in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: shelf.path + ending)
    }
    switch kind {
    case "junk": bytes = Data(repeating: 65, count: 9000)
    case "cut": bytes = bytes.prefix(bytes.count / 2)
    default:
      bytes.replaceSubrange(
        (bytes.count / 2)..<(bytes.count / 2 + 8192), with: Data(repeating: 65, count: 8192))
    }
    try bytes.write(to: file)
    let store = MailboxStore(path: shelf.path, prepare: StateStoreTests.prepare)
    guard case .damaged(let reason) = await store.examine(exists: { Self.exists($0) }) else {
      Issue.record("not seen")
      return
    }
    #expect(!reason.isEmpty)
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test(arguments: ["UPDATE items SET resource = substr(resource, 1, 9)", "DROP TABLE items"])
  func `what cannot be read though its pages are sound is damage too`(harm: String) async throws {
    let shelf = try await MailboxCopyTests.Shelf()
    try await shelf.round(MailboxCopyTests.event("a"), isFull: true)
    await shelf.store.close()
    try Database(.file(path: shelf.path, .existing)).execute(harm)
    let error = await #expect(throws: MailboxStoreError.self) { try await shelf.events() }
    #expect(error?.reason == .damaged)
    guard case .damaged = await shelf.store.examine(exists: { Self.exists($0) }) else {
      Issue.record("not seen")
      return
    }
  }

  @Test func `entries of a journal move to another file`() async throws {
    let first = MailboxStore(path: try StateStoreTests.path(), prepare: StateStoreTests.prepare)
    for number in 1...3 {
      let entry = try await first.plan(
        ["n": .number(number)], at: Date(timeIntervalSince1970: 1_800_000_000))
      await first.finish(entry)
    }
    let second = MailboxStore(path: try StateStoreTests.path(), prepare: StateStoreTests.prepare)
    try await second.restore(await first.rescuedEntries())
    #expect(try await second.last() == first.last())
    #expect(await second.rescuedEntries().count == 3)
  }

  @Test func `while another process writes, the wait has an end`() async throws {
    let shelf = try await MailboxCopyTests.Shelf()
    try await shelf.round(MailboxCopyTests.event("a"), isFull: true)
    let other = try Database(.file(path: shelf.path, .existing))
    try other.execute("BEGIN IMMEDIATE")
    let patience = MailboxStore(path: shelf.path, prepare: StateStoreTests.prepare, patience: 10)
    let error = await #expect(throws: MailboxStoreError.self) {
      try await patience.setCollections(.calendar, [])
    }
    #expect(error?.reason == .busy)
    try other.execute("ROLLBACK")
    #expect(try await shelf.ids() == ["a"])
  }
}
