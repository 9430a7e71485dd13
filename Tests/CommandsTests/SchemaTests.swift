import Arguments
import Commands
import Host
import JSON
import Testing

/// `docs/schema`, held against what the commands say of their own output.
@Suite struct SchemaTests {
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/docs/schema/"

  private static func read(_ name: String) throws -> JSON {
    try JSON(parsing: Files.read(folder + name + ".json", limit: 1 << 20))
  }

  /// The names that `--fields` would have: top-level ones, and those of `graphcal`.
  private static func names(_ schema: JSON) -> Set<String> {
    let item = schema["$defs"]?["item"] ?? schema["oneOf"]?[1] ?? schema
    let properties = item["properties"]?.object ?? [:]
    let computed = properties["graphcal"]?["properties"]?.object?.keys ?? []
    return Set(properties.keys + computed.map { "graphcal." + $0 })
  }

  @Test(arguments: [
    "week", "today", "month", "agenda", "events", "invites", "conflicts", "next", "contacts",
    "contacts --unified", "birthdays", "duplicates", "contact-folders", "calendars", "categories",
    "free", "free-busy x@y.example", "find-time x@y.example", "rooms", "attachments abcd",
    "people a", "accounts", "zones", "apply x", "import x", "sync", "outbox", "watch", "remind",
    "complete a", "pick-contact", "share-calendar Calendar",
  ])
  func `fields and properties are the same, and listing them asks nobody`(
    command: String
  ) async throws {
    let words = command.split(separator: " ").map(String.init)
    let outcome = await Machine().run(words + ["--json", "--fields"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
    let fields = outcome.outputLines.filter {
      !$0.contains(".") || $0.hasPrefix("@")
        || $0.hasPrefix("graphcal.") && $0.split(separator: ".").count == 2
    }
    let schemas = try #require(try Self.read("commands")["schemas"])
    let name = try #require((schemas[command] ?? schemas[words[0]])?.string)
    let properties = Self.names(try Self.read(name))
    #expect(properties.subtracting(fields).sorted() == [])
    #expect(Set(fields).subtracting(properties).sorted() == [])
  }

  @Test func `every command says which schema its output has`() throws {
    let table = try Self.read("commands")
    let schemas = try #require(table["schemas"]?.object)
    let without = (table["withoutJSON"]?.array ?? []).compactMap(\.string)
    let known = Set(schemas.keys.map { String($0.prefix { $0 != " " }) } + without)
    let commands = graphcalProgram.groups.flatMap { $0.commands.map(\.name) }
    #expect(commands.filter { !known.contains($0) } == [])
    #expect(
      known.subtracting(commands).filter { !["--dry-run", "errors"].contains($0) }.sorted() == [])
    for (_, name) in schemas {
      let schema = try Self.read(try #require(name.string))
      #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
      #expect(schema["title"]?.string?.isEmpty == false)
    }
  }
}
