package import Arguments
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal contact-folders`: the folders of the address book.
package struct ContactFoldersCommand: Command {
  package static let name = "contact-folders"
  package static let summary = "List the folders of contacts."
  package static let answersOffline = true
  package static let examples = [
    Example("contact-folders", "The tree of folders."),
    Example("contact-folders --json", "The same for a program."),
  ]
  package static let options: [Option<Self>] = []

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let names =
      (ContactRequests.folderProperties
      + ["graphcal", "graphcal.account", "graphcal.id", "graphcal.isDefault", "graphcal.path"])
      .sorted()
    if try context.listedFieldNames(names) { return }
    let session = try await context.session(needing: .readContacts)
    let folders = try await context.working("Reading folders") { () async throws(Failure) in
      try await ContactBook.forReading(context: context, session: session).folders()
    }
    let known = folders.compactMap { folder in
      folder.id.map {
        StateStore.KnownItem(id: $0, kind: .contactFolder, account: session.accountKey)
      }
    }
    let shorts = Dictionary(
      zip(known.map(\.id), await context.state.remember(known))
    ) { first, _ in first }
    let listing = Listing(
      context: context, fields: names,
      columns: [
        .init("id", "graphcal.id"), .init("name", "displayName"), .init("path", "graphcal.path"),
        .init("isDefault", "graphcal.isDefault"),
      ])
    if listing.isWanted {
      return try listing.print(folders.map { Self.json($0, account: session.userName) })
    }
    var table = Table([.init("ID"), .init("NAME", minimum: 10, comfort: 60), .init("", rank: 1)])
    for folder in folders {
      let margin = String(repeating: "  ", count: folder.depth)
      table.add([
        StyledLine(folder.id.flatMap { shorts[$0] } ?? "", Style(color: .cyan)),
        StyledLine(margin + TextSanitizer.line(folder.name), folder.isStandard ? .bold : .plain),
        StyledLine(folder.isStandard ? "default" : "", .dim),
      ])
    }
    let surface = Surface(context.console.terminal)
    try context.print(table.lines(width: surface.width, symbols: surface.symbols))
  }

  private static func json(_ folder: ContactFolder, account: String?) -> JSON {
    var item = JSONObject(
      ContactRequests.folderProperties.map { ($0, folder.raw[$0] ?? .null) })
    item["graphcal"] = [
      "id": folder.id.map { .string(ShortID.of($0)) } ?? .null, "path": .string(folder.path),
      "isDefault": .bool(folder.isStandard), "account": .string(orNull: account),
    ]
    return .object(item)
  }
}
