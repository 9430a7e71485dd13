import Commands
import FoundationEssentials
import Glibc
import HTTP
import Host
import JSON
import Testing

/// The token cache of a home, looked at and changed as another program would.
extension TemporaryHome {
  /// The folder of the cache and of everything that is made with it.
  var stateFolder: String { Paths.folder(of: tokenCache) }

  func cacheBytes() throws -> [UInt8] { try Files.read(tokenCache, limit: 1 << 24) }

  func cache() throws -> JSON { try JSON(parsing: cacheBytes()) }

  /// The entries of a section, in their order.
  func entries(_ section: String) throws -> [JSON] {
    try cache()[section]?.object?.members.map(\.value) ?? []
  }

  /// What the entries of a section have in a field.
  func stored(_ section: String, _ field: String = "secret") throws -> [String] {
    try entries(section).compactMap { $0[field]?.string }
  }

  /// Changes the text of the cache in place.
  func editCache(_ change: (inout JSONObject) throws -> Void) throws {
    var root = try #require(try cache().object)
    try change(&root)
    try write(tokenCache, JSON.object(root).bytes(.msal))
  }

  /// Changes every entry of a section.
  func editEntries(_ section: String, _ change: (inout JSONObject) -> Void) throws {
    try editCache { root in
      let entries = try #require(root[section]?.object)
      root[section] = .object(
        JSONObject(
          entries.members.map { key, value in
            var entry = value.object ?? [:]
            change(&entry)
            return (key, .object(entry))
          }))
    }
  }

  /// Puts further entries into a section.
  func addEntries(_ section: String, _ entries: JSONObject) throws {
    try editCache { root in
      var all = root[section]?.object ?? [:]
      for (key, value) in entries { all[key] = value }
      root[section] = .object(all)
    }
  }

  /// The names in the folder of the cache without those of the state file.
  func names() throws -> [String] {
    try Files.names(in: stateFolder).filter { !$0.hasPrefix("state.sqlite") }.sorted()
  }

  func mode(_ path: String) throws -> UInt32? { try Files.status(of: path)?.mode }

  /// Says that a file was last changed at `date`.
  func setModified(_ path: String, _ date: Date) {
    let time = timespec(tv_sec: Int(date.timeIntervalSince1970.rounded(.down)), tv_nsec: 0)
    utimensat(AT_FDCWD, path, [time, time], 0)
  }
}

extension Machine {
  static let deviceCodePath = "POST /common/oauth2/v2.0/devicecode"

  /// Signs somebody in by device code.
  func signIn(_ grant: Grant) async -> Outcome {
    await service.script(Self.deviceCodePath, Identity.deviceCode)
    await service.script(Identity.tokenPath, grant.answer)
    return await run("login", "--device-code")
  }

  /// Lets the access tokens end, and answers the token endpoint's next requests so.
  func expire(then answers: Service.Answer...) async {
    clock.advance(by: .seconds(4000))
    await service.script(Identity.tokenPath, answers)
  }
}

extension Outcome {
  /// The requests to the token endpoint.
  var tokenRequests: [HTTPRequest] { requests("POST", "/token") }

  /// The refresh tokens that were sent, in order.
  var refreshTokensSent: [String?] { tokenRequests.map { $0.form["refresh_token"] } }
}
