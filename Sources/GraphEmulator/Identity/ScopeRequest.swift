/// The scopes of one request, sorted into what they are for.
///
/// Source: Microsoft identity platform, "Scopes and permissions".
struct ScopeRequest: Sendable, Equatable {
  /// Permissions of Graph by their short names, in the spelling of the permissions reference.
  var permissions: [String] = []
  /// Whether the permissions were written as addresses, which the answer then does too.
  var asAddresses = false
  /// Whether everything that was consented to before is asked for.
  var isDefault = false
  var openID = false
  var profile = false
  var email = false
  var offlineAccess = false

  /// Sorts `text`, the value of the parameter `scope`.
  ///
  /// The address under which the client knows this service, `root`, may stand for Graph's own.
  ///
  /// - Throws: `IdentityError` for no scope at all, one that Graph does not have, one of another
  ///   resource, and `.default` among others.
  init(_ text: String, root: String) throws(IdentityError) {
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\n" }
    guard !words.isEmpty else { throw .missing("scope") }
    for word in words {
      switch word.lowercased() {
      case "openid": openID = true
      case "profile": profile = true
      case "email": email = true
      case "offline_access": offlineAccess = true
      default: try add(String(word), root: root)
      }
    }
    guard !isDefault || permissions.isEmpty else {
      throw Self.invalid(text, "'.default' cannot be combined with other permissions.")
    }
  }

  private mutating func add(_ word: String, root: String) throws(IdentityError) {
    var name = word
    if word.contains("/") {
      let resources = Self.graphResources + [root]
      guard
        let resource = resources.first(where: { word.lowercased().hasPrefix($0.lowercased() + "/") }
        )
      else {
        throw IdentityError(
          "invalid_resource", 500011, "The resource of the scope '\(word)' is not known here.")
      }
      // A resource that ends in a slash itself gives two.
      name = String(word.dropFirst(resource.count).drop { $0 == "/" })
      asAddresses = true
    }
    if name == ".default" {
      isDefault = true
    } else if let known = GraphPermission.known[name.lowercased()] {
      if !permissions.contains(known) { permissions.append(known) }
    } else {
      throw Self.invalid(word, "It does not exist.")
    }
  }

  private static func invalid(_ text: String, _ reason: String) -> IdentityError {
    IdentityError("invalid_scope", 70011, "The scope '\(text)' is not valid. \(reason)")
  }

  private static let graphResources = [
    "https://graph.microsoft.com", "00000003-0000-0000-c000-000000000000",
  ]

  /// The scope of the answer: `granted` in the style of this request, with what belongs to signing in.
  func echo(granted: [String]) -> String {
    var words = granted.map { asAddresses || isDefault ? "\(Self.graphResources[0])/\($0)" : $0 }
    if isDefault { words.append("\(Self.graphResources[0])/.default") }
    if openID { words += ["profile", "openid", "email"] }
    return words.joined(separator: " ")
  }
}

/// The delegated permissions of Graph that an application may ask for here.
///
/// Source: Microsoft Graph, "Permissions reference".
enum GraphPermission {
  private static let names = [
    "Calendars.Read", "Calendars.Read.Shared", "Calendars.ReadBasic", "Calendars.ReadWrite",
    "Calendars.ReadWrite.Shared", "Contacts.Read", "Contacts.Read.Shared", "Contacts.ReadWrite",
    "Contacts.ReadWrite.Shared", "Directory.Read.All", "Files.Read", "Files.Read.All",
    "Files.ReadWrite", "Files.ReadWrite.All", "Group.Read.All", "Group.ReadWrite.All", "Mail.Read",
    "Mail.Read.Shared", "Mail.ReadBasic", "Mail.ReadWrite", "Mail.ReadWrite.Shared", "Mail.Send",
    "Mail.Send.Shared", "MailboxSettings.Read", "MailboxSettings.ReadWrite", "Notes.Read",
    "Notes.ReadWrite", "OnlineMeetings.Read", "OnlineMeetings.ReadWrite", "People.Read",
    "People.Read.All", "Place.Read.All", "Presence.Read", "Presence.Read.All", "Sites.Read.All",
    "Sites.ReadWrite.All", "Tasks.Read", "Tasks.Read.Shared", "Tasks.ReadWrite",
    "Tasks.ReadWrite.Shared", "User.Read", "User.Read.All", "User.ReadBasic.All", "User.ReadWrite",
    "User.ReadWrite.All", "User.RevokeSessions.All",
  ]

  /// The right spelling by the name in lower case.
  static let known = Dictionary(uniqueKeysWithValues: names.map { ($0.lowercased(), $0) })

  /// What the applications here are registered for, so what `.default` stands for.
  static let registered = [
    "Calendars.ReadWrite", "Calendars.ReadWrite.Shared", "Contacts.ReadWrite",
    "MailboxSettings.ReadWrite", "People.Read", "User.Read", "User.ReadBasic.All",
  ]
}
