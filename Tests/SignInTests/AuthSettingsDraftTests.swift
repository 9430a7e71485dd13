import FoundationEssentials
import Host
import JSON
import SignIn
import TestSupport
import Testing

@Suite struct AuthSettingsDraftTests {
  static let id = "5f0c6f0e-0000-4000-8000-00000000c11e"
  static let now = Date(timeIntervalSince1970: 1_796_025_600)

  let folder: TemporaryFolder
  var environment: Environment { ["HOME": folder.path] }
  var path: String { folder.at(".config/graphcal/AuthSettings.json") }

  init() throws { folder = try TemporaryFolder() }

  private func draft(_ cloud: Cloud = .global) throws -> AuthSettingsDraft {
    try AuthSettingsDraft(
      clientID: Self.id, tenant: "contoso.example", cloud: cloud, scopes: ["User.Read"])
  }

  private func put(_ text: String) throws {
    try Files.createPrivateFolder(folder.at(".config/graphcal"))
    try folder.put(".config/graphcal/AuthSettings.json", text)
  }

  private func read(_ path: String) throws -> String {
    String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
  }

  @Test(arguments: [" 5F0C6F0E-0000-4000-8000-00000000C11E\t", "\"\(id)\"", "'\(id)' ", id])
  func `an id is taken as people paste it`(text: String) throws {
    #expect(try AuthSettingsDraft.clientID(text) == Self.id)
  }

  @Test(arguments: [
    "", "x", "graphcal", "00000000-0000-0000-0000-000000000000", id + "0",
    "5f0c6f0e-0000-4000-8000-00000000c11g", "\u{1B}[31m",
  ])
  func `what is no id is refused`(text: String) {
    let error = #expect(throws: SignInError.self) { try AuthSettingsDraft.clientID(text) }
    #expect(error?.kind == .usage)
    #expect(error?.what.contains("\u{1B}") == false)
  }

  @Test func `a new file is private, and is read as it was meant`() throws {
    let place = try AuthSettingsPlace(option: nil, environment: environment)
    #expect(place.path == path)
    #expect(place.content == .missing)
    #expect(try place.save(draft(.china), now: Self.now) == nil)
    #expect(try Files.status(of: path)?.mode == 0o600)
    #expect(try Files.status(of: folder.at(".config/graphcal"))?.mode == 0o700)
    let settings = try AuthSettings.load(environment: environment)
    #expect(settings.clientID.value == Self.id)
    #expect(settings.tenant.value == "contoso.example")
    #expect(settings.cloud.value == .china)
    #expect(settings.scopes.value == ["User.Read"])
    #expect(settings.warnings.isEmpty)
  }

  @Test func `other keys stay, and the old file is kept with its comments`() throws {
    let old = "// mine\n{\"Other\": [1], \"AppId\": \"a\", \"Cloud\": \"usgov\"}\n"
    try put(old)
    let place = try AuthSettingsPlace(option: nil, environment: environment)
    #expect(try !place.holds(draft()))
    let copy = try #require(try place.save(draft(), now: Self.now))
    #expect(copy.hasPrefix(path + ".old-2026"))
    #expect(try read(copy) == old)
    #expect(try Files.status(of: copy)?.mode == 0o600)
    let new = try JSON(parsing: read(path))
    #expect(new["Other"] == [1])
    #expect(new["AppId"]?.string == Self.id)
    #expect(new["Cloud"] == "global")
    #expect(try AuthSettingsPlace(option: nil, environment: environment).holds(draft()))
  }

  @Test(arguments: ["", "{", "[]", "\u{0}\u{0}"])
  func `a damaged file is kept and replaced`(text: String) throws {
    try put(text)
    let place = try AuthSettingsPlace(option: nil, environment: environment)
    #expect(place.content == .damaged)
    let copy = try #require(try place.save(draft(), now: Self.now))
    #expect(try read(copy) == text)
    #expect(try AuthSettings.load(environment: environment).clientID.value == Self.id)
  }

  @Test func `a named file goes before the usual one, and the option before the variable`() throws {
    var environment = environment
    environment.variables["GRAPHCAL_AUTH_SETTINGS"] = "~/a.json"
    #expect(
      try AuthSettingsPlace(option: nil, environment: environment).path == folder.at("a.json"))
    #expect(
      try AuthSettingsPlace(option: folder.at("b.json"), environment: environment).path
        == folder.at("b.json"))
    let error = #expect(throws: SignInError.self) {
      try AuthSettingsPlace(option: nil, environment: [:])
    }
    #expect(error?.why?.contains("HOME") == true)
  }

  @Test func `a folder in the place of the file is told, and nothing is lost`() throws {
    try Files.createPrivateFolder(path)
    #expect(throws: SignInError.self) {
      try AuthSettingsPlace(option: nil, environment: environment)
    }
    #expect(try Files.status(of: path)?.kind == .folder)
  }
}
