import JSON
import Testing

@testable import GraphEmulator

@Suite struct PlaceTests {
  var graph: ServiceProbe

  init() throws {
    graph = try ServiceProbe()
    graph.scopes = ["place.read.all", "calendars.readwrite"]
  }

  @Test func `rooms and their lists come with all that is known of them`() async {
    let rooms = await graph.get("/places/microsoft.graph.room")
    #expect(rooms.texts("displayName") == ["Dock 5", "Crow's Nest", "Lighthouse room"])
    #expect(
      rooms.json["@odata.context"]?.string?.hasSuffix("$metadata#places/microsoft.graph.room")
        == true)
    let dock = rooms.items[0]
    #expect(dock["capacity"] == 8 && dock["building"] == "Pier 3" && dock["floorNumber"] == 1)
    #expect(dock["bookingType"] == "standard" && dock["nickname"] == .null)
    #expect(rooms.items[1]["audioDeviceName"] == .null)
    let lists = await graph.get("/places/microsoft.graph.roomlist")
    #expect(
      lists.texts("emailAddress") == ["pier3@harbor.example", "lighthouse.rooms@harbor.example"])
    let inside = await graph.get(
      "/places/pier3@harbor.example/microsoft.graph.roomlist/rooms?$count=true&$top=1")
    #expect(inside.texts("displayName") == ["Dock 5"])
    #expect(inside.json["@odata.count"] == 2 && inside.nextLink != nil)
    let list = lists.items[0]["id"]?.string ?? ""
    let byID = await graph.get("/places/\(list)/microsoft.graph.roomlist/rooms")
    #expect(byID.status == 404)
  }

  @Test(
    arguments: [
      ("capacity ge 8", ["Dock 5", "Lighthouse room"]),
      ("building eq 'pier 3'", ["Dock 5", "Crow's Nest"]),
      ("isWheelChairAccessible eq false", ["Crow's Nest"]),
      ("tags/any(t:t eq 'nice view')", ["Crow's Nest"]),
    ])
  func `rooms are filtered`(filter: String, names: [String]) async {
    let path = "/places/microsoft.graph.room?$filter=" + PercentCoding.encoded(filter)
    #expect(await graph.get(path).texts("displayName") == names)
  }

  @Test func `one place is found by its id and by its address`() async {
    let rooms = await graph.get("/places/microsoft.graph.room?$select=id,displayName").items
    #expect(rooms[0].object?.keys == ["id", "displayName"])
    let byID = await graph.get("/places/\(rooms[2]["id"]?.string ?? "")")
    #expect(byID.json["@odata.type"] == "#microsoft.graph.room")
    #expect(byID.json["displayName"] == "Lighthouse room")
    let byAddress = await graph.get("/places/dock5@harbor.example")
    #expect(byAddress.json["displayName"] == "Dock 5")
    let list = await graph.get("/places/pier3@harbor.example")
    #expect(list.json["@odata.type"] == "#microsoft.graph.roomList")
    #expect(await graph.get("/places/nowhere@harbor.example").status == 404)
  }

  @Test func `rooms are for people of the organisation with the permission`() async {
    var other = graph
    other.user = graph.directory.users[3]
    #expect(await other.get("/places/microsoft.graph.room").code == "ErrorAccessDenied")
    other = graph
    other.scopes = ["user.read"]
    #expect(await other.get("/places/microsoft.graph.room").code == "ErrorAccessDenied")
  }

  @Test func `nobody signs in as a room, but it is in the directory`() async {
    var reader = graph
    reader.scopes = ["user.readbasic.all"]
    let all = await reader.get("/users")
    #expect(all.texts("displayName").contains("Dock 5"))
    #expect(all.texts("displayName").contains("Front desk"))
    #expect(graph.directory.user(named: "dock5@harbor.example") == nil)
    #expect(graph.directory.owner(named: "DOCK5@harbor.example")?.purpose == .room)
  }

  @Test func `a seed brings rooms and lists of its own`() async throws {
    let text = """
      {"users": [
        {"user": "ana@contoso.example"},
        {"user": {"userPrincipalName": "blue@contoso.example", "displayName": "Blue"},
         "mailboxSettings": {"userPurpose": "room"}, "place": {"capacity": 3}}],
       "roomLists": [{"displayName": "HQ", "emailAddress": "hq@contoso.example",
         "rooms": ["Blue@contoso.example"]}]}
      """
    var own = try ServiceProbe { _ in try Seed(text: Array(text.utf8), name: "test") }
    own.scopes = ["place.read.all"]
    #expect(own.directory.users.count == 1)
    let rooms = await own.get("/places/hq@contoso.example/microsoft.graph.roomlist/rooms")
    #expect(rooms.items.first?["capacity"] == 3)
    #expect(throws: EmulatorError.self) {
      try Seed(
        text: Array(
          #"{"users":[{"user":"a@b.example","mailboxSettings":{"userPurpose":"room"}}]}"#.utf8),
        name: "x")
    }
  }
}
