import Foundation
import Testing

/// Photos and folders of contacts, by the real programs.
@Suite struct AddressBookTests {
  private static func signedIn(at emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    let scopes = "User.Read,Contacts.ReadWrite"
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    return home
  }

  private static func id(_ query: String, in home: Home) async throws -> String {
    let found = try await home.graphcal("contacts", query, "--json").items
    return try #require((found.first?["graphcal"] as? [String: Any])?["id"] as? String)
  }

  /// A whole PNG of one grey pixel.
  private static let png = Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81y"
      + "tgAAAABJRU5ErkJggg==")

  @Test func `a photo is set, drawn, saved and removed`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    #expect(
      try await home.graphcal("new-contact", "--given-name", "Zoe", "--surname", "Quay").status == 0
    )
    let id = try await Self.id("zoe quay", in: home)
    let none = try await home.graphcal("contact-photo", id, "-o", home.path("zoe.png"))
    #expect(none.status == 3)
    #expect(none.errors.contains("the contact has no photo"))
    let png = try #require(Self.png)
    try png.write(to: URL(fileURLWithPath: home.path("pixel")))
    let set = try await home.graphcal("contact-photo", id, "--set", home.path("pixel"))
    #expect(set.status == 0, "\(set.errors)")
    let saved = try await home.graphcal("contact-photo", id, "-o", home.path("zoe.png"))
    #expect(saved.status == 0, "\(saved.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: home.path("zoe.png"))) == png)
    #expect(try await home.graphcal("contact-photo", id, "-o", home.path("zoe.png")).status == 8)
    let piped = try await home.shell("graphcal contact-photo \(id) -o - | cmp - \"$HOME/pixel\"")
    #expect(piped.status == 0, "\(piped.errors)")
    let info = try await home.graphcal("contact-photo", id, "--json").json as? [String: Any]
    #expect(info?["width"] as? Int == 1)
    // A program called chafa that tells what it was given.
    try FileManager.default.createDirectory(
      atPath: home.path("bin"), withIntermediateDirectories: true)
    let chafa = home.path("bin/chafa")
    try "#!/bin/sh\ncmp \"$1\" \"$HOME/pixel\" && stat -c 'drawn %a' \"$1\"\n".write(
      toFile: chafa, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: chafa)
    let terminal = ["GRAPHCAL_FORCE_TTY": "80", "TMPDIR": home.path("bin")]
    let drawn = try await home.graphcal(
      "contact-photo", id,
      environment: terminal.merging(["PATH": home.path("bin") + ":/usr/bin:/bin"]) { $1 })
    #expect(drawn.output == "drawn 600\n", "\(drawn.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path("bin")) == ["chafa"])
    let missing = try await home.graphcal(
      "contact-photo", id, environment: terminal.merging(["PATH": home.path("none")]) { $1 })
    #expect(missing.status == 1)
    #expect(missing.errors.contains("there is no chafa"))
    #expect(try await home.graphcal("contact-photo", id, "--remove").status == 8)
    #expect(try await home.graphcal("contact-photo", id, "--remove", "--yes").status == 0)
    #expect(try await home.graphcal("contact-photo", id, "--remove", "--yes").status == 3)
  }

  @Test func `what is no photo never reaches the service`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let id = try await Self.id("dvorak", in: home)
    let large = try #require(Self.png) + Data(count: 5 << 20)
    try large.write(to: URL(fileURLWithPath: home.path("large.png")))
    try Data("This is a letter.".utf8).write(to: URL(fileURLWithPath: home.path("letter.jpg")))
    for name in ["large.png", "letter.jpg"] {
      #expect(try await home.graphcal("contact-photo", id, "--set", home.path(name)).status == 2)
    }
    #expect(try emulator.requests("PUT", "$value").isEmpty)
  }

  @Test func `folders are made, renamed, moved and deleted`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    func paths() async throws -> [String] {
      try await home.graphcal("contact-folders", "--json").items
        .compactMap { ($0["graphcal"] as? [String: Any])?["path"] as? String }
    }
    let before = try await paths()
    #expect(try await home.graphcal("new-contact-folder", "Sailing").status == 0)
    let inner = try await home.graphcal("new-contact-folder", "Crew", "--parent", "sailing")
    #expect(inner.status == 0, "\(inner.errors)")
    let taken = try await home.graphcal("new-contact-folder", "sailing")
    #expect(taken.status == 6)
    #expect(taken.errors.contains("is there already"))
    #expect(
      try await home.graphcal("new-contact", "--given-name", "Ida", "--folder", "Sailing/Crew")
        .status == 0)
    let renamed = try await home.graphcal("edit-contact-folder", "Sailing", "--name", "Regatta")
    #expect(renamed.status == 0, "\(renamed.errors)")
    #expect(try await Set(paths()) == Set(before + ["Regatta", "Regatta/Crew"]))
    let moved = try await home.graphcal(
      "edit-contact-folder", "Regatta/Crew", "--parent", "Contacts")
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(try await Set(paths()) == Set(before + ["Regatta", "Crew"]))
    #expect(
      try await home.graphcal("edit-contact-folder", "Crew", "--parent", "Regatta").status == 0)
    let asked = try await home.graphcal("delete-contact-folder", "Regatta")
    #expect(asked.status == 8)
    #expect(asked.errors.contains("with one contact and one folder in it"), "\(asked.errors)")
    #expect(try await home.graphcal("delete-contact-folder", "Contacts", "--yes").status == 2)
    #expect(try await home.graphcal("delete-contact-folder", "Regatta", "--yes").status == 0)
    #expect(try await paths() == before)
    #expect(try await home.graphcal("contacts", "ida", "--json").items.isEmpty)
  }
}
