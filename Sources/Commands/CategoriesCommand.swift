package import Arguments
import GraphAPI
import JSON
import Rendering
import Terminal

/// `graphcal categories`: the categories that events can be marked with.
package struct CategoriesCommand: Command {
  package static let name = "categories"
  package static let summary = "List the categories of the mailbox."
  package static let isPaged = true
  package static let examples = [
    Example("categories", "Names and colours."),
    Example("categories --json | jq -r '.[].displayName'", "The names alone."),
  ]
  package static let options: [Option<Self>] = []

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(SettingsRequests.categoryProperties) { return }
    let session = try await context.session(needing: .readSettings)
    let items: [JSON]
    do {
      items = try await session.graph.list(SettingsRequests.categories).items
    } catch {
      throw Failure(error, doing: "read the categories")
    }
    let sorted = items.sorted {
      FoldedText($0["displayName"]?.string ?? "").text
        < FoldedText($1["displayName"]?.string ?? "").text
    }
    let listing = Listing(
      context: context, fields: SettingsRequests.categoryProperties,
      columns: [
        .init("id", "id"), .init("displayName", "displayName"), .init("color", "color"),
      ])
    if listing.isWanted { return try listing.print(sorted) }
    let surface = Surface(context.console.terminal)
    var table = Table([.init("NAME", minimum: 8, comfort: 60), .init("COLOR", rank: 1)])
    for item in sorted {
      table.add([StyledLine(item["displayName"]?.string ?? ""), Self.color(item["color"]?.string)])
    }
    let lines = table.lines(width: surface.width, symbols: surface.symbols)
    try context.print(lines.isEmpty ? [StyledLine("No categories", .dim)] : lines)
  }

  private static func color(_ preset: String?) -> StyledLine {
    guard let preset else { return "" }
    let word = CategoryColor(word: preset)?.word ?? preset
    return StyledLine(word, EventPalette.color(preset: preset).map { Style(color: $0) } ?? .plain)
  }
}

/// `graphcal new-category`: one more category.
package struct NewCategoryCommand: Command {
  package static let name = "new-category"
  package static let summary = "Create a category."
  package static let discussion = """
    Its name is unique and cannot be changed afterwards, its colour can be, in Outlook. Colours go by \
    their names or by those of Graph: preset0 to preset24.
    """
  package static let arguments: [Argument<Self>] = [
    .required("NAME", "What it is called.", into: \.categoryName)
  ]
  package static let options: [Option<Self>] = [
    .value("color", "C", "Its colour, by name or preset; none without it.", into: \.color) {
      (text) throws(ValueError) -> CategoryColor in
      guard let color = CategoryColor(word: text) else {
        throw .needs("one of " + CategoryColor.allCases.map(\.word).joined(separator: ", "))
      }
      return color
    }.completing(.choices(CategoryColor.allCases.map(\.word))).replacingGlobal()
  ]
  package static let examples = [
    Example("new-category Sailing --color teal", "For new-event --category Sailing.")
  ]

  var categoryName = ""
  var color = CategoryColor.none

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a new category")
    try context.requireName(categoryName, of: "a category")
    let session = try await context.session(needing: .writeSettings)
    let request = SettingsRequests.createCategory(categoryName, color: color.rawValue)
    if context.options.dryRun { return try context.printDryRun([request]) }
    let created: JSONObject
    do {
      created = try await session.graph.object(request)
    } catch {
      throw Failure(
        error, writing: "create the category", named: categoryName, check: "graphcal categories")
    }
    await Journal(context: context, session: session)
      .kept("made the category \"\(categoryName)\"", id: created["id"]?.string ?? "")
    await context.rememberCategory(categoryName, color: color.rawValue, session: session)
    if try context.printedForScripts(.object(created)) { return }
    try context.print([
      StyledLine("Created the category ") + StyledLine(categoryName, .bold)
        + StyledLine(color == .none ? "" : ", \(color.word)")
    ])
  }
}
