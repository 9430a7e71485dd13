import Calendaring
import FoundationEssentials
import Host
import JSON
import Store

/// The copy of a mailbox as it lies on this machine.
///
/// It is found without the sign-in, so that no token cache is opened and no keyring asked: what calls
/// each second, or at each letter typed, has no time for that.
struct StoredCopy: Sendable {
  /// The key of the account, as far as the name of the file tells it.
  var account: String
  var store: MailboxStore
  /// Its calendars and folders, in the order of the service.
  var collections: [CopyCollection]

  /// The collections of a kind; nil where they are not copied, or not all of them to the end.
  func complete(_ kind: CopyKind) -> [CopyCollection]? {
    let found = collections.filter { $0.kind == kind }
    return found.isEmpty || LocalCopy.time(of: found) == nil ? nil : found
  }

  /// Whose it is, by the default calendar; nil where that does not tell.
  var owner: String? {
    collections.first { $0.resource["isDefaultCalendar"]?.bool == true }?
      .resource["owner"]?["address"]?.string
  }

  private static let prefix = "mailbox-"
  private static let ending = ".sqlite"

  /// The accounts that have a file.
  fileprivate static func accounts(_ environment: Environment) -> [String] {
    guard let folder = try? Paths(environment: environment).state("graphcal"),
      let names = try? Files.names(in: folder)
    else { return [] }
    return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(ending) }
      .map { String($0.dropFirst(prefix.count).dropLast(ending.count)) }.sorted()
  }

  fileprivate init?(account: String, environment: Environment) async throws(Failure) {
    guard let store = MailboxFile.store(account: account, environment: environment),
      LocalCopy.exists(store.path)
    else { return nil }
    self.account = account
    self.store = store
    do { collections = try await store.collections() ?? [] } catch {
      throw Failure(error, doing: "read the local copy")
    }
  }

  /// Whether a person may mean this account by a name: its key, or the address of its owner, or the
  /// beginning of that.
  fileprivate func isCalled(_ name: String) -> Bool {
    let name = name.lowercased()
    let owners = collections.filter { $0.resource["isDefaultCalendar"]?.bool == true }
      .compactMap { $0.resource["owner"]?["address"]?.string?.lowercased() }
    return account.lowercased() == name || owners.contains { $0.hasPrefix(name) }
  }
}

extension Context {
  /// The copy of the account that is meant.
  ///
  /// Where what lies on the machine does not tell which one that is, the sign-in does.
  ///
  /// - Throws: `Failure` of kind notFound where there is none; it says how to make one.
  func storedCopy() async throws(Failure) -> StoredCopy {
    try requireOneAccount()
    if let tokenGiver {
      throw missingCopy("with the token from \(tokenGiver) nothing is stored")
    }
    guard !StoredCopy.accounts(environment).isEmpty else { throw missingCopy(nil) }
    let found = try await meantCopies()
    if found.count == 1 { return found[0] }
    let account = try await session().accountKey
    guard let copy = try await StoredCopy(account: account, environment: environment) else {
      throw missingCopy(nil)
    }
    return copy
  }

  /// The copy of the account that is meant, where what lies on the machine tells which one that is, and
  /// there is something in it.
  func copyWithoutSignIn() async -> StoredCopy? {
    guard tokenGiver == nil, let found = try? await meantCopies(), found.count == 1,
      !found[0].collections.isEmpty
    else { return nil }
    return found[0]
  }

  /// The copies of all accounts that have something in them.
  func allCopies() async -> [StoredCopy] {
    var copies: [StoredCopy] = []
    for account in StoredCopy.accounts(environment) {
      if let copy = try? await StoredCopy(account: account, environment: environment),
        !copy.collections.isEmpty
      {
        copies.append(copy)
      }
    }
    return copies
  }

  /// The age of the copy that `--offline` would answer from, for somebody who has to sign in first; nil
  /// where there is none.
  func ageOfCopy() async -> String? {
    guard !options.offline, let copy = await copyWithoutSignIn(),
      let calendars = copy.complete(.calendar), let time = LocalCopy.time(of: calendars)
    else { return nil }
    return LocalCopy.age(since: time, now: now())
  }

  /// The copies that may be meant, by the name that was given or by the default account.
  private func meantCopies() async throws(Failure) -> [StoredCopy] {
    let accounts = StoredCopy.accounts(environment)
    var found: [StoredCopy] = []
    if let name = chosenAccountName {
      for account in accounts {
        guard let copy = try await StoredCopy(account: account, environment: environment) else {
          continue
        }
        if copy.isCalled(name) { found.append(copy) }
      }
    } else {
      let preferred = await state.setting("defaultAccount")
      let wanted = accounts.filter { accounts.count == 1 || $0 == preferred }
      for account in wanted {
        if let copy = try await StoredCopy(account: account, environment: environment) {
          found.append(copy)
        }
      }
    }
    return found
  }

  /// That there is no copy, and how to make one.
  func missingCopy(_ why: String?) -> Failure {
    Failure(
      .notFound, "there is no complete copy of the mailbox on this machine", why: why,
      hint: "graphcal sync")
  }
}
