import GraphAPI
import JSON
import Testing

@Suite struct ContactCopyTests {
  @Test(
    arguments: [
      ("jobTitle", JSON.null, JSON.string(""), true), ("jobTitle", "Pilot", "Cook", false),
      ("homePhones", [], nil, true), ("homePhones", ["1"], [], false),
      ("homeAddress", [:], ["city": nil, "street": ""], true),
      ("homeAddress", ["city": "Oslo"], ["city": "Oslo", "state": nil], true),
      ("birthday", "2000-02-29T00:00:00Z", "2000-02-29T11:59:00Z", true),
      ("birthday", "2000-02-29T11:59:00Z", "2000-02-28T11:59:00Z", false),
      ("personalNotes", "one\ntwo", "one\r\ntwo", true),
      (
        "emailAddresses", [["address": "a@x.example"]],
        [["name": "a@x.example", "address": "a@x.example"]], true
      ),
      (
        "emailAddresses", [["name": "home", "address": "a@x.example"]],
        [["name": "work", "address": "a@x.example"]], false
      ),
    ] as [(String, JSON, JSON, Bool)])
  func `nothing is the same however it is written`(
    name: String, left: JSON, right: JSON, same: Bool
  ) {
    #expect(ContactCopy.isSame(name, left, right) == same)
  }

  @Test func `the name to show goes with parts of the name, of which the service would make it`() {
    let contact: JSONObject = ["displayName": "Zorro", "givenName": "Own", "jobTitle": "Cook"]
    #expect(
      ContactCopy.values(of: ["givenName"], in: contact)
        == ["givenName": "Own", "displayName": "Zorro"])
    #expect(ContactCopy.values(of: ["jobTitle"], in: contact) == ["jobTitle": "Cook"])
    #expect(
      ContactCopy.values(of: ["givenName"], in: ["givenName": "Own"]) == ["givenName": "Own"])
  }

  @Test func `a copy holds what a client can write, and nothing else`() {
    let contact: JSONObject = [
      "id": "1", "@odata.etag": "e", "parentFolderId": "f", "changeKey": "k",
      "createdDateTime": "2026-01-01T00:00:00Z", "surname": "Fog", "title": "", "homePhones": [],
      "emailAddresses": [["name": "home", "address": "a@x.example"]],
      "primaryEmailAddress": ["address": "a@x.example"], "homeAddress": [:],
      "extensions": [
        [
          "@odata.type": "#microsoft.graph.openTypeExtension", "extensionName": "com.example.crm",
          "id": "microsoft.graph.openTypeExtension.com.example.crm", "number": 7,
        ]
      ],
    ]
    #expect(
      ContactCopy.creation(of: contact) == [
        "surname": "Fog", "emailAddresses": [["name": "home", "address": "a@x.example"]],
        "extensions": [
          [
            "@odata.type": "microsoft.graph.openTypeExtension",
            "extensionName": "com.example.crm", "number": 7,
          ]
        ],
      ])
  }

  @Test func `what was empty is emptied again`() {
    let before: JSONObject = ["surname": nil, "homeAddress": ["city": "Oslo"], "homePhones": []]
    #expect(
      ContactCopy.values(of: ["surname", "homeAddress", "homePhones"], in: before) == [
        "surname": nil, "homePhones": [],
        "homeAddress": [
          "street": nil, "city": "Oslo", "state": nil, "postalCode": nil, "countryOrRegion": nil,
        ],
      ])
  }
}
