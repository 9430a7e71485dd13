package import FoundationEssentials
package import JSON

/// A calendar or a folder of contacts in the local copy.
package struct CopyCollection: Sendable, Equatable {
  package var kind: CopyKind
  /// Graph's id; empty for a default folder of contacts that has never held one.
  package var id: String
  /// The calendar or folder as the service lists it.
  package var resource: JSONObject
  /// What of a calendar is kept; nil for contacts, which are kept all, and before the first round.
  package var window: Range<Date>?
  /// Where the next round begins; nil before the first one.
  package var deltaLink: String?
  /// When the last round was complete, by the clock of calendars; nil before the first one.
  package var synced: Date?
  /// The last write of this machine that was known when the last round began; nil for none.
  package var mark: String?

  package init(kind: CopyKind, id: String, resource: JSONObject) {
    self.kind = kind
    self.id = id
    self.resource = resource
  }

  /// What people call it.
  package var name: String {
    (resource["name"] ?? resource["displayName"])?.string ?? ""
  }
}

/// What a round has changed, as a person counts: a series by its events, not by itself.
package struct CopyChanges: Sendable, Equatable {
  package var created = 0
  package var changed = 0
  package var deleted = 0

  package init(created: Int = 0, changed: Int = 0, deleted: Int = 0) {
    self.created = created
    self.changed = changed
    self.deleted = deleted
  }

  package var isEmpty: Bool { self == CopyChanges() }

  package static func += (left: inout CopyChanges, right: CopyChanges) {
    left.created += right.created
    left.changed += right.changed
    left.deleted += right.deleted
  }
}
