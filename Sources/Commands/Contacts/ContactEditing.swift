import Contacts

/// What a person wants changed of a contact by options.
struct ContactEditing: Sendable {
  var options: ContactOptions
  var extras: ContactListChanges
  var habits: ContactHabits
  /// The text of `--note` or `--note-file`, read once.
  var note: String?

  init(
    _ options: ContactOptions, _ extras: ContactListChanges, in context: Context
  ) throws(Failure) {
    self.options = options
    self.extras = extras
    habits = ContactHabits(context)
    note = try options.note(in: context)
    // What no contact can hold is refused before one is asked for.
    var trial = Contact(id: "")
    try options.apply(to: &trial, note: note)
    trial = Contact(id: "")
    try extras.add(to: &trial)
  }

  func apply(to contact: inout Contact) throws(Failure) {
    let old = contact
    try options.apply(to: &contact, note: note)
    try extras.remove(from: &contact)
    try extras.add(to: &contact)
    do {
      try contact.followName(from: old, order: habits.nameOrder)
    } catch {
      throw Failure(error)
    }
  }
}
