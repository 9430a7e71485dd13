import Foundation
import JSON
import Testing

import SQLite
import Store

@Suite struct StateStoreTests {
  /// A path in a folder of its own.
  static func path() throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("graphcal-state-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent("state.sqlite").path
  }

  @Sendable static func prepare(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
      || FileManager.default.createFile(atPath: path, contents: nil)
  }

  static func item(_ id: String, _ kind: StateStore.ItemKind = .event) -> StateStore.KnownItem {
    StateStore.KnownItem(id: id, kind: kind, account: "me")
  }

  @Test func `what is remembered is there in the next run`() async throws {
    let path = try Self.path()
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let first = StateStore(path: path, prepare: Self.prepare)
    await first.remember("zone", ["a": 1], account: "me", at: now)
    let shorts = await first.remember([Self.item("one"), Self.item("two")])
    await first.setRows([Self.item("two"), Self.item("one")], terminal: "t", at: now)
    await first.set("defaultAccount", "me")

    let second = StateStore(path: path, prepare: Self.prepare)
    #expect(await second.fact("zone", account: "me")?.value == ["a": 1])
    #expect(await second.fact("zone", account: "other") == nil)
    #expect(await second.items(shortPrefix: shorts[0]).map(\.id) == ["one"])
    #expect(await second.row(1, of: .event, terminal: "t", at: now)?.id == "two")
    #expect(await second.row(1, of: .calendar, terminal: "t", at: now) == nil)
    #expect(await second.row(1, of: .event, terminal: "other", at: now) == nil)
    #expect(
      await second.row(1, of: .event, terminal: "t", at: now.addingTimeInterval(86_401)) == nil)
    #expect(await second.setting("defaultAccount") == "me")
    await second.forget(account: "me")
    #expect(await second.fact("zone", account: "me") == nil)
    #expect(await second.setting("defaultAccount") == nil)
  }

  @Test func `rows of one kind leave those of another`() async throws {
    let store = StateStore(path: try Self.path(), prepare: Self.prepare)
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    await store.setRows([Self.item("event")], terminal: "t", at: now)
    await store.setRows([Self.item("calendar", .calendar)], terminal: "t", at: now)
    #expect(await store.row(1, of: .event, terminal: "t", at: now)?.id == "event")
    #expect(await store.row(1, of: .calendar, terminal: "t", at: now)?.id == "calendar")
  }

  @Test func `a close look changes nothing and tells sound from damaged`() async throws {
    let path = try Self.path()
    let exists: @Sendable (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
    let fresh = StateStore(path: path, prepare: Self.prepare)
    #expect(await fresh.examine(exists: exists) == .missing(path: path))
    #expect(!FileManager.default.fileExists(atPath: path))
    await fresh.set("a", "b")
    let sound = StateStore(path: path, prepare: Self.prepare)
    #expect(await sound.examine(exists: exists) == .sound(path: path))
    #expect(await sound.setting("a") == "b")
    let none = StateStore(path: nil, prepare: Self.prepare)
    #expect(await none.examine(exists: exists) == .unused)
  }

  @Test(arguments: ["junk", "cut", "overwritten"])
  func `what a close look finds damaged is left alone by that run`(kind: String) async throws {
    let path = try Self.path()
    do {
      let store = StateStore(path: path, prepare: Self.prepare)
      _ = await store.remember((0..<500).map { Self.item("item \($0)") })
    }
    let file = URL(fileURLWithPath: path)
    var bytes = try Data(contentsOf: file)
    for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    switch kind {
    case "junk": bytes = Data(repeating: 65, count: 9000)
    case "cut": bytes = bytes.prefix(bytes.count / 2)
    default: bytes.replaceSubrange(5000..<9000, with: Data(repeating: 65, count: 4000))
    }
    try bytes.write(to: file)
    let store = StateStore(path: path, prepare: Self.prepare, replaceDamaged: { _ in true })
    let health = await store.examine { FileManager.default.fileExists(atPath: $0) }
    guard case .damaged(path, let reason) = health else {
      Issue.record("\(health)")
      return
    }
    #expect(!reason.isEmpty)
    await store.set("a", "b")
    #expect(await store.setting("a") == nil)
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func `a file of a newer program is told as such`() async throws {
    let path = try Self.path()
    let database = try Database(.file(path: path, .create))
    try database.execute("PRAGMA user_version = 99")
    let store = StateStore(path: path, prepare: Self.prepare)
    #expect(await store.examine { _ in true } == .newer(path: path))
  }

  @Test func `without a file nothing is known and nothing fails`() async {
    let store = StateStore(path: nil, prepare: { _ in true })
    let now = Date(timeIntervalSince1970: 0)
    await store.remember("zone", 1, account: "me", at: now)
    #expect(await store.fact("zone", account: "me") == nil)
    #expect(await store.remember([Self.item("one")]).count == 1)
    #expect(await store.set("x", "y") == false)
  }

  @Test func `a file that is no database is replaced, or done without`() async throws {
    let path = try Self.path()
    try Data("this is no database, and long enough to be looked at".utf8)
      .write(to: URL(fileURLWithPath: path))
    let without = StateStore(path: path, prepare: Self.prepare)
    #expect(await without.set("x", "y") == false)
    let replacing = StateStore(
      path: path, prepare: Self.prepare,
      replaceDamaged: { path in
        try? FileManager.default.moveItem(atPath: path, toPath: path + ".corrupt")
        return Self.prepare(path)
      })
    #expect(await replacing.set("x", "y"))
    #expect(await replacing.setting("x") == "y")
    #expect(FileManager.default.fileExists(atPath: path + ".corrupt"))
  }
}
