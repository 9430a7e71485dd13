import Contacts
import JSON

/// Lets a person change a contact as text in the editor of their choice.
struct ContactTextEditor {
  var context: Context
  var reference: String
  var change: ContactChange

  private static let notes = [
    "Change what is to change, save and close. Nothing changes when nothing is saved.",
    "A line that is emptied or taken out is taken away from the contact. Several: one line each.",
    "A label stands before its address: home <ana@example.com>. An indented line goes on with the",
    "one above it. Below the empty line stands the note.",
  ]

  /// Opens the contact, or a text that was kept before, and changes what has changed in it.
  func edit(from source: TextEditor.Source) async throws(Failure) {
    let (contact, order) = (change.entry.contact, change.habits.nameOrder)
    let original: ContactText
    do { original = ContactText(try ContactParts(contact)) } catch { throw Failure(error) }
    let editor = TextEditor(
      context: context, noun: "contact", command: "graphcal edit-contact \(reference)")
    try await editor.edit(original.text(notes: Self.notes), from: source) {
      (text) async throws(Failure) in
      let changes = original.changes(to: try ContactText(parsing: text))
      if changes.isEmpty { return false }
      try await change.make { (contact) throws(Failure) in
        try changes.apply(to: &contact, order: order)
      }
      return true
    }
  }
}
