package import Arguments
import Contacts
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal people`: whoever a name may mean, also outside the address book.
package struct PeopleCommand: Command {
  package static let name = "people"
  package static let summary = "Search the people you have to do with, and the company directory."
  package static let discussion = """
    The nearest first: your contacts, those you write to, colleagues. The service guesses, so names \
    that only resemble QUERY come too. In an organisation that lets you, its whole directory is \
    searched besides. With --offline, and where the service cannot be reached, the copy on this machine \
    answers: with your contacts and whoever your events name.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("QUERY", atLeast: 1, "A name, or its beginning.", into: \.query)
  ]
  package static let options: [Option<Self>] = [
    .value("limit", "N", "Show at most N people; 25 without it.", into: \.limit, in: 1...250)
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("people kim", "Who that may be."),
    Example("people kim --format tsv", "Name and address for a script."),
  ]

  var query: [String] = []
  var limit: Int?

  package init() {}

  private static let fields = [
    "address", "companyName", "department", "displayName", "jobTitle", "phones", "source",
  ]

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(Self.fields) { return }
    let name = query.joined(separator: " ")
    guard name.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw Failure(
        .usage, "\"\(name)\" has no letter to look for", hint: "graphcal people ana")
    }
    let session = try await context.session(needing: .readPeople)
    let people = Array(try await people(name, session, in: context).prefix(limit ?? 25))
    let listing = Listing(
      context: context, fields: Self.fields,
      columns: [
        .init("name", "displayName"), .init("address", "address"), .init("jobTitle", "jobTitle"),
        .init("company", "companyName"), .init("source", "source"),
      ])
    if listing.isWanted { return try listing.print(people.map(\.json)) }
    var table = Table([
      .init("NAME", minimum: 12, comfort: 30), .init("E-MAIL", minimum: 14, comfort: 40),
      .init("PHONE", rank: 3), .init("JOB", minimum: 8, comfort: 24, rank: 2),
      .init("COMPANY", minimum: 8, comfort: 24, rank: 1), .init("", rank: 4),
    ])
    for person in people { table.add(person.row) }
    let surface = Surface(context.console.terminal)
    try context.print(
      people.isEmpty
        ? [StyledLine("Nobody", .dim)]
        : table.lines(width: surface.width, symbols: surface.symbols))
  }

  /// Whoever the service finds, else those whom the local copy knows.
  private func people(
    _ name: String, _ session: Session, in context: Context
  ) async throws(Failure) -> [Found] {
    if context.options.offline {
      _ = try await context.copyReader(.contacts, session: session)
      return try await context.copiedPeople(matching: name, session: session).map(
        Found.init(copied:))
    }
    let limit = limit ?? 25
    var people: [Found] = []
    do {
      people = try await session.graph.list(
        PeopleRequests.search(name, limit: limit), limit: limit
      ).items.compactMap { Found(person: $0) }
    } catch {
      let failure = Failure(error, doing: "search people")
      guard await context.lastResort(.contacts, because: failure, session: session) != nil else {
        throw failure
      }
      return try await context.copiedPeople(matching: name, session: session).map(
        Found.init(copied:))
    }
    return try await addDirectory(to: people, name, session, in: context)
  }

  /// Adds whoever the directory knows besides; one that may not be searched is told with `--verbose`.
  private func addDirectory(
    to people: [Found], _ name: String, _ session: Session, in context: Context
  ) async throws(Failure) -> [Found] {
    let directory = try await context.session(session, needing: .readDirectory)
    do {
      var seen = Set(people.map { $0.address.lowercased() })
      let users = try await directory.graph.list(
        PeopleRequests.directory(name), limit: PeopleRequests.searchLimit
      ).items
      return people
        + users.compactMap { Found(user: $0) }
        .filter { seen.insert($0.address.lowercased()).inserted }
    } catch {
      let failure = Failure(error, doing: "search the directory")
      guard failure.kind == .refused || failure.status == 400 || failure.kind == .notFound else {
        throw failure
      }
      context.detail("the company directory was not searched: \(failure.shortWhy)")
      return people
    }
  }

  /// Somebody who was found.
  private struct Found {
    var raw: JSON
    var address: String
    var source: String

    /// An item of the list of people; nil without an address.
    init?(person json: JSON) {
      let scored = json["scoredEmailAddresses"]?.array?.first?["address"]?.string
      guard let address = scored ?? json["userPrincipalName"]?.string, !address.isEmpty else {
        return nil
      }
      raw = json
      self.address = address
      let isContact = json["personType"]?["subclass"]?.string?.lowercased() == "personalcontact"
      source = isContact ? "contacts" : "people"
    }

    /// Somebody of the local copy, who has no more than a name and an address there.
    init(copied person: CopiedPerson) {
      raw = ["displayName": .string(person.name.isEmpty ? person.address : person.name)]
      address = person.address
      source = person.isContact ? "contacts" : "events"
    }

    /// A user of the organisation; nil without an address.
    init?(user json: JSON) {
      guard let address = json["mail"]?.string ?? json["userPrincipalName"]?.string else {
        return nil
      }
      raw = json
      self.address = address
      source = "directory"
    }

    private func text(_ name: String) -> String { TextSanitizer.line(raw[name]?.string ?? "") }

    private var phone: String {
      let number = raw["phones"]?[0]?["number"] ?? raw["mobilePhone"] ?? raw["businessPhones"]?[0]
      return TextSanitizer.line(number?.string ?? "")
    }

    var row: [StyledLine] {
      [
        StyledLine(text("displayName")), StyledLine(TextSanitizer.line(address)),
        StyledLine(phone), StyledLine(text("jobTitle")), StyledLine(text("companyName")),
        StyledLine(source, .dim),
      ]
    }

    var json: JSON {
      [
        "displayName": raw["displayName"] ?? .null, "address": .string(address),
        "jobTitle": raw["jobTitle"] ?? .null, "companyName": raw["companyName"] ?? .null,
        "department": raw["department"] ?? .null, "phones": raw["phones"] ?? [],
        "source": .string(source),
      ]
    }
  }
}
