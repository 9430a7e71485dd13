package import FoundationEssentials
import Host
package import JSON

/// What the mailboxes hold at the start, as one JSON document.
///
/// The document is `{"users":[{"user","place","mailboxSettings","masterCategories","calendars",
/// "events","contacts","contactFolders","photo"}],"roomLists":[{"displayName","emailAddress",
/// "rooms"}]}` in Graph's own resources; `SeedLoader` reads them.
package struct Seed: Sendable {
  /// One person with everything that is theirs.
  package struct Person: Sendable {
    package var user: EmulatorUser
    /// The element of `users` it came from.
    package var content: JSONObject
    /// Further events and contacts that are made up while loading.
    package var random: RandomMailbox?

    init(user: EmulatorUser, content: JSONObject = [:], random: RandomMailbox? = nil) {
      self.user = user
      self.content = content
      self.random = random
    }
  }

  package var people: [Person]
  package var roomLists: [EmulatorRoomList] = []
  /// What to call the seed when it is of no use.
  package var name: String

  /// A seed file of 64 MB holds some 50,000 events.
  private static let largestFile = 64 * 1024 * 1024

  /// The seed that an option asks for.
  ///
  /// - Parameters:
  ///   - seed: the value of `--seed`.
  ///   - now: the clock of the service, around which the demo lies.
  /// - Throws: `EmulatorError` for a file that cannot be read or is no seed.
  package init(_ seed: EmulatorSeed, now: Date) throws(EmulatorError) {
    switch seed {
    case .empty:
      name = "empty"
      people = Self.demoPeople
      roomLists = EmulatorDirectory.demo.roomLists
    case .demo:
      name = "demo"
      people = DemoSeed(now: now).people
      roomLists = EmulatorDirectory.demo.roomLists
    case .random(let events, let contacts, let number):
      name = "random"
      people = Self.demoPeople
      roomLists = EmulatorDirectory.demo.roomLists
      people[0].content["mailboxSettings"] = .object(DemoSeed.miraSettings)
      people[0].random = RandomMailbox(
        events: events, contacts: contacts, seed: number, now: now)
    case .file(let path):
      let text: [UInt8]
      do throws(HostError) {
        text = try Files.read(path, limit: Self.largestFile)
      } catch {
        throw EmulatorError(
          what: "cannot read the seed \(path)", why: error.explanation,
          hint: "--seed takes demo, empty, random:events=N,contacts=M,seed=K or a JSON file")
      }
      self = try Seed(text: text, name: path)
    }
  }

  private static var demoPeople: [Person] {
    (EmulatorDirectory.demo.users + EmulatorDirectory.demo.resources).map { Person(user: $0) }
  }

  /// Everybody who has a mailbox.
  package var directory: EmulatorDirectory {
    let all = people.map(\.user)
    return EmulatorDirectory(
      users: all.filter { $0.purpose == .user }, resources: all.filter { $0.purpose != .user },
      roomLists: roomLists)
  }
}

extension Seed {
  /// A seed from the text of a file; comments are taken.
  package init(text: [UInt8], name: String) throws(EmulatorError) {
    let document: JSON
    do throws(JSONError) {
      document = try JSONDocument(parsing: text, options: .comments).root
    } catch {
      throw .seed(name, "line \(error.line), column \(error.column): \(error.reason)")
    }
    guard let users = document["users"]?.array, !users.isEmpty else {
      throw .seed(name, "there is no list of users in it")
    }
    self.name = name
    people = []
    for (index, user) in users.enumerated() {
      let place = "users[\(index)]"
      guard case .object(let content) = user else {
        throw .seed(name, "\(place) is not an object")
      }
      if let stranger = content.keys.first(where: { !Self.members.contains($0) }) {
        throw .seed(name, "\(place) has \"\(stranger)\", which a user has not")
      }
      guard var person = EmulatorUser(seed: content["user"] ?? .null) else {
        throw .seed(name, "\(place).user is neither a name nor a Graph user")
      }
      guard !people.contains(where: { $0.user.answers(to: person.userPrincipalName) }) else {
        throw .seed(name, "\(person.userPrincipalName) stands in it twice")
      }
      if let purpose = content["mailboxSettings"]?["userPurpose"]?.string {
        person.purpose = EmulatorUser.Purpose(rawValue: purpose) ?? .user
      }
      person.place = content["place"]?.object ?? [:]
      people.append(Person(user: person, content: content))
    }
    guard people.contains(where: { $0.user.purpose == .user }) else {
      throw .seed(name, "nobody in it can sign in")
    }
    for (index, list) in (document["roomLists"]?.array ?? []).enumerated() {
      guard let title = list["displayName"]?.string, let address = list["emailAddress"]?.string
      else {
        throw .seed(name, "roomLists[\(index)] has no displayName or no emailAddress")
      }
      roomLists.append(
        EmulatorRoomList(
          id: StableID.guid("roomList", address.lowercased()), displayName: title,
          emailAddress: address, rooms: (list["rooms"]?.array ?? []).compactMap(\.string)))
    }
  }

  private static let members: Set<String> = [
    "user", "place", "mailboxSettings", "masterCategories", "calendars", "events", "contacts",
    "contactFolders", "photo",
  ]
}

extension EmulatorUser {
  /// A user from a seed: a principal name, or a Graph user with at least `userPrincipalName`.
  ///
  /// Names at outlook, hotmail, live and msn are personal accounts; every other domain is an
  /// organisation of its own.
  init?(seed: JSON) {
    var profile: JSONObject = seed.object ?? [:]
    guard let name = seed.string ?? profile["userPrincipalName"]?.string ?? profile["mail"]?.string,
      let at = name.firstIndex(of: "@"), at != name.startIndex
    else { return nil }
    let domain = name[name.index(after: at)...].lowercased()
    let personal = ["outlook", "hotmail", "live", "msn"]
    let isPersonal = personal.contains { domain.hasPrefix($0 + ".") }
    let tenant: EmulatorTenant =
      isPersonal
      ? .personal : EmulatorTenant(id: StableID.guid("tenant", domain), domain: domain)
    let known = EmulatorDirectory.demo.user(named: name)
    let shown = profile["displayName"]?.string ?? known?.displayName
    if profile.isEmpty { profile = known?.profile ?? [:] }
    for key in ["id", "userPrincipalName", "displayName", "mail"] { profile[key] = Optional.none }
    self.init(
      id: seed["id"]?.string ?? known?.id ?? Self.objectID(name, isPersonal: isPersonal),
      userPrincipalName: name, displayName: shown ?? String(name[..<at]),
      mail: seed["mail"].map(\.string) ?? name, tenant: known?.tenant ?? tenant,
      profile: profile)
  }

  /// Object ids of personal accounts begin with zeros, since they are 64-bit numbers.
  private static func objectID(_ name: String, isPersonal: Bool) -> String {
    let id = StableID.guid("user", name.lowercased())
    return isPersonal ? "00000000-0000-0000" + id.dropFirst(18) : id
  }
}

extension EmulatorError {
  static func seed(_ name: String, _ why: String) -> EmulatorError {
    EmulatorError(
      what: "cannot use the seed \(name)", why: why,
      hint:
        "a seed is {\"users\":[{\"user\":\"ana@contoso.example\",\"events\":[…]}]} in Graph's JSON")
  }
}
