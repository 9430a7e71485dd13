import FoundationEssentials
import HTTP
import Host
import JSON
import Synchronization
import TestSupport
import Testing

/// `contact-photo`.
@Suite struct ContactPhotoCommandTests {
  private static let id = "the-whole-id-of-lena"
  private static let value = "/me/contacts/\(id)/photo/$value"
  /// A whole PNG of one pixel.
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + Array("IEND".utf8)
    + [0, 0, 0, 0]

  private static func machine(hasPhoto: Bool = true, columns: Int? = nil) -> Machine {
    let none = Service.Answer.error(404, "ErrorItemNotFound")
    let photo = Service.Answer.success(
      HTTPResponse(status: 200, headers: ["Content-Type": "image/jpeg"], body: png))
    return Machine(
      Service([
        "GET \(value)": [hasPhoto ? photo : none],
        "GET /me/contacts/\(id)/photo": [
          hasPhoto ? .ok(#"{"@odata.context":"x","id":"1x1","width":1,"height":1}"#) : none
        ],
        "GET /me/contacts/\(id)": [.ok(#"{"id":"\#(id)"}"#)],
        "PUT \(value)": [.status(200)], "DELETE \(value)": [.status(204)],
      ]), columns: columns)
  }

  @Test func `it is drawn by chafa out of a private file that goes away`() async throws {
    var machine = Self.machine(columns: 80)
    let folder = try TemporaryFolder()
    machine.environment.variables["TMPDIR"] = folder.path
    let seen = Mutex<[(words: [String], mode: UInt32, bytes: [UInt8])]>([])
    machine.programs = ProgramStarter(isInstalled: { $0 == "chafa" }) {
      (words, streams) throws(HostError) in
      let path = words.last ?? ""
      let mode = try Files.status(of: path)?.mode ?? 0
      let bytes = try Files.read(path, limit: 1000)
      seen.withLock { $0.append((words, mode, bytes)) }
      return nil
    }
    let outcome = await machine.run("contact-photo", Self.id)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let start = try #require(seen.withLock { $0.first })
    #expect(start.words.count == 2 && start.words.first == "chafa")
    #expect(start.mode == 0o600)
    #expect(start.bytes == Self.png)
    #expect(try Files.names(in: folder.path).isEmpty)
  }

  @Test func `without chafa, or off a terminal, the way out is named`() async {
    let missing = await Self.machine(columns: 80).run("contact-photo", Self.id)
    #expect(missing.status == 1)
    #expect(missing.errors.contains("there is no chafa"))
    #expect(missing.errors.contains("contact-photo \(Self.id) -o FILE"))
    let piped = await Self.machine().run("contact-photo", Self.id)
    #expect(piped.status == 2)
    #expect(missing.requests.isEmpty && piped.requests.isEmpty)
  }

  @Test func `it is saved, and replaces a file only when that is said`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/lena.png"
    let machine = Self.machine()
    let saved = await machine.run("contact-photo", Self.id, "-o", path)
    #expect(saved.status == 0, "\(saved.errors)")
    #expect(saved.errors.contains("saved the photo to \(path) (\(Self.png.count) bytes)"))
    #expect(try Files.read(path, limit: 1000) == Self.png)
    try PrivateFile(path: path).write(Array("mine".utf8), now: Date())
    let refused = await machine.run("contact-photo", Self.id, "-o", path)
    #expect(refused.status == 8)
    #expect(refused.errors.contains("--yes"))
    #expect(try Files.read(path, limit: 1000) == Array("mine".utf8))
    let json = try await machine.run("contact-photo", Self.id, "-o", path, "--yes", "--json").json
    #expect(json["contentType"]?.string == "image/png")
    #expect(try Files.read(path, limit: 1000) == Self.png)
    #expect(try Files.names(in: folder.path) == ["lena.png"])
    let bytes = await machine.run("contact-photo", Self.id, "-o", "-")
    #expect(bytes.output == String(decoding: Self.png, as: UTF8.self))
    let onto = await machine.run("contact-photo", Self.id, "-o", folder.path)
    #expect(onto.status == 2)
    #expect(await Self.machine(columns: 80).run("contact-photo", Self.id, "-o", "-").status == 2)
  }

  @Test(arguments: [[], ["-o", "/tmp/never-made.jpg"], ["--remove", "--yes"], ["--json"]])
  func `a contact without a photo is told from one that is not there`(words: [String]) async {
    var machine = Self.machine(hasPhoto: false, columns: words.isEmpty ? 80 : nil)
    machine.programs.isInstalled = { _ in true }
    let none = await machine.run(["contact-photo", Self.id] + words)
    #expect(none.status == 3)
    #expect(none.errors.contains("the contact has no photo"), "\(none.errors)")
    #expect(none.requests.allSatisfy { $0.method == "GET" })
    let gone = await machine.run(["contact-photo", "some-other-whole-id"] + words)
    #expect(gone.status == 3)
    #expect(!gone.errors.contains("has no photo"))
  }

  @Test func `a picture is sent by its bytes, whatever its name`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/photo.txt"
    try PrivateFile(path: path).write(Self.png, now: Date())
    let machine = Self.machine()
    let outcome = await machine.run("contact-photo", Self.id, "--set", path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasSuffix(": 1 × 1 pixels.\n"))
    let request = try #require(outcome.requests("PUT", "$value").first)
    #expect(request.body == Self.png)
    #expect(request.headers["Content-Type"] == "image/png")
    let dry = await machine.run("contact-photo", Self.id, "--set", path, "--dry-run")
    #expect(dry.requests.isEmpty)
    #expect(try dry.items.first?["content"]?["size"]?.int == Self.png.count)
    #expect(try dry.items.first?["content"]?["type"]?.string == "image/png")
    #expect(await machine.run("contact-photo", Self.id, "--set", path, "--read-only").status == 8)
  }

  @Test(arguments: [
    (Array("This is a letter.".utf8), "is no picture"), ([], "is empty"),
    (Array("GIF89a----".utf8), "is a GIF picture"), (Array(png.dropLast(9)), "damaged PNG"),
    (png + [UInt8](repeating: 0, count: 5 << 20), "too large"),
  ])
  func `what is no photo is refused before anything is sent`(
    bytes: [UInt8], words: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/photo.jpg"
    try PrivateFile(path: path).write(bytes, now: Date())
    let outcome = await Self.machine().run("contact-photo", Self.id, "--set", path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
    let missing = await Self.machine().run("contact-photo", Self.id, "--set", path + "x")
    #expect(missing.status == 2 && missing.requests.isEmpty)
  }

  @Test func `it is removed after a question`() async {
    var machine = Self.machine()
    #expect(await machine.run("contact-photo", Self.id, "--remove").status == 8)
    machine.typed = ["n"]
    #expect(await machine.run("contact-photo", Self.id, "--remove").status == 8)
    machine.typed = ["y"]
    let outcome = await machine.run("contact-photo", Self.id, "--remove")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests("DELETE", "/photo/$value").count == 1)
    let dry = await machine.run("contact-photo", Self.id, "--remove", "--dry-run")
    #expect(dry.requests("DELETE", "$value").isEmpty)
    #expect(dry.output.contains("DELETE"))
    let both = await machine.run("contact-photo", Self.id, "--remove", "--set", "x")
    #expect(both.status == 2)
  }
}
