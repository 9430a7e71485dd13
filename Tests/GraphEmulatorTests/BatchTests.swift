import JSON
import Testing

@testable import GraphEmulator

@Suite struct BatchTests {
  let graph: ServiceProbe

  init() throws { graph = try ServiceProbe() }

  private func send(_ requests: [JSON]) async -> [String: JSON] {
    let answer = await graph.post("/$batch", ["requests": .array(requests)])
    #expect(answer.status == 200)
    return Dictionary(
      uniqueKeysWithValues: (answer.json["responses"]?.array ?? []).map {
        ($0["id"]?.string ?? "", $0)
      })
  }

  @Test func `every request has its own status`() async {
    let contact = await graph.post("/me/contacts", ["displayName": "X"])
    _ = await graph.send(
      "PUT", "/me/contacts/\(contact.id)/photo/$value", bytes: [0xFF, 0xD8, 0xFF, 0xE0])
    let json: JSON = ["Content-Type": "application/json"]
    let answers = await send([
      ["id": "1", "method": "GET", "url": "/me?$select=displayName", "depends_on": []],
      ["id": "2", "method": "get", "url": "me/contacts/\(contact.id)x"],
      [
        "id": "3", "method": "POST", "url": "/me/contacts", "headers": json,
        "body": ["displayName": "New"],
      ],
      ["id": "4", "method": "GET", "url": "/me/contacts/\(contact.id)/photo/$value"],
      ["id": "5", "method": "DELETE", "url": "/me/contacts/\(contact.id)", "dependsOn": ["4"]],
      [
        "id": "6", "method": "PUT", "url": "/me/photo/$value",
        "headers": ["Content-Type": "image/jpeg"], "body": "/9j/4A==",
      ],
      [
        "id": "7", "method": "GET",
        "url": "/users/\(graph.user.id)/contacts?$filter=surname eq 'x'",
      ],
    ])
    #expect(answers["1"]?["status"] == 200)
    #expect(answers["1"]?["body"]?["displayName"]?.string == graph.user.displayName)
    #expect([400, 404].contains(answers["2"]?["status"]?.int))
    #expect(answers["2"]?["body"]?["error"]?["code"]?.string?.hasPrefix("Error") == true)
    #expect(answers["3"]?["status"] == 201)
    #expect(answers["4"]?["headers"]?["Content-Type"] == "image/jpeg")
    #expect(answers["4"]?["body"] == "/9j/4A==")
    #expect(answers["5"]?["status"] == 204)
    #expect(answers["6"]?["status"] == 200)
    #expect(answers["7"]?["body"]?["value"] == [])
    #expect(await graph.get("/me/photo/$value").bytes == [0xFF, 0xD8, 0xFF, 0xE0])
  }

  @Test func `what depends on a failure is not done`() async {
    let answers = await send([
      ["id": "a", "method": "GET", "url": "/me/contacts/none=", "headers": [:]],
      [
        "id": "b", "method": "POST", "url": "/me/contacts", "dependsOn": ["A"],
        "headers": ["content-type": "application/json"], "body": ["displayName": "New"],
      ],
      ["id": "c", "method": "GET", "url": "/me", "dependsOn": ["b"]],
    ])
    #expect(answers["b"]?["status"] == 424)
    #expect(answers["c"]?["status"] == 424)
    #expect(await graph.get("/me/contacts").items.isEmpty)
  }

  static let refused: [JSON] = [
    [], ["requests": []], ["requests": [["id": "1"]]],
    ["requests": [["method": "GET", "url": "/me"]]],
    ["requests": [["id": "1", "method": "GET", "url": "http://127.0.0.1:8080/v1.0/me"]]],
    ["requests": [["id": "1", "method": "GET", "url": "//127.0.0.1/me"]]],
    ["requests": [["id": "1", "method": "POST", "url": "/me/contacts", "body": ["title": "x"]]]],
    [
      "requests": [
        ["id": "a", "method": "GET", "url": "/me"], ["id": "A", "method": "GET", "url": "/me"],
      ]
    ],
    ["requests": [["id": "1", "method": "GET", "url": "/me", "dependsOn": ["2"]]]],
    [
      "requests": [
        ["id": "1", "method": "GET", "url": "/me", "dependsOn": ["2"]],
        ["id": "2", "method": "GET", "url": "/me", "dependsOn": ["1"]],
      ]
    ],
    [
      "requests": .array(
        (0..<21).map { ["id": .string("\($0)"), "method": "GET", "url": "/me"] })
    ],
  ]

  @Test(arguments: refused)
  func `a batch that is refused as a whole`(body: JSON) async {
    let answer = await graph.post("/$batch", body)
    #expect(answer.status == 400)
    #expect(answer.code == "BadRequest")
  }
}
