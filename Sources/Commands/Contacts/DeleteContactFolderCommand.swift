package import Arguments
import GraphAPI
import JSON
import Terminal

/// `graphcal delete-contact-folder`: away with a folder and the contacts in it.
package struct DeleteContactFolderCommand: Command {
  package static let name = "delete-contact-folder"
  package static let summary = "Delete a folder with the contacts in it."
  package static let discussion = """
    How many contacts and folders go with it is asked first; --yes answers that. graphcal undo cannot \
    bring them back. Move what is to stay into another folder first. The default folder cannot be \
    deleted.
    """
  package static let arguments: [Argument<Self>] = [
    .required("F", "Which folder: its name, its path, or an id.", into: \.folder).completing(
      .known(.contactFolder))
  ]
  package static let options: [Option<Self>] = []
  package static let examples = [
    Example("delete-contact-folder Sailing", "Says how many contacts go with it, and asks."),
    Example("delete-contact-folder Sailing --yes", "For a script."),
  ]

  package static var printsRows: Bool { false }

  var folder = ""

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("the deletion of a folder")
    let session = try await context.session(needing: .writeContacts)
    let book = ContactBook(context: context, session: session)
    let folders = try await book.folders()
    let found = try book.folder(named: folder, among: folders)
    guard let id = found.id, !found.isStandard else {
      throw Failure(
        .usage, "\"\(found.name)\" is the default folder, which every mailbox keeps",
        hint: "delete its contacts instead: graphcal delete-contact")
    }
    let request = ContactRequests.deleteFolder(id: id)
    if context.options.dryRun { return try context.printDryRun([request]) }
    let inner = folders.filter { $0.path.hasPrefix(found.path + "/") && $0.depth > found.depth }
    let contents = try await contents(of: found, inner, book)
    let name = TextSanitizer.line(found.path)
    try context.confirm(
      "Delete the folder \"\(name)\" \(contents)", refusal: "the folder was not deleted")
    do {
      _ = try await session.graph.send(request)
    } catch {
      throw Failure(error, writing: "delete the folder", check: "graphcal contact-folders")
    }
    await Journal(context: context, session: session)
      .kept("deleted the folder \"\(found.path)\" with the contacts in it", id: id)
    if try context.printedForScripts(["id": .string(id), "displayName": .string(found.name)]) {
      return
    }
    try context.say("Deleted the folder \"\(name)\".")
  }

  /// What goes with the folder, in words that end the question.
  private func contents(
    of folder: ContactFolder, _ inner: [ContactFolder], _ book: ContactBook
  ) async throws(Failure) -> String {
    let contacts = try await book.contacts(in: [folder] + inner, properties: ["id"]).count
    var parts: [String] = []
    if contacts > 0 { parts.append(contacts == 1 ? "one contact" : "\(contacts) contacts") }
    if !inner.isEmpty { parts.append(inner.count == 1 ? "one folder" : "\(inner.count) folders") }
    if parts.isEmpty { return "which is empty?" }
    return "with \(parts.joined(separator: " and ")) in it? undo cannot bring that back."
  }
}
