package import Arguments
import Contacts
import GraphAPI
import Store

/// `graphcal edit-contact`: changes a contact.
package struct EditContactCommand: Command {
  package static let name = "edit-contact"
  package static let summary = "Change a contact."
  package static let discussion = """
    Only what is given changes, and only that is sent. An empty text takes away what is there: --note "", \
    --birthday "".

    --email names all mail addresses from now on, and so do --chat, --child and --category; --add-email \
    and --remove-email leave the others as they are. --phone replaces the numbers of its kind, --phone \
    home= takes them away. --address replaces the address of its place. The name that is shown follows \
    the parts of the name, unless it is one of your own making.

    A change that was made elsewhere in the meantime stays, unless it is of the same thing: then both \
    are shown and nothing is changed. "graphcal undo" takes the change back.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which contact.", into: \.reference)
  ]
  package static let options: [Option<Self>] =
    ContactOptions.options.lifted(into: \.contact)
    + ContactListChanges.options.lifted(into: \.lists)
  package static let examples = [
    Example(
      "edit-contact 2 --job-title Captain --add-email work=ana@harbor.example",
      "The other addresses stay."),
    Example("edit-contact 2 --phone mobile=+1-713-555-0100", "Another mobile number."),
    Example("edit-contact 2 --birthday \"\" --remove-category Customer", "Takes both away."),
  ]

  var reference = ""
  var contact = ContactOptions()
  var lists = ContactListChanges()

  package init() {}

  package func validate() throws(ArgumentsError) {
    try contact.validate()
    guard contact != ContactOptions() || lists != ContactListChanges() else {
      throw ArgumentsError(
        .missingValue, "nothing to change was given",
        hint: "graphcal edit-contact \(reference) --phone mobile=+1-713-555-0100")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a change of a contact")
    let editing = try ContactEditing(contact, lists, in: context)
    let (id, session) = try await ReferenceResolver(context: context, permission: .writeContacts)
      .item(reference, kind: .contact)
    let entry = try await ContactEntry(id: id, session: session)
    try await ContactChange(context: context, entry: entry, habits: editing.habits).make {
      (contact) throws(Failure) in
      try editing.apply(to: &contact)
    }
  }
}
