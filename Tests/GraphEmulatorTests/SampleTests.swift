import HTTPServer
import JSON
import Testing

@testable import GraphEmulator

/// What the documentation shows of people and settings has to be understood here.
@Suite(.enabled(if: SharedSamples.folder != nil, "skipped: 3 runs over shared samples"))
struct SampleTests {
  let graph: ServiceProbe

  init() throws { graph = try ServiceProbe() }

  /// The path below the version, with ids of this mailbox for those of the sample.
  private func target(_ sample: JSON, contact: String, folder: String, category: String) -> String?
  {
    let roots = ["https://graph.microsoft.com/v1.0", "https://graph.microsoft.com/beta"]
    guard let url = sample["request"]?["url"]?.string,
      let root = roots.first(where: url.hasPrefix)
    else { return nil }
    var parts = url.dropFirst(root.count).split(separator: "?", maxSplits: 1).map(String.init)
    var segments = parts[0].split(separator: "/").map(String.init)
    for index in segments.indices.dropFirst() {
      switch segments[index - 1].lowercased() {
      case "contacts" where segments[index] != "delta": segments[index] = contact
      case "contactfolders" where segments[index] != "delta": segments[index] = folder
      case "mastercategories": segments[index] = category
      case "users": segments[index] = graph.user.id
      default: break
      }
    }
    parts[0] = "/" + segments.joined(separator: "/")
    return parts.joined(separator: "?")
  }

  @Test func `every request of the docs is taken, and the answer has what theirs has`() async throws
  {
    var count = 0
    let samples = try SharedSamples.named(
      "contact", "me-", "mailboxsettings", "photo-", "people-", "category-", "timezones",
      "languages", "translate", "batch", "delegation-mailboxsettings")
    for (name, sample) in samples where !name.contains("other-user") {
      let folder = await graph.post("/me/contactFolders", ["displayName": .string(name)])
      let contact = await graph.post(
        "/me/contactFolders/\(folder.id)/contacts", ["displayName": "X"])
      let category = await graph.post(
        "/me/outlook/masterCategories", ["displayName": .string(name)])
      let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
      _ = await graph.send("PUT", "/me/contacts/\(contact.id)/photo/$value", bytes: picture)
      _ = await graph.send("PUT", "/me/photo/$value", bytes: picture)
      guard
        let target = target(
          sample, contact: contact.id, folder: folder.id, category: category.id),
        let method = sample["request"]?["method"]?.string
      else { continue }
      var body = sample["request"]?["body"] ?? .null
      // Placeholders of the docs that stand where an id or a moment belongs.
      for name in ["parentFolderId", "birthday"] {
        guard case .object(var object) = body, object[name]?.string?.contains("T") != true,
          object[name]?.string?.contains("-value") == true || name == "parentFolderId"
        else { continue }
        object[name] = Optional.none
        body = .object(object)
      }
      var headers = ServerFields()
      for (name, value) in sample["request"]?["headers"]?.object ?? [:] {
        headers[name] = value.string
      }
      let isPicture = body.string != nil
      let answer = await graph.send(
        method, target, isPicture || body.isNull ? Optional.none : body, headers: headers,
        bytes: isPicture ? picture : [])
      let expected = sample["response"]?["status"]?.int ?? 200
      // Two pages say 200 where a create answers 201 everywhere else.
      let created = method == "POST" && expected == 200 ? 201 : expected
      #expect([expected, created].contains(answer.status), "\(name): \(answer.json)")
      let shown = sample["response"]?["body"]?.object ?? [:]
      let missing = shown.keys.filter { key in
        answer.json[key] == nil && !key.contains("Link") && !key.contains("@odata.id")
          && !(method == "PATCH" && key == "@odata.type")
      }
      #expect(missing.isEmpty, "\(name)")
      if let theirs = shown["value"]?[0]?.object, let mine = answer.items.first?.object {
        let unknown = theirs.keys.filter { mine[$0] == nil && !$0.hasPrefix("@") }
        #expect(name.hasPrefix("contact-delta") || unknown.isEmpty, "\(name)")
      }
      count += 1
    }
    print("samples of people and settings: \(count) requests taken")
    #expect(count > 40)
  }

  @Test func `refusals come with the documented code and words`() async throws {
    let samples = try SharedSamples.named("error-400-workinghours")
    for (name, sample) in samples {
      let answer = await graph.send(
        "PATCH", "/me/mailboxSettings", sample["request"]?["body"] ?? .null)
      #expect(answer.status == 400, "\(name)")
      #expect(answer.json["error"]?["code"] == sample["response"]?["body"]?["error"]?["code"])
      #expect(
        answer.json["error"]?["message"] == sample["response"]?["body"]?["error"]?["message"])
    }
    print("samples of refused settings: \(samples.count) compared")
  }

  @Test func `a contact of the docs is stored and comes back whole`() async throws {
    var count = 0
    for (_, sample) in try SharedSamples.named("contact-get", "contact-update") {
      guard var body = sample["response"]?["body"]?.object else { continue }
      let computed = [
        "id", "createdDateTime", "lastModifiedDateTime", "changeKey", "parentFolderId",
      ]
      for name in computed { body[name] = Optional.none }
      let made = await graph.post("/me/contacts", .object(body))
      #expect(made.status == 201)
      for (name, value) in body where name != "birthday" {
        #expect(made.json[name] == value, "\(name)")
      }
      #expect(made.json["birthday"] == "1974-07-22T00:00:00Z")
      count += 1
    }
    print("samples of whole contacts: \(count) stored and read")
  }
}
