import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Store

/// Turns words of a command line into people with addresses.
///
/// An address stands for itself. A name is looked for in the address book, among the people the service
/// knows and, where that finds nobody or may not be asked, among those met in the calendar. With
/// `--offline` the contacts and the people met of the local copy are all there is.
struct PeopleResolver {
  var context: Context
  /// The account whose people are meant.
  var session: Session

  /// The days around today whose meetings are looked into.
  private static let met: TimeInterval = 90 * 86_400
  /// Candidates that are named when a name is not clear.
  private static let shownCandidates = 8

  /// The people meant, in the order of the words; nothing is asked for when all are addresses.
  ///
  /// What a name was taken for is told. `me` is the account itself.
  ///
  /// - Throws: `Failure` of kind usage for what is no address and no name and for a name that several
  ///   people have, of kind notFound for a name that nobody has.
  func people(_ words: [String]) async throws(Failure) -> [Person] {
    let typed = try words.map { (word) throws(Failure) in
      (text: MailAddress.trimmed(word), person: try MailAddress.person(word))
    }
    let names = Set(typed.filter { $0.person == nil }.map(\.text)).sorted()
    if names.isEmpty { return typed.compactMap(\.person) }
    var directory = try await Directory(names, session: session.acting(in: nil), context: context)
    var found: [String: Person] = [:]
    for name in names { found[name] = try await person(name, in: &directory) }
    directory.tellGaps(context)
    for name in names {
      if let person = found[name], name.lowercased() != "me" {
        context.note("\(name): \(PersonText.full(person))")
      }
    }
    return typed.compactMap { $0.person ?? found[$0.text] }
  }

  /// The people meant, each address once, in the order of the words.
  func uniquePeople(_ words: [String]) async throws(Failure) -> [Person] {
    var seen: Set<String> = []
    return try await people(words).filter { seen.insert(($0.address ?? "").lowercased()).inserted }
  }

  /// Who the account belongs to.
  func own() async throws(Failure) -> KnownPerson {
    let trouble: Failure
    if context.options.offline,
      let own = session.userName.flatMap({ KnownPerson(names: [], addresses: [$0]) })
    {
      return own
    }
    do {
      let me = try await session.graph.object(CalendarRequests.me)
      if let own = KnownPerson(person: .object(me)) { return own }
      trouble = Failure(
        .general, "your own address is not known", why: "the profile holds none",
        hint: "write your address instead of me")
    } catch {
      trouble = Failure(error, doing: "read who is signed in")
    }
    // The user name says who it is where the profile may not be read.
    guard let own = session.userName.flatMap({ KnownPerson(names: [], addresses: [$0]) }) else {
      throw trouble
    }
    return own
  }

  private func person(_ name: String, in directory: inout Directory) async throws(Failure) -> Person
  {
    if name.lowercased() == "me" { return directory.own.person }
    var matches = directory.known.named(name)
    if matches.isEmpty {
      try await directory.addMet(
        during: context.now().addingTimeInterval(
          -Self.met)..<context.now().addingTimeInterval(Self.met))
      matches = directory.known.named(name)
    }
    if matches.count == 1 { return matches[0].person }
    guard matches.isEmpty else {
      let shown = matches.prefix(Self.shownCandidates).map { PersonText.full($0.person) }
      let more = matches.count - shown.count
      throw Failure(
        .usage, "\"\(name)\" may be \(matches.count) people",
        why: shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""),
        hint: "write more of the name, or the address")
    }
    let gap = directory.gaps.first
    throw Failure(
      .notFound, "nobody called \"\(name)\" was found",
      why: "looked in " + directory.asked.joined(separator: ", ")
        + directory.gaps.map { "; \($0.source) not: \($0.failure.shortWhy)" }.joined(),
      hint: context.options.offline
        ? "write the address, or leave out --offline"
        : gap.flatMap { gap in
          gap.failure.hint.map {
            "write the address, or let graphcal see your \(gap.source): \($0)"
          }
        }
          ?? "write the address")
  }
}

extension PeopleResolver {
  /// Whom the sources know, and which of them could not be asked.
  private struct Directory {
    private(set) var own: KnownPerson
    private(set) var known: [KnownPerson] = []
    /// The sources that answered.
    private(set) var asked: [String] = []
    /// The sources that may not be asked, and why.
    private(set) var gaps: [(source: String, failure: Failure)] = []
    private let session: Session
    private var hasMet = false

    /// Asks for the account itself, its contacts and whoever the service finds for the names, all at once.
    init(_ names: [String], session: Session, context: Context) async throws(Failure) {
      self.session = session
      let searched = names.filter { $0.lowercased() != "me" }
      if context.options.offline {
        own = try await PeopleResolver(context: context, session: session).own()
        try await addCopied(searched, in: context)
        return
      }
      let contacts = try await context.session(session, needing: .readContacts)
      let people = try await context.session(session, needing: .readPeople)
      async let own = Self.own(PeopleResolver(context: context, session: session))
      async let book = Self.result { () async throws(GraphError) in
        searched.isEmpty ? [] : try await contacts.graph.allContacts()
      }
      async let relevant = Self.result { () async throws(GraphError) in
        var items: [JSON] = []
        for name in searched {
          items += try await people.graph.list(
            PeopleRequests.people(named: name), limit: PeopleRequests.searchLimit
          ).items
        }
        return items
      }
      let (ownResult, bookResult, peopleResult) = await (own, book, relevant)
      self.own = try ownResult.get()
      var found = [self.own]
      if !searched.isEmpty {
        found += try items(bookResult, "contacts").compactMap(KnownPerson.init(contact:))
        found += try items(peopleResult, "people").compactMap(KnownPerson.init(person:))
      }
      known = found.merged
    }

    /// Adds the contacts of the local copy, and whoever its events name.
    private mutating func addCopied(
      _ names: [String], in context: Context
    ) async throws(Failure) {
      hasMet = true
      known = [own]
      guard !names.isEmpty else { return }
      do {
        let book = try await ContactBook.forReading(context: context, session: session)
        known += try await book.contacts(
          in: try await book.folders(), properties: PeopleRequests.contactProperties
        ) { KnownPerson(contact: .object($0.raw)) }
        asked.append("the contacts of the local copy")
      } catch {
        gaps.append(("contacts", error))
      }
      do {
        for name in names {
          let met = try await context.copiedPeople(matching: name, session: session)
          known += met.filter { !$0.isContact }
            .compactMap { KnownPerson(names: [$0.name], addresses: [$0.address]) }
        }
        asked.append("its events")
      } catch {
        gaps.append(("meetings", error))
      }
      if asked.isEmpty, var failure = gaps.first?.failure {
        failure.kind = .tryAgain
        failure.what = "nobody can be looked for by name offline: \(names.joined(separator: ", "))"
        failure.hint = "write the address, or leave out --offline"
        throw failure
      }
      known = known.merged
    }

    /// Adds whoever invited or was invited in the default calendar, once.
    mutating func addMet(during range: Range<Date>) async throws(Failure) {
      guard !hasMet else { return }
      hasMet = true
      let view = CalendarRequests.view(range, properties: ["id", "organizer", "attendees"])
      let session = session
      let result = await Self.result { () async throws(GraphError) in
        try await session.graph.list(view).items
      }
      let people = try items(result, "meetings").flatMap { event -> [Person] in
        let attendees = event["attendees"]?.array ?? []
        return ([event["organizer"]].compactMap(\.self) + attendees)
          .compactMap { Person(graph: $0) }
      }
      known =
        (known + people.compactMap { KnownPerson(names: [$0.name], addresses: [$0.address]) })
        .merged
    }

    /// Says with `--verbose` which sources were not asked; whom a name was taken for is told in any case.
    func tellGaps(_ context: Context) {
      for gap in gaps {
        context.detail("names were not looked for in your \(gap.source): \(gap.failure.what)")
      }
    }

    /// What a source gave; one that may not be asked is remembered, any other trouble is an error.
    private mutating func items(
      _ result: Result<[JSON], GraphError>, _ source: String
    ) throws(Failure) -> [JSON] {
      do {
        let items = try result.get()
        asked.append(source)
        return items
      } catch {
        let failure = Failure(error, doing: "read your \(source)")
        guard [.refused, .notFound].contains(failure.kind) || failure.status == 400 else {
          throw failure
        }
        gaps.append((source, failure))
        return []
      }
    }

    private static func own(_ resolver: PeopleResolver) async -> Result<KnownPerson, Failure> {
      do { return .success(try await resolver.own()) } catch { return .failure(error) }
    }

    private static func result(
      _ body: () async throws(GraphError) -> [JSON]
    ) async -> Result<[JSON], GraphError> {
      do { return .success(try await body()) } catch { return .failure(error) }
    }
  }
}

extension GraphClient {
  /// The contacts of all folders.
  fileprivate func allContacts() async throws(GraphError) -> [JSON] {
    let properties = PeopleRequests.contactProperties
    var contacts = try await list(
      ContactRequests.contacts(in: .standard, properties: properties)
    ).items
    var folders = try await list(ContactRequests.folders()).items.compactMap { $0["id"]?.string }
    var seen = Set(folders)
    while let folder = folders.popLast() {
      contacts += try await list(
        ContactRequests.contacts(in: .other(id: folder), properties: properties)
      ).items
      folders += try await list(ContactRequests.folders(in: folder)).items
        .compactMap { $0["id"]?.string }.filter { seen.insert($0).inserted }
    }
    return contacts
  }
}
