import SQLite

/// Why the file of a mailbox cannot be used, in the words of the database.
package struct MailboxStoreError: Error, Sendable, Hashable {
  /// What a caller can act on.
  package enum Reason: Sendable, Hashable {
    /// Written by a newer graphcal.
    case newer
    /// No database, or one whose pages contradict each other.
    case damaged
    /// No room left on the disk.
    case full
    /// Another process holds the file for too long.
    case busy
    /// The file or its folder takes no writes.
    case readOnly
    case other
  }

  package var reason: Reason
  package var path: String
  package var message: String

  init(_ error: SQLiteError, path: String) {
    self.path = path
    message = error.message
    reason =
      switch error.kind {
      case .corrupt: .damaged
      case .full: .full
      case .busy: .busy
      case .readOnly, .cannotOpen: .readOnly
      case .constraint, .inputOutput, .other:
        error.isNewerSchema ? .newer : error.lacksSchema ? .damaged : .other
      }
  }
}

extension SQLiteError {
  /// A file of a program that knows more steps of the schema than this one.
  static func newerSchema(_ path: String) -> SQLiteError {
    SQLiteError(extendedCode: 17, message: "\(path) was written by a newer graphcal")
  }

  /// SQLITE_ERROR for a table or a column that the file's version should have.
  var lacksSchema: Bool {
    code == 1 && (message.hasPrefix("no such table") || message.hasPrefix("no such column"))
  }

  /// SQLITE_SCHEMA, which the migration of `Database` throws as well.
  var isNewerSchema: Bool { code == 17 }
}
