package import CalendarTime
package import FoundationEssentials
import GraphAPI
package import JSON

/// What items will be once everything that waits is sent: laid over the copy when that is read, never
/// written into it.
///
/// What is stuck counts for nothing, and so does what comes after it for the same item: it may never be
/// done. The item is marked with it.
package struct OutboxOverlay: Sendable {
  /// An item as it will be.
  package struct Outcome: Sendable, Hashable {
    /// Nil for one that will be gone.
    package var item: JSONObject?
    /// The calendar or folder by its id; nil for the default one, or where it is not known.
    package var place: String?
    /// Whether it is still to be made.
    package var isNew = false
  }

  private let writes: [PendingWrite]
  /// Why the first write that is stuck is so, by the ids of items.
  private let stuck: [String: PendingWrite.State]
  private let zones: ZoneDatabase

  package init(_ writes: [PendingWrite], zones: ZoneDatabase) {
    var stuck: [String: PendingWrite.State] = [:]
    self.writes = writes.filter { write in
      if write.state.isStuck, stuck[write.item] == nil { stuck[write.item] = write.state }
      return stuck[write.item] == nil
    }
    self.stuck = stuck
    self.zones = zones
  }

  /// The items that something waits for or is stuck of, by their ids, those that wait in the order of
  /// the first write.
  package var items: [String] {
    var seen: Set<String> = []
    return (writes.map(\.item) + stuck.keys.sorted()).filter { seen.insert($0).inserted }
  }

  /// What becomes of an item; nil where nothing waits for it and nothing of it is stuck.
  ///
  /// `copied` is the item as the copy has it, which goes before the state that was written on.
  package func outcome(of id: String, copied: JSONObject?) -> Outcome? {
    let own = writes.filter { $0.item == id }
    let state = stuck[id]
    // What is not going to be made, or is not there any more, has no place to be marked in.
    guard !own.isEmpty || state != nil && copied != nil else { return nil }
    var outcome = Outcome(
      item: copied ?? own.first?.base, place: own.compactMap(\.place).first,
      isNew: own.first?.action == .create)
    for write in own { outcome.item = result(of: write, on: outcome.item) }
    if let state {
      outcome.item?.mark("stuck", .string(state == .conflict ? "conflict" : "refused"))
    }
    return outcome
  }

  /// An item after one write; nil for one that is gone.
  package func result(of write: PendingWrite, on item: JSONObject?) -> JSONObject? {
    let changed: JSONObject?
    switch (write.action, write.kind) {
    case (.create, _): changed = write.base
    case (.change, .calendar):
      changed = item.map { EventProjection(zones: zones).changed($0, by: write.body ?? [:]) }
    case (.change, .contactFolder):
      changed = item.map { item in
        var item = item
        for (name, value) in write.body ?? [:] { item[name] = value }
        return item
      }
    case (.answer, _):
      changed = item.flatMap { EventProjection.answered($0, path: write.path, at: write.time) }
    case (.delete, _): changed = nil
    }
    guard var changed else { return nil }
    changed.mark("pending", true)
    return changed
  }

  /// The events of a series that is still to be made, in a range; nothing for any other event.
  package func occurrences(of master: JSONObject, in range: Range<Date>) -> [JSONObject] {
    EventProjection(zones: zones).occurrences(of: master, in: range)
  }

  /// One event of a series that is still to be made, by its id on this machine, and where it will be.
  func occurrence(_ id: String) -> (item: JSONObject, place: String?)? {
    guard let (series, day) = PendingWrite.occurrence(id),
      let outcome = outcome(of: series, copied: Optional.none), let master = outcome.item
    else { return nil }
    let start = Zone.utc.startOfDay(day)
    return occurrences(of: master, in: start..<start.addingTimeInterval(86_400))
      .first { $0["id"]?.string == id }.map { ($0, outcome.place) }
  }

  /// A new event as the service will hold it, as far as people see it; `owner` is who is signed in.
  package static func event(
    _ body: JSONObject, id: String, owner: String?, at time: Date, zones: ZoneDatabase
  ) -> JSONObject {
    EventProjection(zones: zones).created(body, id: id, owner: owner, at: time)
  }

  /// A new contact as the service will hold it.
  package static func contact(
    _ body: JSONObject, id: String, folder: String?
  ) -> JSONObject {
    var contact = JSONObject(
      (ContactCopy.properties + contactListProperties).map { ($0, JSON.null) })
    for (name, value) in body where name != "singleValueExtendedProperties" {
      contact[name] = value
    }
    contact["id"] = .string(id)
    contact["parentFolderId"] = .string(orNull: folder)
    return contact
  }
}

extension JSONObject {
  /// Whether it is an item that something waits in the outbox for.
  package var isPending: Bool { self["graphcal"]?["pending"]?.bool ?? false }

  /// Why a change of it is stuck in the outbox: `conflict` or `refused`; nil where none is.
  package var stuck: String? { self["graphcal"]?["stuck"]?.string }

  /// Adds to what this machine says of an item.
  fileprivate mutating func mark(_ name: String, _ value: JSON) {
    var marks = self["graphcal"]?.object ?? [:]
    marks[name] = value
    self["graphcal"] = .object(marks)
  }
}
