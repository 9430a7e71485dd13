import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// `attachments`: listed, and saved without doing harm.
@Suite struct AttachmentsCommandTests {
  static let id = "AAMkAGI2FILES00="
  static let base = "GET /me/events/AAMkAGI2FILES00%3D/attachments"

  private static func item(_ id: String, _ name: String, _ more: String = "") -> String {
    let text = JSON.string(name).text(.wire)
    return
      ##"{"@odata.type":"#microsoft.graph.fileAttachment","id":"\##(id)","name":\##(text),"contentType":"text/plain","size":1234,"isInline":false\##(more)}"##
  }

  private func service(_ items: [String], _ more: [String: [Service.Answer]] = [:]) -> Service {
    Service([Self.base: [.list(items.joined(separator: ","))]].merging(more) { $1 })
  }

  private static func bytes(_ text: String, _ type: String = "text/plain") -> Service.Answer {
    .status(200, text, type: type)
  }

  private static let two = [item("a1", "Questions.txt"), item("a2", "../.hidden\u{202E}.txt")]
  private static let contents: [String: [Service.Answer]] = [
    base + "/a1/$value": [bytes("one")], base + "/a2/$value": [bytes("two")],
  ]

  @Test func `what is attached is listed`() async throws {
    let link =
      ##"{"@odata.type":"#microsoft.graph.referenceAttachment","id":"a3","name":"Plan","sourceUrl":"https://files.example/plan","size":0}"##
    let inline =
      ##"{"@odata.type":"#microsoft.graph.fileAttachment","id":"a4","name":"logo.png","contentType":"image/png","size":812,"isInline":true}"##
    let machine = Machine(service(Self.two + [link, inline]), columns: 80)
    try expectGolden(await machine.transcript("attachments", Self.id), "attachments.txt")
    let items = try await machine.run("attachments", Self.id, "--json").items
    #expect(items.map { $0["id"] } == ["a1", "a2", "a3", "a4"])
    #expect(items[3]["isInline"] == true)
    #expect(items[2]["sourceUrl"] == "https://files.example/plan")
    let rows = await machine.run("attachments", Self.id, "--format", "tsv").outputLines
    #expect(rows.first == "id\tname\tsize\tcontentType\tisInline\tpath")
    #expect(rows.count == 5)
    let none = await Machine(service([])).run("attachments", Self.id)
    #expect(none.status == 0 && none.output == "No attachments\n")
  }

  @Test func `files are saved under clean names, and nothing is replaced`() async throws {
    let home = try TemporaryHome()
    let folder = home.folder + "/in/two"
    let machine = Machine(service(Self.two, Self.contents))
    for (round, names) in [
      (1, ["Questions.txt", "_.hidden.txt"]), (2, ["Questions (2).txt", "_.hidden (2).txt"]),
    ] {
      let outcome = await machine.run("attachments", Self.id, "-o", folder, "--json")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let paths = try outcome.items.map { $0["graphcal"]?["path"]?.string }
      #expect(paths == names.map { folder + "/" + $0 }, "\(round)")
    }
    #expect(try home.read(folder + "/Questions.txt") == "one")
    #expect(try home.read(folder + "/_.hidden (2).txt") == "two")
    #expect(try Files.names(in: folder).count == 4)
  }

  @Test func `attached items get the ending of what they are`() async throws {
    let home = try TemporaryHome()
    func attached(_ id: String, _ name: String) -> String {
      ##"{"@odata.type":"#microsoft.graph.itemAttachment","id":"\##(id)","name":"\##(name)","size":9}"##
    }
    let machine = Machine(
      service(
        [attached("i1", "Meeting v1.2"), attached("i2", "Re: plan"), attached("i3", "")],
        [
          Self.base + "/i1/$value": [Self.bytes("BEGIN:VCALENDAR", "text/calendar; charset=utf-8")],
          Self.base + "/i2/$value": [Self.bytes("From: x", "text/plain")],
          Self.base + "/i3/$value": [Self.bytes("BEGIN:VCARD", "text/vcard")],
        ]))
    let outcome = await machine.run("attachments", Self.id, "-o", home.folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try Files.names(in: home.folder).sorted()
        == ["Meeting v1.2.ics", "Re_ plan.eml", "attachment.vcf"])
  }

  @Test func `what fails does not keep the rest from being saved`() async throws {
    let home = try TemporaryHome()
    var contents = Self.contents
    contents[Self.base + "/a2/$value"] = [.error(404, "ErrorItemNotFound", "It is gone.")]
    let machine = Machine(service(Self.two, contents))
    let outcome = await machine.run("attachments", Self.id, "-o", home.folder)
    #expect(outcome.status == 9)
    #expect(outcome.errors.contains("1 of 2 attachments could not be saved"))
    #expect(try Files.names(in: home.folder) == ["Questions.txt"])
    contents[Self.base + "/a1/$value"] = [.error(403, "ErrorAccessDenied")]
    let all = await Machine(service(Self.two, contents)).run(
      "attachments", Self.id, "-o", home.folder)
    #expect(all.status == 5)
  }

  @Test func `a link is not fetched, and a file is no folder`() async throws {
    let home = try TemporaryHome()
    let link =
      ##"{"@odata.type":"#microsoft.graph.referenceAttachment","id":"a3","name":"Plan","size":0}"##
    let outcome = await Machine(service([link])).run("attachments", Self.id, "-o", home.folder)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("not fetched"))
    #expect(outcome.requests("GET", "/$value").isEmpty)
    try home.write(home.folder + "/file", "x")
    let wrong = await Machine(service(Self.two, Self.contents)).run(
      "attachments", Self.id, "-o", home.folder + "/file")
    #expect(wrong.status == 2)
    #expect(wrong.requests("GET", "/$value").isEmpty)
  }
}
