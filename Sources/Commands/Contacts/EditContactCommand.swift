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

    --editor opens the contact as text in VISUAL or EDITOR, a line for each of its properties. What is \
    changed there is changed, and nothing else. A text that cannot be understood is kept; --editor=FILE \
    takes it up again.

    A change that was made elsewhere in the meantime stays, unless it is of the same thing: then both \
    are shown and nothing is changed. "graphcal undo" takes the change back.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which contact.", into: \.reference).completing(.known(.contact))
  ]
  package static let options: [Option<Self>] =
    ContactOptions.options.lifted(into: \.contact)
    + ContactListChanges.options.lifted(into: \.lists)
    + [
      .optionalValue(
        "editor", "FILE", "Change it as text in VISUAL or EDITOR.", into: \.editor, bare: .fresh,
        attachedOnly: true, parse: { .file($0) }
      ).completing(.file)
    ]
  package static let writesOffline = true
  package static let examples = [
    Example(
      "edit-contact 2 --job-title Captain --add-email work=ana@harbor.example",
      "The other addresses stay."),
    Example("edit-contact 2 --phone mobile=+1-713-555-0100", "Another mobile number."),
    Example("edit-contact 2 --birthday \"\" --remove-category Customer", "Takes both away."),
    Example("edit-contact 2 --editor", "Change it as text."),
  ]

  var reference = ""
  var contact = ContactOptions()
  var lists = ContactListChanges()
  var editor: TextEditor.Source?

  package init() {}

  package func validate() throws(ArgumentsError) {
    try contact.validate()
    let says = contact != ContactOptions() || lists != ContactListChanges()
    if editor != nil, says {
      throw ArgumentsError(
        .exclusiveOptions, "--editor changes everything as text, so no other option is needed",
        hint: "leave out the others, or --editor")
    }
    guard says || editor != nil else {
      throw ArgumentsError(
        .missingValue, "nothing to change was given",
        hint: "graphcal edit-contact \(reference) --phone mobile=+1-713-555-0100, or --editor")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a change of a contact")
    let editing = try ContactEditing(contact, lists, in: context)
    let (id, session) = try await ReferenceResolver(context: context, permission: .writeContacts)
      .item(reference, kind: .contact)
    let entry = try await ContactEntry(id: id, session: session)
    let change = ContactChange(context: context, entry: entry, habits: editing.habits)
    guard let editor else {
      return try await change.make { (contact) throws(Failure) in
        try editing.apply(to: &contact)
      }
    }
    try await ContactTextEditor(context: context, reference: reference, change: change)
      .edit(from: editor)
  }
}
