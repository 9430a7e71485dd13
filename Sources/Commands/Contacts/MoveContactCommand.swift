package import Arguments
import Contacts
import GraphAPI
import JSON
import Store

/// `graphcal move-contact`: puts contacts into another folder.
package struct MoveContactCommand: Command {
  package static let name = "move-contact"
  package static let summary = "Move contacts to another folder."
  package static let discussion = """
    Microsoft Graph has no call for this: a contact is made anew in the folder, with its picture and the \
    labels of its addresses, and only then deleted where it was. It has a new id, which its old short id \
    goes on naming. Where one cannot be moved, it stays as it was, and those after it are not tried.

    "graphcal undo" moves back all that one command has moved.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("REF", "Which contacts.", into: \.references).completing(.known(.contact))
  ]
  package static let options: [Option<Self>] = [
    .value("folder", "F", "Where to, by name, path or id.", into: \.folder).completing(
      .known(.contactFolder))
  ]
  package static let examples = [
    Example("move-contact 3 --folder Suppliers", "The third contact of the last list."),
    Example("move-contact k7mp m2xx --folder Suppliers/Paint", "Two, into a folder in a folder."),
  ]

  var references: [String] = []
  var folder: String?

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard folder != nil else {
      throw ArgumentsError(
        .missingValue, "move-contact needs --folder",
        hint: "graphcal move-contact \(references.first ?? "REF") --folder NAME; "
          + "graphcal contact-folders lists them")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a move of a contact")
    let (ids, session) = try await ContactReferences(context: context).ofOneAccount(references)
    let book = ContactBook(context: context, session: session)
    let target = try book.folder(named: folder ?? "", among: try await book.folders())
    let snapshots = try await ContactSnapshot.read(ids, session: session, in: context)
    try await ContactMoving(snapshots, to: target, context: context, session: session).run()
  }
}
