import Foundation
import JSON
import Testing

import Store

/// What waits to be sent.
@Suite struct MailboxOutboxTests {
  private let path: String
  private let now = Date(timeIntervalSince1970: 1_796_000_000)

  init() throws { path = try StateStoreTests.path() }

  private func store() -> MailboxStore {
    MailboxStore(path: path, prepare: StateStoreTests.prepare)
  }

  private func write(
    _ action: PendingWrite.Action, _ item: String, deed: String = "d", tag: String? = nil
  ) -> PendingWrite {
    PendingWrite(
      time: now, deed: deed, kind: .calendar, action: action, item: item, place: "c",
      title: "\"Lunch\"", method: "PATCH", path: "/me/events/{id}",
      headers: tag.map { ["If-Match": $0] } ?? [:], body: ["subject": "Lunch"],
      base: ["id": .string(item)])
  }

  @Test func `what is queued is there for another process, in its order`() async throws {
    #expect(try await store().outbox().isEmpty)
    let first = try await store().queue(write(.change, "a", tag: "W/\"1\""))
    let second = try await store().queue(write(.delete, "b"))
    #expect(first < second)
    let found = try await store().outbox()
    var wanted = write(.change, "a", tag: "W/\"1\"")
    wanted.number = first
    #expect(found.map(\.number) == [first, second])
    #expect(found.first == wanted)
    #expect(try await store().outbox(.contactFolder).isEmpty)
    try await store().drop([first])
    #expect(try await store().outbox().map(\.item) == ["b"])
  }

  @Test func `how far something has come is kept with the reason`() async throws {
    try await store().queue(write(.change, "a"))
    var stuck = try #require(try await store().outbox().first)
    stuck.state = .conflict
    stuck.trouble = ["what": "changed elsewhere"]
    try await store().update(stuck)
    #expect(try await store().outbox() == [stuck])
  }

  @Test func `what follows a new item goes by the id that the service gave it`() async throws {
    let new = PendingWrite.temporaryID("k")
    #expect(PendingWrite.isTemporary(new))
    let store = store()
    _ = try await store.plan(["id": .string(new), "kind": "create"], at: now)
    try await store.queue(write(.create, new))
    try await store.queue(write(.change, new))
    try await store.queue(write(.change, "other"))
    let first = try #require(try await store.outbox().first)
    try await store.settle(first, as: "AAMk=", entityTag: "W/\"9\"")
    let left = try await self.store().outbox()
    #expect(left.map(\.item) == ["AAMk=", "other"])
    #expect(left.first?.base?["id"] == "AAMk=")
    // A new item has no state that anybody else could have changed.
    #expect(left.first?.entityTag == nil)
    #expect(try await store.last()?.record["id"] == "AAMk=")
  }

  @Test func `what follows a change goes by the state after it`() async throws {
    let store = store()
    try await store.queue(write(.change, "a", tag: "W/\"1\""))
    try await store.queue(write(.change, "a", tag: "W/\"1\""))
    let first = try #require(try await store.outbox().first)
    try await store.settle(first, as: "a", entityTag: "W/\"2\"")
    #expect(try await store.outbox().map(\.entityTag) == ["W/\"2\""])
  }

  @Test func `a command that came to nothing leaves the journal`() async throws {
    let store = store()
    _ = try await store.plan(["kind": "edit", "outbox": "one"], at: now)
    _ = try await store.plan(["kind": "edit", "outbox": "two"], at: now)
    await store.forgetDeed("two")
    #expect(try await store.last()?.record["outbox"] == "one")
  }

  @Test func `a copy that is forgotten takes nothing that waits along`() async throws {
    let store = store()
    try await store.queue(write(.change, "a"))
    try await store.forgetCopy()
    #expect(try await store.outbox().count == 1)
    let rescued = await store.rescuedOutbox()
    try await store.drop(rescued.map(\.number))
    try await store.restore(rescued)
    #expect(try await store.outbox().map(\.item) == ["a"])
  }
}
