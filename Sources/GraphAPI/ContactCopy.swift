package import JSON

/// What of a contact's resource a client can write, and when two states of it are the same.
///
/// Source: Microsoft Graph, "contact resource type" and "Update contact".
package enum ContactCopy {
  /// The members of a contact that a client can write.
  package static let properties = [
    "assistantName", "birthday", "businessAddress", "businessHomePage", "businessPhones",
    "categories", "children", "companyName", "department", "displayName", "emailAddresses",
    "fileAs", "generation", "givenName", "homeAddress", "homePhones", "imAddresses", "initials",
    "jobTitle", "manager", "middleName", "mobilePhone", "nickName", "officeLocation",
    "otherAddress", "personalNotes", "profession", "spouseName", "surname", "title",
    "yomiCompanyName", "yomiGivenName", "yomiSurname",
  ]

  /// The body of a create that makes a contact like this one, its open extensions included where they
  /// were read.
  ///
  /// Source of the form of extensions: Microsoft Graph, "Create open extension".
  package static func creation(of contact: JSONObject) -> JSONObject {
    var body = JSONObject(
      properties.compactMap { name in
        guard let value = contact[name], plain(name, value) != .null else { return nil }
        return (name, value)
      })
    let extensions = extensions(of: contact)
    if !extensions.isEmpty { body["extensions"] = .array(extensions) }
    // The file that it came from is to find it again.
    if let uid = ExtendedProperties.value(ExtendedProperties.sourceUID, of: contact) {
      body = ExtendedProperties.adding(uid, for: ExtendedProperties.sourceUID, to: body)
    }
    return body
  }

  /// The open extensions of a contact, without what the service adds to each.
  package static func extensions(of contact: JSONObject) -> [JSON] {
    (contact["extensions"]?.array ?? []).compactMap { item in
      guard let members = item.object, let name = members["extensionName"] else { return nil }
      var copy: JSONObject = [
        "@odata.type": "microsoft.graph.openTypeExtension", "extensionName": name,
      ]
      for (key, value) in members where key != "id" && !key.contains("@") { copy[key] = value }
      return .object(copy)
    }
  }

  /// These members as they are in `contact`, as an update has to send them to make them so again.
  ///
  /// Parts of an address that are left out would stay as they are, so they go as null. The name to show
  /// goes with parts of the name, of which the service would make it anew.
  package static func values(of names: [String], in contact: JSONObject) -> JSONObject {
    let shown = contact["displayName"] ?? .null
    let isMadeAnew = names.contains(where: nameParts.contains) && !names.contains("displayName")
    return JSONObject(
      (isMadeAnew && !shown.isNull ? names + ["displayName"] : names).map { name in
        let value = contact[name] ?? .null
        return (name, isAddress(name) ? address(value) : value)
      })
  }

  /// What the service makes the name to show of.
  private static let nameParts: Set<String> = [
    "generation", "givenName", "initials", "middleName", "nickName", "surname", "title",
  ]

  /// The members in which two states differ, of those that a client can write.
  package static func differing(_ left: JSONObject, _ right: JSONObject) -> [String] {
    properties.filter { !isSame($0, left[$0], right[$0]) }
  }

  /// Whether `contact` has all that `changes` say.
  package static func holds(_ changes: JSONObject, in contact: JSONObject) -> Bool {
    changes.members.allSatisfy { isSame($0.key, $0.value, contact[$0.key]) }
  }

  /// Whether two values of a member are the same, whatever the service writes for nothing.
  package static func isSame(_ name: String, _ left: JSON?, _ right: JSON?) -> Bool {
    plain(name, left) == plain(name, right)
  }

  /// A value without what means nothing: null for an empty text, list or address.
  private static func plain(_ name: String, _ value: JSON?) -> JSON {
    switch value {
    case .string(let text):
      if text.isEmpty { return .null }
      // The date counts: the service may keep another time of it.
      if name == "birthday" { return .string(String(text.prefix(10))) }
      return .string(text.replacing("\r\n", with: "\n"))
    case .array(let items):
      let filled = items.map { plain(name, $0) }.filter { !$0.isNull }
      return filled.isEmpty ? .null : .array(filled)
    case .object(var object):
      // Where an address has no name of its own, the service repeats the address.
      if object["name"] == object["address"] { object["name"] = nil }
      let filled = object.members.map { ($0.key, plain("", $0.value)) }.filter { !$0.1.isNull }
      return filled.isEmpty ? .null : .object(JSONObject(filled))
    default: return value ?? .null
    }
  }

  private static func isAddress(_ name: String) -> Bool {
    ContactNames.addressMembers.contains { $0.1 == name }
  }

  /// An address with all its parts, those that are not there as null.
  package static func address(_ value: JSON) -> JSON {
    let parts = ["street", "city", "state", "postalCode", "countryOrRegion"]
    return .object(JSONObject(parts.map { ($0, value[$0] ?? .null) }))
  }
}
