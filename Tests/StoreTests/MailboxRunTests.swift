import Foundation
import Testing

import Store

/// What is kept of files of changes, so that they can go on.
@Suite struct MailboxRunTests {
  private let path: String
  private let now = Date(timeIntervalSince1970: 1_796_000_000)

  init() throws { path = try StateStoreTests.path() }

  private func store() -> MailboxStore {
    MailboxStore(path: path, prepare: StateStoreTests.prepare)
  }

  @Test func `a run is found by its content, else by its path, by another process too`()
    async throws
  {
    let store = store()
    #expect(try await store.lastRun(file: "a", path: "/p") == nil)
    let changes = [
      MailboxStore.Change(digest: "1", key: "k1"), MailboxStore.Change(digest: "2", key: "k2"),
    ]
    let first = try await store.beginRun(file: "a", path: "/p", changes, replacing: nil, at: now)
    try await store.note(
      [MailboxStore.Change(digest: "1", key: "k1", state: .done, item: "id")], ofRun: first)
    let other = try await store.beginRun(file: "b", path: "/p", [], replacing: nil, at: now)
    let another = self.store()
    let found = try #require(try await another.lastRun(file: "a", path: "/p"))
    #expect(found.number == first)
    #expect(!found.isComplete)
    #expect(found.time == now)
    #expect(found.changes["1"]?.state == .done)
    #expect(found.changes["1"]?.item == "id")
    #expect(found.changes["2"]?.state == .planned)
    #expect(try await another.lastRun(file: "c", path: "/p")?.number == other)
    #expect(try await another.lastRun(file: "c", path: nil) == nil)
    await store.completeRun(first)
    #expect(try await another.lastRun(file: "a", path: nil)?.isComplete == true)
  }

  @Test func `a run takes the place of the one it goes on with, and old ones go`() async throws {
    let store = store()
    let change = MailboxStore.Change(digest: "1", key: "k1", state: .sent)
    let first = try await store.beginRun(
      file: "a", path: nil, [change], replacing: nil, at: now)
    let second = try await store.beginRun(
      file: "a", path: nil, [change], replacing: first, at: now)
    #expect(try await store.lastRun(file: "a", path: nil)?.number == second)
    for number in 0..<MailboxStore.runCapacity {
      _ = try await store.beginRun(
        file: "f\(number)", path: nil, [change], replacing: nil, at: now)
    }
    #expect(try await store.lastRun(file: "a", path: nil) == nil)
    #expect(try await store.lastRun(file: "f0", path: nil)?.changes.count == 1)
  }
}
