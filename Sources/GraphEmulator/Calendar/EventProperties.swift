import JSON

/// The properties of an event that a client may write, brought into the form that answers have.
struct EventProperties {
  /// Only what was sent, in the metadata's spelling.
  private(set) var document: JSONObject = [:]

  private let sent: JSONObject
  private let zones: GraphZones

  /// Words of the metadata.
  enum Words {
    static let importance = ["low", "normal", "high"]
    static let sensitivity = ["normal", "personal", "private", "confidential"]
    static let showAs = ["free", "tentative", "busy", "oof", "workingElsewhere", "unknown"]
    static let provider = ["unknown", "teamsForBusiness", "skypeForBusiness", "skypeForConsumer"]
    static let attendeeType = ["required", "optional", "resource"]
    static let response = [
      "none", "organizer", "tentativelyAccepted", "accepted", "declined", "notResponded",
    ]
    static let bodyType = ["text", "html"]
    static let locationType = [
      "default", "conferenceRoom", "homeAddress", "businessAddress", "geoCoordinates",
      "streetAddress", "hotel", "restaurant", "localBusiness", "postalAddress",
    ]
    static let uniqueIdType = ["unknown", "locationStore", "directory", "private", "bing"]
  }

  /// Reads what was sent.
  ///
  /// Properties that are read-only or unknown are passed over, as the service does.
  init(_ sent: JSONObject, zones: GraphZones) throws(GraphError) {
    self.sent = sent
    self.zones = zones
    try readTexts()
    try readTruths()
    try readWords()
    try readTimes()
    if let minutes = try sent.wholeNumber("reminderMinutesBeforeStart") {
      document["reminderMinutesBeforeStart"] = .number(minutes)
    }
    if let categories = try sent.texts("categories") {
      document["categories"] = .array(categories.map { .string($0) })
    }
    if let body = sent.value("body") { document["body"] = try Self.body(body) }
    try readAttendees()
    try readLocations()
    try readExtras()
  }

  private mutating func readTexts() throws(GraphError) {
    if sent.value("subject") != nil {
      document["subject"] = .string(try sent.text("subject") ?? "")
    }
    if let transaction = try sent.text("transactionId"), !transaction.isEmpty {
      document["transactionId"] = .string(transaction)
    }
  }

  private mutating func readTruths() throws(GraphError) {
    for name in [
      "isAllDay", "isReminderOn", "responseRequested", "allowNewTimeProposals", "hideAttendees",
      "isOnlineMeeting",
    ] {
      if let value = try sent.truth(name) { document[name] = .bool(value) }
    }
  }

  private mutating func readWords() throws(GraphError) {
    for (name, words) in [
      ("importance", Words.importance), ("sensitivity", Words.sensitivity),
      ("showAs", Words.showAs), ("onlineMeetingProvider", Words.provider),
    ] {
      if let word = try sent.word(name, of: words) { document[name] = .string(word) }
    }
  }

  private mutating func readTimes() throws(GraphError) {
    for name in ["start", "end"] {
      guard let value = sent.value(name), !value.isNull else { continue }
      document[name] = try zones.time(value).document
    }
    // Checked and filled once the start is known.
    if let recurrence = sent.value("recurrence") { document["recurrence"] = recurrence }
  }

  private static func body(_ json: JSON) throws(GraphError) -> JSON {
    guard let body = json.object else { return ["contentType": "html", "content": ""] }
    let type = try body.word("contentType", of: Words.bodyType) ?? "text"
    return ["contentType": .string(type), "content": .string(try body.text("content") ?? "")]
  }

  // MARK: People

  private mutating func readAttendees() throws(GraphError) {
    guard let value = sent.value("attendees") else { return }
    guard !value.isNull else {
      document["attendees"] = []
      return
    }
    guard let attendees = value.array else { throw .unreadable("attendees") }
    guard attendees.count <= 500 else {
      throw .badRequest(
        "ErrorInvalidRequest",
        "Your request can't be completed. An event has at most 500 attendees.")
    }
    var read: [JSON] = []
    for attendee in attendees {
      guard let attendee = attendee.object else { throw .unreadable("attendees") }
      read.append(try Self.attendee(attendee))
    }
    document["attendees"] = .array(read)
  }

  private static func attendee(_ sent: JSONObject) throws(GraphError) -> JSON {
    let type = try sent.word("type", of: Words.attendeeType) ?? "required"
    return [
      "type": .string(type),
      "status": ["response": "none", "time": "0001-01-01T00:00:00Z"],
      "emailAddress": try emailAddress(sent.value("emailAddress")),
    ]
  }

  /// Throws 400 `ErrorInvalidRecipients` without something that looks like an address.
  static func emailAddress(_ json: JSON?) throws(GraphError) -> JSON {
    guard let object = json?.object, let address = try object.text("address"),
      address.contains("@"), !address.contains(where: \.isWhitespace)
    else {
      throw .badRequest(
        "ErrorInvalidRecipients", "At least one recipient isn't valid., Recipient is not resolved.")
    }
    let name = try object.text("name").flatMap { $0.isEmpty ? nil : $0 } ?? address
    return ["name": .string(name), "address": .string(address)]
  }

  // MARK: Places

  private mutating func readLocations() throws(GraphError) {
    let one = sent.value("location")
    let many = sent.value("locations")
    guard one != nil || many != nil else { return }
    var list: [JSON] = []
    if let many, !many.isNull {
      guard let elements = many.array else { throw .unreadable("locations") }
      for element in elements { list.append(try Self.location(element)) }
    }
    if let location = one, let object = location.object, !(try Self.isEmpty(object)) {
      let location = try Self.location(location)
      document["location"] = location
      document["locations"] = .array(list.isEmpty ? [location] : list)
    } else if list.isEmpty {
      document["location"] = Self.noLocation
      document["locations"] = []
    } else {
      let names = list.compactMap { $0["displayName"]?.string }.joined(separator: "; ")
      document["location"] =
        list.count == 1 ? list[0] : try Self.location(["displayName": .string(names)])
      document["locations"] = .array(list)
    }
  }

  /// What the service answers for an event without a place.
  static let noLocation: JSON = [
    "displayName": "", "locationType": "default", "uniqueIdType": "unknown", "address": [:],
    "coordinates": [:],
  ]

  private static func isEmpty(_ location: JSONObject) throws(GraphError) -> Bool {
    let name = try location.text("displayName") ?? ""
    return name.isEmpty && location.value("address")?.object?.isEmpty ?? true
      && location.value("locationEmailAddress") ?? .null == .null
  }

  private static func location(_ json: JSON) throws(GraphError) -> JSON {
    guard let sent = json.object else { throw .unreadable("location") }
    let name = try sent.text("displayName") ?? ""
    var location: JSONObject = [
      "displayName": .string(name),
      "locationType": .string(
        try sent.word("locationType", of: Words.locationType) ?? "default"),
    ]
    if let uri = try sent.text("locationUri"), !uri.isEmpty {
      location["locationUri"] = .string(uri)
    }
    if let mail = try sent.text("locationEmailAddress"), !mail.isEmpty {
      location["locationEmailAddress"] = .string(mail)
    }
    let id = try sent.text("uniqueId") ?? name
    if !id.isEmpty { location["uniqueId"] = .string(id) }
    let idType = try sent.word("uniqueIdType", of: Words.uniqueIdType)
    location["uniqueIdType"] = .string(idType ?? (id.isEmpty ? "unknown" : "private"))
    for part in ["address", "coordinates"] {
      if let value = sent.value(part)?.object {
        location[part] = .object(JSONObject(value.filter { !$0.value.isNull }.map { ($0, $1) }))
      }
    }
    return .object(location)
  }

  // MARK: The rest

  /// Extended properties and open extensions, which come back only when they are expanded.
  private mutating func readExtras() throws(GraphError) {
    for name in OpenProperties.names {
      guard let values = sent.value(name) else { continue }
      if let entries = try OpenProperties.merged(BodyValue(name, values), into: nil) {
        document[name] = entries
      }
    }
  }
}
