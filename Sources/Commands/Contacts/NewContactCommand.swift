package import Arguments
import Contacts
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal new-contact`: puts a person into the address book.
package struct NewContactCommand: Command {
  package static let name = "new-contact"
  package static let summary = "Create a contact."
  package static let discussion = """
    A contact holds three mail addresses with labels of your choice, one mobile number, two business \
    and two home numbers, and an address each for business, home and anything else. What finds no \
    place is refused before anything is sent.

    With --interactive you are asked for each field that is not given; the contact is shown before it \
    is made.
    """
  package static let options: [Option<Self>] =
    ContactOptions.options.lifted(into: \.contact) + [
      .value("folder", "F", "Folder by name or id; the default one without it.", into: \.folder)
        .completing(.known(.contactFolder)),
      .flag("interactive", "Ask for the fields on the terminal.", into: \.isInteractive),
    ]
  package static let writesOffline = true
  package static let examples = [
    Example(
      "new-contact --given-name John --surname Appleseed --email home=john@contoso.example "
        + "--phone mobile=+1-713-555-0100",
      "A person with an address and a number."),
    Example(
      "new-contact --company Fabrikam --address \"work=9 Dock St.;Port Town;WA;98000;US\"",
      "A company."),
    Example("new-contact --interactive", "Asks field by field."),
    Example("new-contact --given-name Kim --birthday 02-29", "A birthday without its year."),
  ]

  var contact = ContactOptions()
  var folder: String?
  var isInteractive = false

  package init() {}

  package func validate() throws(ArgumentsError) {
    try contact.validate()
    guard isInteractive || contact.namesSomebody else {
      throw ArgumentsError(
        .missingValue, "new-contact needs a name, a company, a mail address or a number",
        hint: "graphcal new-contact --given-name Ana --surname Silva")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a new contact")
    let interview = isInteractive ? try ContactInterview(context) : Optional.none
    let contact = try interview?.options(contact) ?? contact
    var new = Contact(id: "")
    try contact.apply(to: &new, note: try contact.note(in: context))
    let habits = ContactHabits(context)
    if (new.displayName.ifKnown ?? nil) == nil {
      // What the service would make up does not know the order of names.
      let title = new.title(habits.nameOrder)
      new.displayName = .known(title.isEmpty ? nil : title)
    }
    let session = try await context.session(needing: .writeContacts)
    var target: ContactFolder?
    if let folder {
      let book =
        context.options.offline
        ? try await ContactBook.forReading(context: context, session: session)
        : ContactBook(context: context, session: session)
      target = try book.folder(named: folder, among: try await book.folders())
    }
    let request: GraphRequest
    do {
      request = ContactRequests.create(
        try new.creationBody(), in: target?.place ?? .standard)
    } catch {
      throw Failure(error)
    }
    try interview?.confirm(new, habits)
    if context.options.dryRun { return try context.printDryRun([request]) }
    let raw: JSONObject
    do {
      raw = try await session.graph.object(request)
    } catch {
      throw Failure(error, writing: "create the contact", check: "graphcal contacts")
    }
    guard let created = Contact(graph: .object(raw)) else {
      throw Failure(
        .general, "the contact was created, but the answer about it could not be read",
        hint: "graphcal contacts shows it")
    }
    var deed = ContactDeed(
      "made the contact \(ContactSnapshot(raw: raw).title(habits))", context: context,
      session: session)
    await deed.note(
      .created(id: created.id, ContactCopy.values(of: ContactCopy.properties, in: raw)))
    await deed.finish()
    try await ContactOutput(context: context, habits: habits).printDone(
      "Created",
      ContactEntry(contact: created, raw: raw, session: session, folder: target))
  }
}
