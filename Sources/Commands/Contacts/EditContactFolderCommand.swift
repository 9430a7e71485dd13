package import Arguments
import GraphAPI
import JSON
import Store

/// `graphcal edit-contact-folder`: another name or place.
package struct EditContactFolderCommand: Command {
  package static let name = "edit-contact-folder"
  package static let summary = "Rename a folder of contacts, or move it into another one."
  package static let discussion = """
    The folder goes with everything that is in it. The default folder keeps its name and its place; \
    --parent naming it takes a folder out of the one it is in.
    """
  package static let arguments: [Argument<Self>] = [
    .required("F", "Which folder: its name, its path, or an id.", into: \.folder).completing(
      .known(.contactFolder))
  ]
  package static let options: [Option<Self>] = [
    .value("name", "N", "What it is to be called.", into: \.newName),
    .value("parent", "F", "The folder it is to be in.", into: \.parent).completing(
      .known(.contactFolder)),
  ]
  package static let examples = [
    Example("edit-contact-folder Sailing --name Regatta", "Another name."),
    Example("edit-contact-folder Sailing/Crew --parent Contacts", "Out of the folder it was in."),
  ]

  package static var printsRows: Bool { false }

  var folder = ""
  var newName: String?
  var parent: String?

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard newName != nil || parent != nil else {
      throw ArgumentsError(
        .missingValue, "edit-contact-folder changes nothing without --name or --parent",
        hint: "graphcal edit-contact-folder Sailing --name Regatta")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a change of a folder")
    if let newName { try context.requireName(newName, of: "a folder") }
    let session = try await context.session(needing: .writeContacts)
    let book = ContactBook(context: context, session: session)
    let folders = try await book.folders()
    let found = try book.folder(named: folder, among: folders)
    guard let id = found.id, !found.isStandard else {
      throw Failure(
        .usage, "\"\(found.name)\" is the default folder, which keeps its name and its place",
        hint: "graphcal new-contact-folder makes another one")
    }
    var target: ContactFolder?
    var targetID: String?
    if let parent {
      let place = try book.folder(named: parent, among: folders)
      guard place.id != id, !place.path.hasPrefix(found.path + "/") else {
        throw Failure(
          .usage, "\"\(found.path)\" cannot be moved into itself", hint: "graphcal contact-folders")
      }
      targetID = try Self.id(of: place, among: folders)
      target = place
    }
    let request = ContactRequests.changeFolder(id: id, name: newName, parent: targetID)
    if context.options.dryRun { return try context.printDryRun([request]) }
    let changed: JSONObject
    do {
      changed = try await session.graph.object(request)
    } catch {
      throw Failure(
        error, writing: "change the folder", named: newName ?? found.name,
        check: "graphcal contact-folders")
    }
    await Journal(context: context, session: session)
      .kept("changed the folder \"\(found.path)\"", id: id)
    try await context.tell(
      "Changed", folder: changed, in: target ?? Self.parent(of: found, among: folders),
      session: session)
  }

  /// The id of the folder to move into; the default one goes by what the folders in it say.
  private static func id(
    of place: ContactFolder, among folders: [ContactFolder]
  ) throws(Failure) -> String {
    let ofFolders = folders.first { !$0.isStandard && $0.depth == 0 }?.raw["parentFolderId"]?.string
    if let id = place.isStandard ? ofFolders ?? place.id : place.id { return id }
    throw Failure(
      .general, "the id of the default folder cannot be found out", why: "it holds nothing",
      hint: "put a contact into it first: graphcal new-contact")
  }

  private static func parent(
    of folder: ContactFolder, among folders: [ContactFolder]
  ) -> ContactFolder? {
    guard let id = folder.raw["parentFolderId"]?.string else { return nil }
    return folders.first { $0.id == id }
  }
}
