package import FoundationEssentials
package import JSON

/// What an item of a mailbox is.
package enum ItemKind: String, Sendable {
  case calendarGroup, calendar, calendarPermission, event
  case contactFolder, contact
  case category, photo, mailboxSettings, attachment
  /// A create's `transactionId`, found again by `lookup`; its parent is the event.
  case transaction
  /// A file on its way to an event, and the pieces that have come; their parent is the session.
  case uploadSession, uploadRange

  /// Whether `Prefer: IdType="ImmutableId"` changes the id; folders have constant ids anyway.
  var hasImmutableId: Bool {
    switch self {
    case .event, .contact, .attachment: true
    default: false
    }
  }
}

/// One item of a mailbox as it is stored.
package struct MailboxItem: Sendable {
  /// Unique over all mailboxes and never used again.
  package let number: Int
  package let kind: ItemKind
  /// The number of the folder or item that holds this one; nil at the root.
  package var parent: Int?
  /// For an exception, or a deleted occurrence, of a series: the number of its master.
  package let series: Int?
  /// For such: the day the series put it on, in days since 1970, in the zone of the series.
  package let day: Int?
  /// A word to find it by: a transaction id, an `iCalUId`.
  package let lookup: String?
  package let alphabet: IdAlphabet
  package let created: Date
  package let modified: Date
  /// The mailbox's change number at its creation and at its last change.
  package let createdChange: Int
  package let change: Int
  /// A tombstone: gone, but still told by delta rounds.
  package let isDeleted: Bool
  /// The resource in Graph's names, without what every answer computes (ids, etag, times).
  package var document: JSONObject
}

/// How the bytes of an id become text.
package enum IdAlphabet: Int, Sendable {
  /// With `-` and `_`, as most ids of the service.
  case urlSafe = 0
  /// With `/` and `+`, as some are reported; a client has to encode them.
  case plain = 1
}
