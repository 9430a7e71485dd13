package import Arguments
import Contacts
import GraphAPI
import JSON
import Store

/// `graphcal show-contact`: one contact with everything it holds.
package struct ShowContactCommand: Command {
  package static let name = "show-contact"
  package static let summary = "Show one contact in full."
  package static let discussion = """
    REF is a row number of the last list printed on this terminal, a short id as lists show it, or \
    the full id. Addresses are laid out as a letter to them carries them; labels come in the \
    language of LC_MESSAGES (en, de, es, fr, pl).
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which contact.", into: \.reference).completing(.known(.contact))
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("show-contact 2", "The second contact of the last list on this terminal."),
    Example("show-contact 2 --json", "The whole resource."),
  ]

  var reference = ""

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(ContactJSON.wholeFieldNames) { return }
    let (id, session) = try await ReferenceResolver(
      context: context, permission: .readContacts, readsOutbox: true
    ).item(reference, kind: .contact)
    let item = try await context.single(
      .contactFolder, id, session: session, doing: "read the contact"
    ) { (session) async throws(GraphError) in
      try await session.graph.object(ContactRequests.contact(id: id))
    }
    let entry = try ContactEntry(item.resource, session: item.session)
    try await ContactOutput(context: item.context, habits: ContactHabits(context)).printWhole(entry)
  }
}

extension ContactEntry {
  /// Reads a contact whole.
  init(id: String, session: Session) async throws(Failure) {
    let raw: JSONObject
    do {
      raw = try await session.graph.object(ContactRequests.contact(id: id))
    } catch {
      throw Failure(error, doing: "read the contact")
    }
    try self.init(raw, session: session)
  }

  /// A contact that was read whole.
  init(_ raw: JSONObject, session: Session) throws(Failure) {
    guard let contact = Contact(graph: .object(raw)) else {
      throw Failure(.general, "the answer about the contact has no id", hint: "graphcal contacts")
    }
    self.init(contact: contact, raw: raw, session: session)
  }
}
