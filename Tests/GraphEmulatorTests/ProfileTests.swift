import HTTPServer
import JSON
import Testing

@testable import GraphEmulator

@Suite struct ProfileTests {
  let graph: ServiceProbe

  init() throws { graph = try ServiceProbe() }

  @Test func `somebody is shown with the usual properties, or with those asked for`() async {
    let me = await graph.get("/me")
    #expect(
      Set(me.json.object?.keys ?? []) == [
        "@odata.context", "businessPhones", "displayName", "givenName", "jobTitle", "mail",
        "mobilePhone", "officeLocation", "preferredLanguage", "surname", "userPrincipalName", "id",
      ])
    let picked = await graph.get("/me?%24select=displayName,identities,postalCode")
    #expect(
      picked.json.object?.keys == ["@odata.context", "displayName", "identities", "postalCode"])
    #expect(
      picked.json["@odata.context"]?.string
        == "http://127.0.0.1:8080/v1.0/$metadata#users(displayName,identities,postalCode)/$entity")
    let other = await graph.get("/users/\(graph.directory.users[1].userPrincipalName)")
    #expect(other.id == graph.directory.users[1].id)
    let nobody = await graph.get("/users/nobody@x.example")
    #expect(nobody.code == "Request_ResourceNotFound")
    let expanded = await graph.get("/me?$expand=photo")
    #expect(expanded.code == "ExpandNotSupported")
  }

  @Test func `another's profile needs more than one's own`() async {
    var reader = graph
    reader.scopes = ["user.read"]
    #expect(await reader.get("/me").status == 200)
    #expect(await reader.get("/users/\(graph.user.id)").status == 200)
    let other = await reader.get("/users/\(graph.directory.users[1].id)")
    #expect(other.status == 403)
    #expect(other.code == "Authorization_RequestDenied")
  }

  @Test func `colleagues are listed, found and searched`() async {
    let all = await graph.get("/users?$select=displayName,mail,userPrincipalName")
    let colleagues = graph.directory.users + graph.directory.resources
    #expect(all.items.count == colleagues.filter { !$0.isPersonal }.count)
    #expect(
      Set(all.items.first?.object?.keys ?? []) == ["displayName", "mail", "userPrincipalName"])
    #expect(
      await graph.get("/users?$filter=startswith(displayName,'jon')").texts("mail")
        == ["jonas@harbor.example"])
    #expect(await graph.get("/users?$top=1").nextLink != nil)
    let search = "/users?$search=\"displayName:oka\" OR \"mail:aiko\"&$orderby=displayName"
    let plain = await graph.get(search)
    #expect(plain.code == "Request_UnsupportedQuery")
    let found = await graph.get(search, headers: ["ConsistencyLevel": "eventual"])
    #expect(found.texts("mail") == ["aiko@harbor.example", "jonas@harbor.example"])
    for bad in ["oka", "\"oka\"", "\"shoe:1\"", "\"mail:a\" OR", ""] {
      let refused = await graph.get(
        "/users?$search=\(bad)", headers: ["ConsistencyLevel": "eventual"])
      #expect(refused.status == 400, "\(bad)")
    }
    var sam = graph
    sam.user = graph.directory.users[3]
    #expect(await sam.get("/users").status == 403)
  }

  static let pictures: [(String, [UInt8], String, String)] = [
    (
      "a frame after a table",
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0, 240, 1, 0, 1, 1, 0x11, 0],
      "image/jpeg", "256x240"
    ),
    (
      "a PNG header",
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        + [0, 0, 0, 5, 0, 0, 0, 6], "image/png", "5x6"
    ),
    ("a JPEG cut short", [0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg", "0x0"),
  ]

  @Test(arguments: ["/me/photo", "contact"], pictures)
  func `a picture that was put is the picture that is got`(
    place: String, picture: (name: String, bytes: [UInt8], type: String, size: String)
  ) async {
    var path = place
    if place == "contact" {
      let contact = await graph.post("/me/contacts", ["displayName": "X"])
      path = "/me/contacts/\(contact.id)/photo"
    }
    let none = await graph.get(path + "/$value")
    #expect(none.status == 404)
    #expect(none.code == "ImageNotFound")
    #expect(await graph.get(path).status == 404)
    for method in ["PUT", "PATCH"] {
      let put = await graph.send(
        method, path + "/$value", headers: ["Content-Type": "application/octet-stream"],
        bytes: picture.bytes)
      #expect(put.status == 200)
    }
    let got = await graph.get(path + "/$value")
    #expect(got.bytes == picture.bytes)
    #expect(got.type == picture.type)
    let about = await graph.get(path).json
    #expect(about["id"]?.string == picture.size)
    #expect(about["@odata.mediaContentType"]?.string == picture.type)
    #expect(await graph.send("DELETE", path + "/$value").status == 204)
    #expect(await graph.get(path + "/$value").status == 404)
  }

  @Test func `text is no picture`() async {
    let answer = await graph.send("PUT", "/me/photo/$value", bytes: Array("hello".utf8))
    #expect(answer.status == 400)
  }

  @Test func `settings come whole and one by one`() async {
    let all = await graph.get("/me/mailboxSettings").json
    #expect(all["timeZone"] == "UTC")
    #expect(all["automaticRepliesSetting"]?["status"] == "disabled")
    let zone = await graph.get("/me/mailboxSettings/timeZone").json
    #expect(zone.object?.keys == ["@odata.context", "value"])
    #expect(zone["value"] == "UTC")
    let hours = await graph.get("/me/mailboxSettings/WorkingHours").json
    #expect(hours["startTime"] == "08:00:00.0000000")
    #expect(await graph.get("/me/mailboxSettings/shoeSize").status == 400)
  }

  static let goodSettings: [(JSON, JSON)] = [
    (["timeZone": "Europe/Berlin"], ["timeZone": "Europe/Berlin"]),
    (
      ["language": ["locale": "DE-de"]],
      ["language": ["locale": "de-DE", "displayName": "Deutsch (Deutschland)"]]
    ),
    (
      [
        "workingHours": [
          "endTime": "18:30", "daysOfWeek": ["Monday", "SUNDAY"],
          "timeZone": ["name": "W. Europe Standard Time"],
        ]
      ],
      [
        "workingHours": [
          "daysOfWeek": ["monday", "sunday"], "startTime": "08:00:00.0000000",
          "endTime": "18:30:00.0000000", "timeZone": ["name": "W. Europe Standard Time"],
        ]
      ]
    ),
    (
      ["dateFormat": "dd.MM.yyyy", "userPurpose": "room", "@odata.context": "x"],
      ["dateFormat": "dd.MM.yyyy"]
    ),
    (
      ["DelegateMeetingMessageDeliveryOptions": "SendToDelegateOnly"],
      ["delegateMeetingMessageDeliveryOptions": "sendToDelegateOnly"]
    ),
  ]

  @Test(arguments: goodSettings)
  func `a change answers with what changed`(body: JSON, changed: JSON) async {
    let answer = await graph.send("PATCH", "/me/mailboxSettings", body)
    #expect(answer.status == 200)
    var json = answer.json.object ?? [:]
    json["@odata.context"] = Optional.none
    #expect(JSON.object(json) == changed)
    let now = await graph.get("/me/mailboxSettings").json
    for (name, value) in json { #expect(now[name] == value) }
    #expect(now["timeFormat"] == "h:mm tt")
  }

  static let badSettings: [(JSON, String)] = [
    (["workingHours": ["daysOfWeek": ["RandomDay"]]], "InvalidArguments"),
    (
      ["workingHours": ["startTime": "18:00:00", "endTime": "08:00:00"]], "ErrorInvalidTimeSettings"
    ),
    (["workingHours": ["startTime": "08"]], "RequestBodyRead"),
    (["workingHours": ["timeZone": ["name": "Nowhere Standard Time"]]], "InvalidTimeZone"),
    (["timeZone": "GMT+0100"], "InvalidTimeZone"), (["timeZone": nil], "InvalidTimeZone"),
    (["language": ["locale": "xx-YY"]], "ErrorInvalidLanguage"),
    (["automaticRepliesSetting": ["status": "sometimes"]], "InvalidArguments"),
    (
      [
        "automaticRepliesSetting": [
          "status": "scheduled",
          "scheduledStartDateTime": ["dateTime": "2026-12-24T00:00:00", "timeZone": "UTC"],
          "scheduledEndDateTime": ["dateTime": "2026-12-23T00:00:00", "timeZone": "UTC"],
        ]
      ], "ErrorInvalidTimeSettings"
    ),
  ]

  @Test(arguments: badSettings)
  func `a change that is refused in the words of the docs`(body: JSON, code: String) async {
    let answer = await graph.send("PATCH", "/me/mailboxSettings", body)
    #expect(answer.status == 400)
    #expect(answer.code == code)
  }

  @Test func `automatic replies keep what was not sent and speak UTC`() async {
    let answer = await graph.send(
      "PATCH", "/me/mailboxSettings",
      [
        "automaticRepliesSetting": [
          "status": "Scheduled", "internalReplyMessage": "Away",
          "scheduledStartDateTime": [
            "dateTime": "2026-12-24T00:00:00", "timeZone": "W. Europe Standard Time",
          ],
          "scheduledEndDateTime": ["dateTime": "2026-12-27T00:00:00.0000000", "timeZone": "UTC"],
        ]
      ])
    let setting = answer.json["automaticRepliesSetting"]
    #expect(setting?["status"] == "scheduled")
    #expect(setting?["externalAudience"] == "all")
    #expect(
      setting?["scheduledStartDateTime"]
        == ["dateTime": "2026-12-23T23:00:00.0000000", "timeZone": "UTC"])
  }

  @Test(arguments: [
    "supportedTimeZones", "supportedTimeZones()",
    "supportedTimeZones(TimeZoneStandard=microsoft.graph.timeZoneStandard'Windows')",
    "microsoft.graph.supportedTimeZones(TimeZoneStandard='Windows')",
  ])
  func `zones come by their Windows names`(function: String) async {
    let zones = await graph.get("/me/outlook/\(function)").texts("alias")
    #expect(zones.contains("W. Europe Standard Time"))
    #expect(zones.contains("UTC"))
    #expect(!zones.contains("Europe/Berlin"))
  }

  @Test(arguments: [
    "(TimeZoneStandard=microsoft.graph.timeZoneStandard'Iana')",
    "(timeZoneStandard=%27iana%27)",
    "(TimeZoneStandard=microsoft.graph.timeZoneStandard%27Iana%27)",
  ])
  func `zones come by their IANA names`(arguments: String) async {
    let zones = await graph.get("/me/outlook/supportedTimeZones\(arguments)").texts("alias")
    #expect(zones.contains("Europe/Berlin"))
    #expect(!zones.contains("W. Europe Standard Time"))
  }

  @Test func `languages have a locale and a name`() async {
    let languages = await graph.get("/me/outlook/supportedLanguages").items
    #expect(languages.contains(["locale": "en-US", "displayName": "English (United States)"]))
    #expect(Set(languages.map { $0["locale"]?.string }).count == languages.count)
  }

  @Test func `categories are made, coloured and deleted, their names stay`() async {
    let path = "/me/outlook/masterCategories"
    let made = await graph.post(path, ["displayName": "Project expenses", "color": "Preset9"])
    #expect(made.status == 201)
    #expect(made.json["color"] == "preset9")
    #expect(made.id.count == 36)
    #expect(await graph.post(path, ["displayName": "project EXPENSES"]).status == 409)
    #expect(await graph.post(path, ["displayName": "X", "color": "preset25"]).status == 400)
    let one = "\(path)/\(made.id)"
    #expect(await graph.send("PATCH", one, ["color": "preset15"]).json["color"] == "preset15")
    #expect(await graph.send("PATCH", one, ["displayName": "Other"]).status == 400)
    #expect(await graph.get(path).texts("displayName") == ["Project expenses"])
    #expect(await graph.send("DELETE", one).status == 204)
    #expect(await graph.get(one).status == 404)
  }

  @Test func `people are contacts and colleagues, each once`() async {
    let colleague = graph.directory.users[1]
    for body: JSON in [
      ["displayName": "Ana Ruiz", "emailAddresses": [["address": "ana@x.example"]]],
      ["displayName": "Jo", "emailAddresses": [["address": .string(colleague.mail ?? "")]]],
      ["displayName": "No address"],
    ] { _ = await graph.post("/me/contacts", body) }
    let people = await graph.get("/me/people")
    #expect(people.texts("displayName").prefix(2) == ["Ana Ruiz", "Jo"])
    #expect(!people.texts("displayName").contains(graph.user.displayName))
    #expect(!people.texts("displayName").contains("No address"))
    #expect(
      await graph.get("/me/people?$search=ana&$select=displayName").texts("displayName")
        == ["Ana Ruiz"])
    #expect(
      await graph.get("/me/people?$filter=personType/subclass eq 'PersonalContact'&$top=1").nextLink
        != nil)
    let one = await graph.get("/me/people/\(people.items[0]["id"]?.string ?? "")")
    #expect(one.json["scoredEmailAddresses"]?[0]?["address"] == "ana@x.example")
  }

  @Test func `ids are translated there and back`() async {
    let contact = await graph.post("/me/contacts", ["displayName": "X"])
    func translate(_ id: String, _ target: String) async -> JSON {
      let body: JSON = [
        "inputIds": [.string(id)], "sourceIdType": "restId", "TargetIdType": .string(target),
      ]
      return await graph.post("/me/translateExchangeIds", body).items.first ?? .null
    }
    let immutable = await translate(contact.id, "restImmutableEntryId")["targetId"]?.string ?? ""
    #expect(immutable.hasPrefix("AAkALg"))
    let read = await graph.get(
      "/me/contacts/\(contact.id)", headers: ["Prefer": "IdType=\"ImmutableId\""])
    #expect(read.id == immutable)
    #expect(await translate(immutable, "restId")["targetId"]?.string == contact.id)
    #expect(await translate("x", "restId")["errorDetails"]?["code"] == "ErrorInvalidIdMalformed")
  }
}
