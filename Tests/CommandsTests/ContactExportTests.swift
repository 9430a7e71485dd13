import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

@testable import Commands

/// What `export` writes of contacts.
@Suite struct ContactExportTests {
  private static let key =
    "String {2c8a0f5e-6d0b-4b7e-9a51-6f0c4b1d7e93} Name graphcalSourceUID"

  private static func contact(_ id: String, _ members: String, uid: String? = nil) -> String {
    var text =
      #"{"id":"\#(id)","parentFolderId":"f-0","lastModifiedDateTime":"2026-11-01T10:00:00Z""#
    let nulls = [
      "assistantName", "birthday", "businessHomePage", "companyName", "department", "displayName",
      "fileAs", "generation", "givenName", "initials", "jobTitle", "manager", "middleName",
      "mobilePhone", "nickName", "officeLocation", "personalNotes", "profession", "spouseName",
      "surname", "title", "yomiCompanyName", "yomiGivenName", "yomiSurname",
    ]
    for name in nulls where !members.contains("\"\(name)\":") { text += ",\"\(name)\":null" }
    for name in [
      "businessPhones", "categories", "children", "emailAddresses", "homePhones", "imAddresses",
    ] where !members.contains("\"\(name)\":") { text += ",\"\(name)\":[]" }
    for name in ["businessAddress", "homeAddress", "otherAddress"]
    where !members.contains("\"\(name)\":") { text += ",\"\(name)\":{}" }
    if let uid {
      text += #","singleValueExtendedProperties":[{"id":"\#(key)","value":"\#(uid)"}]"#
    }
    return text + ",\(members)}"
  }

  private static let zoe = contact(
    "the-whole-id-of-zoe",
    #""displayName":"Zoë; Lind","givenName":"Zoë","surname":"Lind","birthday":"1604-02-29T11:59:00Z","mobilePhone":"+1-555-0100","emailAddresses":[{"address":"zoe@contoso.example","name":"home"}],"personalNotes":"one\ntwo""#,
    uid: "zoe-uid")
  private static let company = contact(
    "id-of-fabrikam",
    #""displayName":"Fabrikam, Inc.","companyName":"Fabrikam, Inc.","businessAddress":{"street":"9 Dock St.","city":"Port Town","state":"WA","postalCode":"98000","countryOrRegion":"US"}"#
  )

  /// A whole PNG of one pixel.
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + Array("IEND".utf8)
    + [0, 0, 0, 0]

  private func machine(_ more: [String: [Service.Answer]] = [:]) -> Machine {
    let missing: JSON = ["error": ["code": "ErrorItemNotFound", "message": "No."]]
    let photos: JSON = [
      "responses": [
        ["id": "0", "status": 404, "body": missing],
        ["id": "1", "status": 200, "body": .string(Data(Self.png).base64EncodedString())],
      ]
    ]
    return Machine(
      Service(
        [
          "GET /me/contacts": [.list([Self.zoe, Self.company].joined(separator: ","))],
          "GET /me/contacts/the-whole-id-of-zoe": [.ok(Self.zoe)],
          "GET /me/contactFolders": [.list("")],
          "GET /me/contactFolders/f-0": [.ok(#"{"id":"f-0","displayName":"Contacts"}"#)],
          "POST /$batch": [.ok(photos.text(.wire))],
        ].merging(more) { $1 }))
  }

  @Test(arguments: ["vcard3", "vcard4", "csv", "mutt", "abook"])
  func `each form holds the address book, by name`(form: String) async throws {
    let outcome = await machine().run("export", "--contacts", "--format", form)
    #expect(outcome.status == 0, "\(outcome.errors)")
    try expectGolden(
      outcome.output.replacing("\r\n", with: "\n").replacing("\u{FEFF}", with: ""),
      "contacts.\(form)")
  }

  @Test func `a file gets its form by its name, and one contact by its reference`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.at("p.vcf")
    let outcome = await machine().run("export", "-o", path, "--no-photos")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors == "2 contacts written to \(path)\n")
    #expect(outcome.requests("POST", "").isEmpty)
    let text = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
    #expect(text.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\n"))
    #expect(!text.contains("PHOTO"))
    let one = await machine().run("export", "--contacts", "the-whole-id-of-zoe")
    #expect(one.status == 0, "\(one.errors)")
    #expect(one.output.contains("UID:zoe-uid\r\n"))
    #expect(!one.output.contains("Fabrikam"))
  }

  @Test func `a photo that cannot be read is told, and the rest is written`() async throws {
    let refusal: JSON = ["error": ["code": "ErrorAccessDenied", "message": "No photos here."]]
    let answer: JSON = [
      "responses": [
        ["id": "0", "status": 403, "body": refusal], ["id": "1", "status": 403, "body": refusal],
      ]
    ]
    let outcome = await machine(["POST /$batch": [.ok(answer.text(.wire))]]).run(
      "export", "--contacts")
    #expect(outcome.status == 9)
    #expect(outcome.output.contains("UID:zoe-uid"))
    #expect(outcome.errors.contains("2 photos could not be read"), "\(outcome.errors)")
  }

  @Test(arguments: [
    ["--contacts", "--from", "2026-12-01"], ["--contacts", "--format", "ics"],
    ["--folder", "F", "some-id"], ["--no-photos"], ["--contacts", "--json"],
    ["--contacts", "-o", "x.ics"], ["--contacts", "--of", "kim@contoso.example"],
  ])
  func `what makes no sense is refused before the wire`(words: [String]) async {
    let outcome = await machine().run(["export"] + words)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
  }
}
