package import Contacts

/// A contact out of a file, with what became of the rest of its card or row.
package struct ReadContact: Sendable, Hashable {
  /// Its place among the contacts of the file, from 1.
  package var number: Int
  /// The line of the file it begins on, from 1.
  package var line: Int
  /// What tells it apart from all others, as the file has it; nil for a file that names none.
  package var uid: String?
  /// When it was changed last, as the file has it.
  package var revision: String?
  /// A picture that the service takes.
  package var photo: [UInt8]?
  /// With every property known, and an empty id.
  package var contact: Contact
  /// What a contact has no place for, in the order of the file.
  package var remarks: [ContactRemark] = []
}

/// A value of a file that has no place of its own in a contact.
package struct ContactRemark: Sendable, Hashable {
  package var line: Int
  /// What it is, in words or by its name in the file.
  package var what: String
  /// As the file has it, shortened; foreign text.
  package var value: String
  /// Whether the note of the contact keeps it.
  package var isInNote: Bool
  /// Why it was left out, where its kind does not say so.
  package var reason: String?

  init(line: Int, what: String, value: String, isInNote: Bool = false, reason: String? = nil) {
    self.line = line
    self.what = what
    self.value = value.count > 80 ? value.prefix(79) + "…" : value
    self.isInNote = isInNote
    self.reason = reason
  }
}

/// One entry of a file of contacts.
package enum ContactFileItem: Sendable, Hashable {
  case contact(ReadContact)
  /// What could not become a contact: its place among the entries, the line it begins on, and why.
  case refused(number: Int, line: Int, reason: String)
}
