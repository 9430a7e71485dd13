import HTTPServer
import JSON
import Testing

@testable import GraphEmulator

@Suite struct ContactTests {
  let graph: ServiceProbe

  init() throws { graph = try ServiceProbe() }

  @Test func `a new contact has everything, empty where nothing was sent`() async {
    let made = await graph.post(
      "/me/contacts",
      [
        "@odata.type": "#microsoft.graph.contact", "givenName": "Pavel", "surname": "Bansky",
        "emailAddresses": [["address": "pavelb@fabrikam.example"]],
        "businessPhones": ["+1 732 555 0102"], "birthday": "1974-07-22",
        "homeAddress": ["city": "Seattle", "street": nil],
      ])
    #expect(made.status == 201)
    let json = made.json
    #expect(json["displayName"] == "Pavel Bansky")
    #expect(json["fileAs"] == "Bansky, Pavel")
    #expect(json["birthday"] == "1974-07-22T00:00:00Z")
    #expect(json["createdDateTime"] == "2026-11-30T08:00:00Z")
    #expect(json["title"] == .null)
    #expect(json["homePhones"] == [])
    #expect(json["otherAddress"] == .object([:]))
    #expect(json["homeAddress"] == ["city": "Seattle"])
    #expect(
      json["emailAddresses"]
        == [["name": "pavelb@fabrikam.example", "address": "pavelb@fabrikam.example"]])
    #expect(json["primaryEmailAddress"]?["address"] == "pavelb@fabrikam.example")
    #expect(json["secondaryEmailAddress"] == .null)
    #expect(json["@odata.etag"]?.string == "W/\"\(json["changeKey"]?.string ?? "")\"")
    let known = Set(ResourceRules.contacts.properties)
    let keys = Set(json.object?.keys.filter { !$0.hasPrefix("@") } ?? [])
    #expect(keys == known)
    let read = await graph.get("/me/contacts/\(made.id)")
    #expect(read.json == json)
  }

  static let refused: [(JSON, String)] = [
    (
      ["emailAddresses": [["address": "a"], ["address": "b"], ["address": "c"], ["address": "d"]]],
      "ErrorPropertyValidationFailure"
    ),
    (["businessPhones": ["1", "2", "3"]], "ErrorPropertyValidationFailure"),
    (["homePhones": ["1", "2", "3"]], "ErrorPropertyValidationFailure"),
    (["birthday": "soon"], "RequestBodyRead"), (["displayName": ["x"]], "RequestBodyRead"),
    (["shoeSize": 44], "RequestBodyRead"), (["emailAddresses": "x"], "RequestBodyRead"),
    ("text", "UnableToDeserializePostBody"),
  ]

  @Test(arguments: refused)
  func `a contact that is refused`(body: JSON, code: String) async {
    let answer = await graph.post("/me/contacts", body)
    #expect(answer.status == 400)
    #expect(answer.code == code)
  }

  @Test func `the words for too many addresses are the service's`() async {
    let answer = await graph.post(
      "/me/contacts",
      ["emailAddresses": .array((0..<4).map { ["address": .string("\($0)@contoso.example")] })])
    #expect(
      answer.message
        == "The multi value property EmailAddresses has 4 entries, that exceeds the max allowed value "
        + "of 3.")
  }

  @Test func `an update keeps the rest, and the name follows its parts`() async {
    let made = await graph.post(
      "/me/contacts",
      [
        "givenName": "Ana", "surname": "Ruiz", "mobilePhone": "1",
        "businessAddress": ["city": "Madrid", "street": "Calle 1"],
      ])
    func patch(_ body: JSON) async -> JSON {
      await graph.send("PATCH", "/me/contacts/\(made.id)", body).json
    }
    var now = await patch(["jobTitle": "Engineer", "businessAddress": ["street": "Calle 2"]])
    #expect(now["mobilePhone"] == "1")
    #expect(now["displayName"] == "Ana Ruiz")
    #expect(now["businessAddress"] == ["city": "Madrid", "street": "Calle 2"])
    #expect(now["changeKey"] != made.json["changeKey"])
    now = await patch(["surname": "Soto"])
    #expect(now["displayName"] == "Ana Soto")
    #expect(now["fileAs"] == "Soto, Ana")
    now = await patch(["surname": "Gil", "displayName": "Ana the Great", "fileAs": "Great"])
    #expect(now["displayName"] == "Ana the Great")
    now = await patch(["jobTitle": nil, "businessAddress": nil])
    #expect(now["displayName"] == "Ana the Great")
    #expect(now["fileAs"] == "Great")
    #expect(now["jobTitle"] == .null)
    #expect(now["businessAddress"] == .object([:]))
  }

  @Test func `the three single addresses are places of the list`() async {
    let made = await graph.post(
      "/me/contacts", ["displayName": "X", "emailAddresses": [["address": "a@x.example"]]])
    let one = "/me/contacts/\(made.id)"
    var now = await graph.send(
      "PATCH", one, ["secondaryEmailAddress": ["name": "B", "address": "b@x.example"]]
    ).json
    #expect(now["emailAddresses"]?.array?.count == 2)
    #expect(now["secondaryEmailAddress"] == ["name": "B", "address": "b@x.example"])
    now = await graph.send("PATCH", one, ["primaryEmailAddress": nil]).json
    #expect(now["emailAddresses"] == [["name": "B", "address": "b@x.example"]])
  }

  @Test func `a write with an old etag is refused`() async {
    let made = await graph.post("/me/contacts", ["displayName": "X"])
    let old = made.json["@odata.etag"]?.string ?? ""
    let one = "/me/contacts/\(made.id)"
    let first = await graph.send("PATCH", one, ["title": "Dr"], headers: ["If-Match": old])
    #expect(first.status == 200)
    for method in ["PATCH", "DELETE"] {
      let late = await graph.send(method, one, ["title": "Prof"], headers: ["If-Match": old])
      #expect(late.status == 412)
      #expect(late.code == "ErrorIrresolvableConflict")
    }
    #expect(await graph.send("DELETE", one, headers: ["If-Match": "*"]).status == 204)
    #expect(await graph.get(one).status == 404)
  }

  @Test func `pages, counts, filters and selections of a list`() async {
    for number in 0..<12 {
      _ = await graph.post(
        "/me/contacts",
        [
          "givenName": .string("G\(number)"), "surname": number < 6 ? "Low" : "High",
          "emailAddresses": [["address": .string("\(number)@x.example")]],
        ])
    }
    let first = await graph.get("/me/contacts?%24top=5&$count=true&$select=givenName")
    #expect(first.items.count == 5)
    #expect(first.json["@odata.count"] == 12)
    #expect(first.items[0].object?.keys == ["@odata.etag", "id", "givenName"])
    let all = await graph.all("/me/contacts?%24top=5")
    #expect(all.map { $0["givenName"]?.string } == (0..<12).map { "G\($0)" })
    #expect(
      await graph.all("/me/contacts?$filter=surname eq 'low'&$orderby=givenName desc&$top=2")
        .map { $0["givenName"]?.string } == ["G5", "G4", "G3", "G2", "G1", "G0"])
    #expect(
      await graph.get("/me/contacts?$filter=emailAddresses/any(a:a/address+eq+'7@X.example')")
        .texts("givenName") == ["G7"])
    let searched = await graph.get("/me/contacts?$search=\"G11\"")
    #expect(searched.texts("givenName") == ["G11"])
    #expect(searched.items.first?["emailAddresses"] == [])
    let count = await graph.get("/me/contacts/$count")
    #expect(String(decoding: count.bytes, as: UTF8.self) == "12")
    #expect(await graph.get("/me/contacts").items.count == 10)
  }

  @Test func `folders hold contacts of their own`() async {
    let folder = await graph.post("/me/contactFolders", ["displayName": "Sailing"])
    #expect(folder.status == 201)
    let list = "/me/contactFolders/\(folder.id)/contacts"
    let inside = await graph.post(list, ["displayName": "In", "parentFolderId": "x"])
    let outside = await graph.post("/me/contacts", ["displayName": "Out"])
    #expect(inside.json["parentFolderId"]?.string == folder.id)
    #expect(await graph.get(list).texts("displayName") == ["In"])
    #expect(await graph.get("/me/contacts").texts("displayName") == ["Out"])
    #expect(await graph.get("/me/contacts/\(inside.id)").status == 200)
    #expect(await graph.get("\(list)/\(outside.id)").status == 404)
    let home = outside.json["parentFolderId"]?.string ?? ""
    #expect(
      await graph.get("/me/contactFolders/\(home)").json["displayName"] == "Contacts")
    #expect(await graph.get("/me/contactFolders/\(home)/contacts").texts("displayName") == ["Out"])
    #expect(folder.json["parentFolderId"]?.string == home)
    #expect(await graph.get("/me/contactFolders").texts("displayName") == ["Sailing"])

    let child = await graph.post(
      "/me/contactFolders/\(folder.id)/childFolders", ["displayName": "Crew"])
    #expect(child.json["parentFolderId"]?.string == folder.id)
    #expect(
      await graph.get("/me/contactFolders/\(folder.id)/childFolders").texts("displayName")
        == ["Crew"])
    let deep = "/me/contactFolders/\(folder.id)/childFolders/\(child.id)/contacts"
    #expect(await graph.post(deep, ["displayName": "Deep"]).status == 201)
    #expect(await graph.get(deep).texts("displayName") == ["Deep"])

    let moved = await graph.send(
      "PATCH", "/me/contacts/\(inside.id)", ["parentFolderId": .string(home)])
    #expect(moved.json["parentFolderId"]?.string == home)
    #expect(await graph.get("/me/contacts").texts("displayName") == ["In", "Out"])

    #expect(await graph.send("DELETE", "/me/contactFolders/\(folder.id)").status == 204)
    #expect(await graph.get(deep).status == 404)
    #expect(await graph.send("DELETE", "/me/contactFolders/\(home)").status == 403)
  }

  @Test func `a folder's name stands once in its parent`() async {
    let folder = await graph.post("/me/contactFolders", ["displayName": "Sailing"])
    let other = await graph.post("/me/contactFolders", ["displayName": "Choir"])
    let again = await graph.post("/me/contactFolders", ["displayName": "sailing"])
    #expect(again.status == 409)
    #expect(again.code == "ErrorFolderExists")
    let one = "/me/contactFolders/\(other.id)"
    #expect(await graph.send("PATCH", one, ["displayName": "SAILING"]).status == 409)
    #expect(await graph.send("PATCH", one, ["displayName": "choir"]).status == 200)
    #expect(
      await graph.get("/me/contactFolders?$filter=displayName eq 'Sailing'").texts("id")
        == [folder.id])
    #expect(
      await graph.send("PATCH", one, ["parentFolderId": .string(other.id)]).status == 400)
  }

  @Test func `a round of changes tells each change once`() async {
    var ids: [String] = []
    for number in 0..<7 {
      ids.append(
        await graph.post("/me/contacts", ["displayName": .string("P\(number)")]).id)
    }
    let wish = "odata.maxpagesize=3"
    let begin = await graph.get(
      "/me/contacts/delta()?$select=displayName,jobTitle", headers: ["Prefer": wish.asPrefer])
    #expect(begin.items.count == 3)
    #expect(begin.headers["Preference-Applied"] == wish)
    #expect(begin.items[0].object?.keys == ["@odata.etag", "id", "displayName", "jobTitle"])
    var (items, link) = await graph.round(
      "/me/contacts/delta?$select=displayName,jobTitle", headers: ["Prefer": wish])
    #expect(Set(items.compactMap { $0["id"]?.string }) == Set(ids))
    (items, link) = await graph.round(link)
    #expect(items.isEmpty)

    _ = await graph.send("PATCH", "/me/contacts/\(ids[3])", ["jobTitle": "Director"])
    _ = await graph.send("DELETE", "/me/contacts/\(ids[0])")
    let fleeting = await graph.post("/me/contacts", ["displayName": "Fleeting"])
    _ = await graph.send("DELETE", "/me/contacts/\(fleeting.id)")
    let folder = await graph.post("/me/contactFolders", ["displayName": "Away"])
    _ = await graph.send(
      "PATCH", "/me/contacts/\(ids[1])", ["parentFolderId": .string(folder.id)])
    let known = link
    (items, link) = await graph.round(known)
    #expect(items.count == 3)
    let told = Dictionary(uniqueKeysWithValues: items.map { ($0["id"]?.string ?? "", $0) })
    #expect(told[ids[3]]?["jobTitle"] == "Director")
    #expect(told[ids[0]] == ["id": .string(ids[0]), "@removed": ["reason": "deleted"]])
    #expect(told[ids[1]]?["@removed"]?["reason"] == "changed")
    let replayed = await graph.round(known).items
    #expect(replayed == items)

    let inside = await graph.round("/me/contactFolders/\(folder.id)/contacts/delta").items
    #expect(inside.compactMap { $0["id"]?.string } == [ids[1]])
  }

  @Test func `a token that was not made here is gone`() async {
    for token in ["nonsense", "e30=", ""] {
      let answer = await graph.get("/me/contacts/delta?$deltatoken=\(token)")
      #expect(answer.status == 410)
      #expect(answer.code == "SyncStateNotFound")
    }
    let folder = await graph.post("/me/contactFolders", ["displayName": "Gone"])
    let (_, link) = await graph.round("/me/contactFolders/\(folder.id)/contacts/delta")
    let elsewhere = link.replacing("contactFolders/\(folder.id)/", with: "")
    #expect(await graph.get(elsewhere).status == 410)
    _ = await graph.send("DELETE", "/me/contactFolders/\(folder.id)")
    let answer = await graph.get(link)
    #expect(answer.status == 410)
    #expect(answer.code == "ErrorSyncFolderNotFound")
  }

  @Test func `a round of folders`() async {
    let folder = await graph.post("/me/contactFolders", ["displayName": "A"])
    var (items, link) = await graph.round("/me/contactFolders/delta")
    #expect(items.compactMap { $0["displayName"]?.string } == ["A"])
    _ = await graph.send("DELETE", "/me/contactFolders/\(folder.id)")
    (items, link) = await graph.round(link)
    #expect(items == [["id": .string(folder.id), "@removed": ["reason": "deleted"]]])
  }

  @Test func `open and extended properties come only when asked for`() async {
    let id = "String {66f5a359-4659-4830-9070-00040ec6ac6e} Name Fun"
    let made = await graph.post(
      "/me/contacts",
      [
        "displayName": "X",
        "singleValueExtendedProperties": [["id": .string(id), "value": "Food"]],
      ])
    #expect(made.json["singleValueExtendedProperties"] == nil)
    let one = "/me/contacts/\(made.id)"
    let asked = await graph.get(
      "\(one)?$expand=singleValueExtendedProperties($filter=id eq '\(id)')")
    #expect(asked.json["singleValueExtendedProperties"]?[0]?["value"] == "Food")
    let extended = await graph.post(
      "\(one)/extensions",
      [
        "@odata.type": "microsoft.graph.openTypeExtension", "extensionName": "Com.Contoso.Deal",
        "dealValue": 7,
      ])
    #expect(extended.status == 201)
    #expect(extended.id == "microsoft.graph.openTypeExtension.Com.Contoso.Deal")
    #expect(await graph.get("\(one)/extensions/com.contoso.deal").json["dealValue"] == 7)
    let expanded = await graph.get("\(one)?$expand=extensions($filter=id eq 'Com.Contoso.Deal')")
    #expect(expanded.json["extensions"]?[0]?["dealValue"] == 7)
    #expect(
      await graph.send("PATCH", "\(one)/extensions/Com.Contoso.Deal", ["dealValue": 8]).json[
        "dealValue"] == 8)
    #expect(await graph.send("DELETE", "\(one)/extensions/Com.Contoso.Deal").status == 204)
    #expect(await graph.get("\(one)/extensions/Com.Contoso.Deal").status == 404)
  }

  @Test func `a reader may not write, and nobody reads another's contacts`() async {
    var reader = graph
    reader.scopes = ["contacts.read"]
    #expect(await reader.get("/me/contacts").status == 200)
    let refused = await reader.post("/me/contacts", ["displayName": "X"])
    #expect(refused.status == 403)
    #expect(refused.code == "ErrorAccessDenied")
    #expect(await graph.get("/users/jonas@harbor.example/contacts").status == 403)
  }
}

extension String {
  /// As a `Prefer` header: names beside others, in odd case.
  fileprivate var asPrefer: String { "IdType=\"ImmutableId\", \(self)" }
}
