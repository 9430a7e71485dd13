package import Arguments
import GraphAPI
import JSON
import Store
import Terminal

/// `graphcal new-contact-folder`: one more folder of contacts.
package struct NewContactFolderCommand: Command {
  package static let name = "new-contact-folder"
  package static let summary = "Create a folder of contacts."
  package static let arguments: [Argument<Self>] = [
    .required("NAME", "What it is called.", into: \.folderName)
  ]
  package static let options: [Option<Self>] = [
    .value("parent", "F", "Inside this folder, by name, path or id.", into: \.parent).completing(
      .known(.contactFolder))
  ]
  package static let examples = [
    Example("new-contact-folder Sailing", "A folder beside the others."),
    Example("new-contact-folder Crew --parent Sailing", "A folder in a folder."),
  ]

  package static var printsRows: Bool { false }

  var folderName = ""
  var parent: String?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a new folder")
    try context.requireName(folderName, of: "a folder")
    let session = try await context.session(needing: .writeContacts)
    let book = ContactBook(context: context, session: session)
    var place: ContactFolder?
    if let parent {
      place = try book.folder(named: parent, among: try await book.folders())
    } else if let standard = try? await book.folders().first(where: \.isStandard),
      standard.name.lowercased() == folderName.lowercased()
    {
      throw Failure(
        .usage, "the default folder is called \"\(standard.name)\" already",
        hint: "give the new one another name")
    }
    // Folders of the default one are made without naming it, so that its id need not be known.
    let request = ContactRequests.createFolder(
      name: folderName, in: place.flatMap { $0.isStandard ? nil : $0.id })
    if context.options.dryRun { return try context.printDryRun([request]) }
    let created: JSONObject
    do {
      created = try await session.graph.object(request)
    } catch {
      throw Failure(
        error, writing: "create the folder", named: folderName, check: "graphcal contact-folders")
    }
    await Journal(context: context, session: session)
      .kept("made the folder \"\(folderName)\"", id: created["id"]?.string ?? "")
    try await context.tell("Created", folder: created, in: place, session: session)
  }
}

extension Context {
  /// Says in one line what has become of a folder, or whole for a program.
  func tell(
    _ verb: String, folder: JSONObject, in parent: ContactFolder?, session: Session
  ) async throws(Failure) {
    var folder = folder
    folder["@odata.context"] = nil
    if try printedForScripts(.object(folder)) { return }
    let id = folder["id"]?.string ?? ""
    let shorts = await state.remember([
      .init(id: id, kind: .contactFolder, account: session.accountKey)
    ])
    var line = StyledLine("\(verb) ") + StyledLine(shorts.first ?? "", Style(color: .cyan))
    line.append("  " + (folder["displayName"]?.string ?? ""), .bold)
    if let parent, !parent.isStandard { line.append(" in \(parent.path)") }
    try print([line])
  }
}
