import JSON

/// Everyone who has a mailbox.
package struct EmulatorDirectory: Sendable {
  /// The people, who can sign in; the first is the one whose mailbox the demo shows.
  package var users: [EmulatorUser]
  /// Shared mailboxes, rooms and things, as whom nobody signs in.
  package var resources: [EmulatorUser]
  package var roomLists: [EmulatorRoomList]

  package init(
    users: [EmulatorUser], resources: [EmulatorUser] = [], roomLists: [EmulatorRoomList] = []
  ) {
    self.users = users
    self.resources = resources
    self.roomLists = roomLists
  }

  /// Whoever has a mailbox under this id, user principal name or mail address.
  package func owner(named name: String) -> EmulatorUser? {
    user(named: name) ?? resources.first { $0.answers(to: name) }
  }

  /// The person with this id, user principal name or mail address.
  package func user(named name: String) -> EmulatorUser? { users.first { $0.answers(to: name) } }

  /// Three colleagues and one personal account; rooms and a shared mailbox of the colleagues.
  package static let demo = EmulatorDirectory(
    users: demoUsers, resources: demoResources, roomLists: demoRoomLists)

  private static let demoUsers = [
    EmulatorUser(
      id: "1f0e2c5a-93d7-4b0e-8a61-2d4c7b9e5f01", userPrincipalName: "mira@harbor.example",
      displayName: "Mira Lindqvist", mail: "mira@harbor.example", tenant: .harbor,
      profile: [
        "givenName": "Mira", "surname": "Lindqvist", "jobTitle": "Project lead",
        "officeLocation": "Pier 3", "preferredLanguage": "en-GB", "mobilePhone": "+45 32 55 01 17",
        "businessPhones": ["+45 32 55 01 00"],
      ]),
    EmulatorUser(
      id: "2a7d4e81-5b36-4f9c-b0c2-6e1a8d3f7b02", userPrincipalName: "jonas@harbor.example",
      displayName: "Jonas Okafor", mail: "jonas@harbor.example", tenant: .harbor,
      profile: [
        "givenName": "Jonas", "surname": "Okafor", "jobTitle": "Engineer",
        "officeLocation": "Pier 3", "preferredLanguage": "en-US", "mobilePhone": nil,
        "businessPhones": [],
      ]),
    EmulatorUser(
      id: "3c91b6f4-0e2d-4a78-9f53-7a5b4c8d1e03", userPrincipalName: "aiko@harbor.example",
      displayName: "Aiko Tanaka 田中 愛子", mail: "aiko@harbor.example", tenant: .harbor,
      profile: [
        "givenName": "Aiko", "surname": "Tanaka", "jobTitle": "Designer", "officeLocation": nil,
        "preferredLanguage": "ja-JP", "mobilePhone": nil, "businessPhones": [],
      ]),
    EmulatorUser(
      id: "00000000-0000-0000-7c1d-52e0a9b46f04", userPrincipalName: "sam.rivera@outlook.example",
      displayName: "Sam Rivera", mail: "sam.rivera@outlook.example", tenant: .personal,
      profile: [
        "givenName": "Sam", "surname": "Rivera", "jobTitle": nil, "officeLocation": nil,
        "preferredLanguage": nil, "mobilePhone": nil, "businessPhones": [],
      ]),
  ]

  private static let demoResources = [
    room(
      "7c0d5e21-3f64-4b8a-9d17-5a2e8c4b6f05", "dock5", "Dock 5",
      [
        "building": "Pier 3", "floorNumber": 1, "floorLabel": "1", "label": "5", "capacity": 8,
        "isWheelChairAccessible": true, "videoDeviceName": "Wall screen",
        "audioDeviceName": "Table microphone", "tags": ["whiteboard"],
      ]),
    room(
      "8d1e6f32-4a75-4c9b-8e28-6b3f9d5c7a06", "crowsnest", "Crow's Nest",
      [
        "building": "Pier 3", "floorNumber": 4, "floorLabel": "Top", "label": "41", "capacity": 4,
        "isWheelChairAccessible": false, "tags": ["nice view"],
      ]),
    room(
      "9e2f7a43-5b86-4dac-9f39-7c4a0e6d8b07", "lighthouse", "Lighthouse room",
      [
        "building": "Lighthouse", "floorNumber": 0, "floorLabel": "G", "label": "L1",
        "capacity": 24, "isWheelChairAccessible": true, "displayDeviceName": "Projector",
        "videoDeviceName": "Camera", "tags": [],
      ]),
    EmulatorUser(
      id: "af308b54-6c97-4ebd-a04a-8d5b1f7e9c08",
      userPrincipalName: "frontdesk@harbor.example", displayName: "Front desk",
      mail: "frontdesk@harbor.example", tenant: .harbor, purpose: .shared),
  ]

  private static func room(
    _ id: String, _ name: String, _ displayName: String, _ place: JSONObject
  ) -> EmulatorUser {
    EmulatorUser(
      id: id, userPrincipalName: name + "@harbor.example", displayName: displayName,
      mail: name + "@harbor.example", tenant: .harbor, purpose: .room, place: place)
  }

  private static let demoRoomLists = [
    EmulatorRoomList(
      id: "b0419c65-7da8-4fce-8b5b-9e6c208fad09", displayName: "Pier 3",
      emailAddress: "pier3@harbor.example",
      rooms: ["dock5@harbor.example", "crowsnest@harbor.example"]),
    EmulatorRoomList(
      id: "c152ad76-8eb9-40df-9c6c-af7d3190be0a", displayName: "Lighthouse",
      emailAddress: "lighthouse.rooms@harbor.example", rooms: ["lighthouse@harbor.example"]),
  ]
}

/// A list of rooms, such as those of a building.
package struct EmulatorRoomList: Sendable, Equatable {
  /// A GUID in lower case.
  package var id: String
  package var displayName: String
  package var emailAddress: String
  /// The addresses of its rooms.
  package var rooms: [String]
}
