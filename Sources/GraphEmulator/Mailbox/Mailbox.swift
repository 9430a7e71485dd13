package import FoundationEssentials
import SQLite

/// One user's mailbox for the time of one request: items as JSON documents in folders.
///
/// Lives inside `MailboxStore.perform` only. Every write takes the mailbox's next change number,
/// which makes the item's `changeKey` and orders delta rounds.
package final class Mailbox {
  package let user: EmulatorUser
  /// Whose ids are written and read: the user's, or those of somebody who sees one of the calendars
  /// here in a list of their own.
  let viewer: EmulatorUser
  /// The service's clock when the request began.
  package let now: Date
  let number: Int
  let store: MailboxStore
  let idForm: ItemIdentifier.Form
  let mark: MailboxMark

  init(
    of user: EmulatorUser, seenBy viewer: EmulatorUser? = nil, in store: MailboxStore, now: Date,
    idForm: ItemIdentifier.Form
  ) throws(GraphError) {
    self.user = user
    self.viewer = viewer ?? user
    self.now = now
    self.store = store
    self.idForm = idForm
    mark = MailboxMark(self.viewer.id)
    let isNew: Bool
    do throws(SQLiteError) {
      (number, isNew) = try Self.number(of: user, in: store.database)
    } catch { throw GraphError(error) }
    if isNew { try makeCalendars() }
  }

  private static func number(
    of user: EmulatorUser, in database: Database
  ) throws(SQLiteError) -> (number: Int, isNew: Bool) {
    let known = try database.first("SELECT number FROM mailboxes WHERE user = ?", user.id) {
      (row) in row.int(0)
    }
    if let known { return (known, false) }
    try database.run("INSERT INTO mailboxes (user) VALUES (?)", user.id)
    return (database.lastInsertedRow, true)
  }

  /// The mailbox of another user, in the same transaction; nil when nobody has that name.
  ///
  /// `name` is a GUID, principal name or mail address.
  package func mailbox(of name: String) throws(GraphError) -> Mailbox? {
    guard let user = store.directory.owner(named: name) else { return nil }
    return try Mailbox(of: user, in: store, now: now, idForm: idForm)
  }

  /// Runs a piece of SQL with its errors as refusals.
  @discardableResult
  func sql<Value>(
    _ body: (Database) throws(SQLiteError) -> Value
  ) throws(GraphError) -> Value {
    do {
      return try body(store.database)
    } catch { throw GraphError(error) }
  }
}

// MARK: - Ids

extension Mailbox {
  /// The id of an item in the form this request asks for.
  package func id(of item: MailboxItem) -> String {
    if let series = item.series, let day = item.day {
      return id(ofOccurrence: day, series: series, alphabet: item.alphabet)
    }
    return ItemIdentifier(number: item.number, day: nil).text(
      mailbox: viewer.id, form: item.kind.hasImmutableId ? idForm : .normal, alphabet: item.alphabet
    )
  }

  /// The id of the occurrence that a series has on a day.
  func id(ofOccurrence day: Int, series: Int, alphabet: IdAlphabet) -> String {
    ItemIdentifier(number: series, day: day).text(
      mailbox: viewer.id, form: idForm, alphabet: alphabet)
  }

  /// What changes with every write of an item; its `@odata.etag` is `W/"…"` around it.
  package func changeKey(of item: MailboxItem) -> String { mark.changeKey(item.change) }

  package func etag(of item: MailboxItem) -> String { "W/\"\(changeKey(of: item))\"" }

  /// Refuses a write whose `If-Match` names another version.
  ///
  /// Source: Graph's 412 `ErrorIrresolvableConflict`; `*` and no header match everything.
  package func checkMatch(_ ifMatch: String?, _ item: MailboxItem) throws(GraphError) {
    guard let ifMatch else { return }
    let wanted = ifMatch.split(separator: ",").map { tag in
      var tag = tag.drop { $0 == " " }
      if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
      return String(tag.filter { $0 != "\"" && $0 != " " })
    }
    guard wanted.contains("*") || wanted.contains(changeKey(of: item)) else {
      throw .conflict
    }
  }
}
