import HTTPServer
import JSON

/// The rooms of an organisation and the lists they are in.
///
/// Source: Microsoft Graph "List places", "Get place", "room resource type".
struct PlaceRoutes {
  let directory: EmulatorDirectory

  private static let scopes = ["Place.Read.All", "Place.ReadWrite.All"]

  /// What a room always has, null where nobody told.
  private static let properties = [
    "address", "geoCoordinates", "phone", "nickname", "label", "capacity", "building",
    "floorNumber", "floorLabel", "isWheelChairAccessible", "bookingType", "tags",
    "audioDeviceName", "videoDeviceName", "displayDeviceName",
  ]

  func add(to router: inout GraphRouter) {
    let scopes = Self.scopes
    router.add("GET", "/places/room", scopes: scopes) { (call) throws(GraphError) in
      try list(rooms(call), of: "places/microsoft.graph.room", .rooms, call)
    }
    router.add("GET", "/places/roomList", scopes: scopes) { (call) throws(GraphError) in
      try list(lists(call), of: "places/microsoft.graph.roomList", .roomLists, call)
    }
    router.add("GET", "/places/{place}/roomList/rooms", scopes: scopes) {
      (call) throws(GraphError) in
      // Lists go by address here, not by id.
      let address = call.parameters["place"] ?? ""
      guard
        let found = try lists(call).first(where: { Self.has($0, address, in: ["emailAddress"]) })
      else { throw Self.notFound(address) }
      let members = directory.roomLists.first { $0.id == found["id"]?.string }?.rooms ?? []
      let names = Set(members.map { $0.lowercased() })
      let rooms = try rooms(call).filter {
        names.contains($0["emailAddress"]?.string?.lowercased() ?? "")
      }
      let set = "places('\(PercentCoding.encoded(address))')/microsoft.graph.roomList/rooms"
      return try list(rooms, of: set, .rooms, call)
    }
    for (path, kinds) in [
      ("/places/{place}", [true, false]), ("/places/{place}/room", [true]),
      ("/places/{place}/roomList", [false]),
    ] {
      router.add("GET", path, scopes: scopes) { (call) throws(GraphError) in
        try get(call, rooms: kinds.contains(true), lists: kinds.contains(false))
      }
    }
  }

  private func get(
    _ call: GraphCall, rooms isForRooms: Bool, lists isForLists: Bool
  ) throws(GraphError) -> GraphAnswer {
    let name = call.parameters["place"] ?? ""
    let places = try (isForRooms ? rooms(call) : []) + (isForLists ? lists(call) : [])
    guard let found = places.first(where: { Self.has($0, name, in: ["id", "emailAddress"]) }),
      case .object(let members) = found
    else { throw Self.notFound(name) }
    let options = try QueryOptions(call, for: ResourceRules.rooms.asked(as: .item))
    let isRoom = members["capacity"] != nil
    var place: JSONObject = [
      "@odata.type": isRoom ? "#microsoft.graph.room" : "#microsoft.graph.roomList"
    ]
    for (key, value) in members { place[key] = value }
    return .ok(options.body(.object(place), of: "places", at: RequestAddress(call)))
  }

  private static func has(_ place: JSON, _ name: String, in keys: [String]) -> Bool {
    keys.contains { place[$0]?.string?.lowercased() == name.lowercased() }
  }

  private static func notFound(_ name: String) -> GraphError {
    GraphError(
      status: 404, code: "ErrorItemNotFound", message: "The place '\(name)' was not found.")
  }

  private func list(
    _ places: [JSON], of set: String, _ rules: ResourceRules, _ call: GraphCall
  ) throws(GraphError) -> GraphAnswer {
    let options = try QueryOptions(call, for: rules)
    let page = options.page(of: places) { $0 }
    return .ok(options.body(page, of: set, at: RequestAddress(call)))
  }

  /// The rooms of the caller's organisation; personal accounts have none and may not ask.
  private func rooms(_ call: GraphCall) throws(GraphError) -> [JSON] {
    guard !call.user.isPersonal else { throw .accessDenied }
    return directory.resources.filter { $0.purpose == .room && $0.tenant == call.user.tenant }
      .map { room in
        var place: JSONObject = [
          "id": .string(room.id), "displayName": .string(room.displayName),
          "emailAddress": .string(room.mail ?? room.userPrincipalName),
        ]
        for name in Self.properties { place[name] = room.place[name] ?? .null }
        if room.place["bookingType"] == nil { place["bookingType"] = "standard" }
        if room.place["tags"] == nil { place["tags"] = [] }
        return .object(place)
      }
  }

  private func lists(_ call: GraphCall) throws(GraphError) -> [JSON] {
    let own = Set(try rooms(call).compactMap { $0["emailAddress"]?.string?.lowercased() })
    return directory.roomLists
      .filter { list in list.rooms.contains { own.contains($0.lowercased()) } }
      .map { list in
        [
          "id": .string(list.id), "displayName": .string(list.displayName), "address": nil,
          "geoCoordinates": nil, "phone": nil, "emailAddress": .string(list.emailAddress),
        ]
      }
  }
}

extension ResourceRules {
  static let rooms = ResourceRules(
    name: "Places", typeName: "microsoft.graph.room",
    properties: [
      "id", "displayName", "emailAddress", "address", "geoCoordinates", "phone", "nickname",
      "label", "capacity", "building", "floorNumber", "floorLabel", "isWheelChairAccessible",
      "bookingType", "tags", "audioDeviceName", "videoDeviceName", "displayDeviceName",
    ],
    filter: FilterRules(
      typeName: "microsoft.graph.room",
      properties: [
        "displayName": FilterableProperty(.text), "emailAddress": FilterableProperty(.text),
        "building": FilterableProperty(.text), "label": FilterableProperty(.text),
        "floorLabel": FilterableProperty(.text), "nickname": FilterableProperty(.text),
        "capacity": FilterableProperty(.number), "floorNumber": FilterableProperty(.number),
        "isWheelChairAccessible": FilterableProperty(.boolean),
        "bookingType": FilterableProperty(.choice), "tags": .texts,
      ], known: ["id"]),
    sortable: ["displayName", "capacity", "building"], page: 100)

  static let roomLists: ResourceRules = {
    var rules = rooms
    rules.typeName = "microsoft.graph.roomList"
    return rules
  }()
}
