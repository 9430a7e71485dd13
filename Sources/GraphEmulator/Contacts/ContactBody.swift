import JSON

/// Turns the bodies of creates and updates into stored contacts.
///
/// Source: Microsoft Graph "contact resource type", "Create contact", "Update contact"; the limits of
/// collections from the service's own messages.
struct ContactBody {
  private enum Kind {
    case text
    case texts(limit: Int)
    case instant
    case address
    case emails
  }

  /// The writable properties in the order of answers, with what each is.
  private static let properties: [(name: String, kind: Kind)] = [
    ("categories", .texts(limit: .max)), ("birthday", .instant), ("fileAs", .text),
    ("displayName", .text), ("givenName", .text), ("initials", .text), ("middleName", .text),
    ("nickName", .text), ("surname", .text), ("title", .text), ("yomiGivenName", .text),
    ("yomiSurname", .text), ("yomiCompanyName", .text), ("generation", .text),
    ("imAddresses", .texts(limit: .max)), ("jobTitle", .text), ("companyName", .text),
    ("department", .text), ("officeLocation", .text), ("profession", .text),
    ("businessHomePage", .text), ("assistantName", .text), ("manager", .text),
    ("homePhones", .texts(limit: 2)), ("mobilePhone", .text), ("businessPhones", .texts(limit: 2)),
    ("spouseName", .text), ("personalNotes", .text), ("children", .texts(limit: .max)),
    ("emailAddresses", .emails), ("homeAddress", .address), ("businessAddress", .address),
    ("otherAddress", .address),
  ]

  /// One address each, over the same three places that `emailAddresses` lists.
  static let singleAddresses = [
    "primaryEmailAddress", "secondaryEmailAddress", "tertiaryEmailAddress",
  ]

  /// Properties that the service sets itself; what a body says of them is passed over.
  private static let readOnly: Set<String> = [
    "id", "changekey", "createddatetime", "lastmodifieddatetime", "parentfolderid", "photo",
  ]

  private static let nameParts = ["title", "givenName", "middleName", "surname", "generation"]

  /// A whole contact made from the body of a create: what the body leaves out is null, `[]` or `{}`.
  static func created(from body: JSONObject) throws(GraphError) -> JSONObject {
    var document = JSONObject()
    for property in properties {
      document[property.name] =
        switch property.kind {
        case .text, .instant: .null
        case .texts, .emails: []
        case .address: .object([:])
        }
    }
    return try updated(document, by: body)
  }

  /// `document` after the body of an update.
  ///
  /// A display name follows the parts of the name unless the body has one of its own.
  static func updated(
    _ document: JSONObject, by body: JSONObject
  ) throws(GraphError) -> JSONObject {
    var result = document
    var written: Set<String> = []
    for (key, value) in body where !key.contains("@") {
      let lowercased = key.lowercased()
      if let property = properties.first(where: { $0.name.lowercased() == lowercased }) {
        written.insert(property.name)
        result[property.name] = try read(
          BodyValue(property.name, value), as: property.kind, over: result[property.name])
      } else if let place = singleAddresses.firstIndex(where: { $0.lowercased() == lowercased }) {
        result["emailAddresses"] = try placed(BodyValue(key, value), at: place, in: result)
      } else if let property = OpenProperties.names.first(where: { $0.lowercased() == lowercased })
      {
        result[property] = try OpenProperties.merged(
          BodyValue(property, value), into: result[property])
      } else if !readOnly.contains(lowercased) {
        throw .badRequest(
          "RequestBodyRead",
          "The property '\(key)' does not exist on type 'microsoft.graph.contact'. Make sure to only "
            + "use property names that are defined by the type.")
      }
    }
    return named(result, before: document, written: written)
  }

  private static func read(
    _ value: BodyValue, as kind: Kind, over old: JSON?
  ) throws(GraphError) -> JSON {
    switch kind {
    case .text: return try value.text()
    case .texts(let limit): return try value.texts(limit: limit)
    case .instant: return try value.instant()
    case .address: return .object(try address(value, over: old?.object ?? [:]))
    case .emails:
      var emails: [JSON] = []
      for element in try value.elements(limit: 3) {
        if let email = try email(BodyValue(value.name, element)) { emails.append(email) }
      }
      return .array(emails)
    }
  }

  /// A postal address: members that are left out stay, those given as null go.
  private static func address(
    _ value: BodyValue, over old: JSONObject
  ) throws(GraphError) -> JSONObject {
    if value.value.isNull { return [:] }
    var address = old
    let names = ["street", "city", "state", "countryOrRegion", "postalCode"]
    for (key, part) in try value.members() {
      guard let name = names.first(where: { $0.lowercased() == key.lowercased() }) else { continue }
      let text = try BodyValue(name, part).text()
      address[name] = text.isNull ? Optional.none : text
    }
    return address
  }

  /// An address with its name, which is the address again where there is none.
  private static func email(_ value: BodyValue) throws(GraphError) -> JSON? {
    if value.value.isNull { return nil }
    let members = try value.members()
    let address = try BodyValue("address", members["address"] ?? .null).text()
    let name = try BodyValue("name", members["name"] ?? .null).text()
    guard !(address.isNull && name.isNull) else { return nil }
    return ["name": name.isNull ? address : name, "address": address]
  }

  /// The addresses with the one at `place` replaced, or closed up when it is taken away.
  private static func placed(
    _ value: BodyValue, at place: Int, in document: JSONObject
  ) throws(GraphError) -> JSON {
    var emails = document["emailAddresses"]?.array ?? []
    guard let email = try email(value) else {
      if emails.indices.contains(place) { emails.remove(at: place) }
      return .array(emails)
    }
    if emails.indices.contains(place) { emails[place] = email } else { emails.append(email) }
    return .array(emails)
  }

  private static func named(
    _ document: JSONObject, before: JSONObject, written: Set<String>
  ) -> JSONObject {
    var document = document
    let namesChanged = !written.isDisjoint(with: nameParts)
    if !written.contains("displayName"), namesChanged || document["displayName"]?.isNull ?? true {
      let name = joined(
        ["givenName", "middleName", "surname", "generation"], in: document, by: " ")
      document["displayName"] = .string(name.isEmpty ? otherName(document) : name)
    }
    let followed = before["fileAs"]?.isNull ?? true || before["fileAs"] == .string(filed(before))
    if !written.contains("fileAs"), followed {
      document["fileAs"] = .string(filed(document))
    }
    return document
  }

  /// `Fort, Garth`, or whatever the contact is called when that is not known.
  private static func filed(_ document: JSONObject) -> String {
    let given = joined(["givenName", "middleName"], in: document, by: " ")
    let name = [document["surname"]?.string ?? "", given].filter { !$0.isEmpty }
      .joined(separator: ", ")
    return name.isEmpty ? document["displayName"]?.string ?? "" : name
  }

  private static func otherName(_ document: JSONObject) -> String {
    document["companyName"]?.string ?? document["emailAddresses"]?[0]?["address"]?.string ?? ""
  }

  private static func joined(
    _ names: [String], in document: JSONObject, by separator: String
  ) -> String {
    names.compactMap { document[$0]?.string }.filter { !$0.isEmpty }.joined(separator: separator)
  }
}
