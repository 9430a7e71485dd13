import Contacts
import GraphAPI
import JSON

/// What lines may say of contacts, and the one form in which two values are compared.
///
/// In that form what is empty is null, a list holds no empty elements, an address of mail has no name
/// that repeats it, and a birthday is what Graph takes.
enum ContactChanges {
  private enum Shape {
    case text
    case texts(limit: Int?)
    case mails
    case postal
    case birthday
    /// A number, of which the property depends on what the contact has.
    case phone
  }

  /// Source: Microsoft Graph, resource "contact"; the limits of lists were observed.
  private static let shapes: [(name: String, shape: Shape)] =
    [
      "assistantName", "businessHomePage", "companyName", "department", "displayName", "fileAs",
      "generation", "givenName", "initials", "jobTitle", "manager", "middleName", "mobilePhone",
      "nickName", "officeLocation", "personalNotes", "profession", "spouseName", "surname", "title",
      "yomiCompanyName", "yomiGivenName", "yomiSurname",
    ].map { ($0, .text) } + [
      ("businessPhones", .texts(limit: 2)), ("categories", .texts(limit: nil)),
      ("children", .texts(limit: nil)), ("homePhones", .texts(limit: 2)),
      ("imAddresses", .texts(limit: nil)), ("emailAddresses", .mails),
      ("businessAddress", .postal), ("homeAddress", .postal), ("otherAddress", .postal),
      ("birthday", .birthday),
      // As the columns of TSV are called.
      ("company", .text), ("email", .mails), ("name", .text), ("phone", .phone),
    ]

  static let writable = shapes.map(\.name)

  /// Those that a contact has by these names.
  static let stored = writable.filter { !["company", "email", "name", "phone"].contains($0) }

  static let readOnly: Set<String> = [
    "changeKey", "createdDateTime", "graphcal", "lastModifiedDateTime", "photo",
    "primaryEmailAddress", "secondaryEmailAddress", "tertiaryEmailAddress",
  ]

  /// Names that follow one another: the service makes a new name to show of them.
  static let nameParts = [
    "title", "givenName", "middleName", "surname", "generation", "initials", "nickName",
    "yomiGivenName", "yomiSurname",
  ]

  static let postalParts = ["street", "city", "state", "postalCode", "countryOrRegion"]

  private static let columns = ["company": "companyName", "email": "emailAddresses"]

  /// Puts a value where it belongs.
  static func set(
    _ key: String, _ value: JSON, in reading: inout ChangeRules.Reading
  ) throws(ChangeValueError) {
    guard let shape = shapes.first(where: { $0.name == key })?.shape else { return }
    let name = columns[key] ?? key
    guard reading.wanted[name] == nil else {
      throw ChangeValueError("says the same as another property of the line")
    }
    reading.wanted[name] = try read(value, shape)
  }

  static func checkCreate(_ wanted: JSONObject, number: Int) throws(ChangeProblem) {
    guard wanted.contains(where: { $0.key != "categories" && !$0.value.isNull }) else {
      throw ChangeProblem(number, "a contact needs a name, a company, a mail address or a number")
    }
  }

  /// The normal form of a property as the service has it; what cannot be read stays as it is.
  static func normal(_ name: String, of contact: JSONObject) -> JSON {
    let value = contact[name] ?? .null
    guard let shape = shapes.first(where: { $0.name == name })?.shape else { return value }
    return (try? read(value, shape)) ?? value
  }

  // MARK: Values

  private static func read(_ value: JSON, _ shape: Shape) throws(ChangeValueError) -> JSON {
    switch shape {
    case .text, .phone: return text(try string(value))
    case .texts(let limit):
      var texts: [JSON] = []
      for element in try elements(value) {
        let text = text(try string(element))
        if !text.isNull { texts.append(text) }
      }
      if let limit, texts.count > limit {
        throw ChangeValueError("has \(texts.count) entries; a contact keeps \(limit)")
      }
      return texts.isEmpty ? .null : .array(texts)
    case .mails: return try mails(value)
    case .postal: return try postal(value)
    case .birthday:
      guard let text = try string(value), !text.isEmpty else { return .null }
      guard let birthday = Birthday(graph: text) ?? Birthday(text) else {
        throw ChangeValueError("is \"\(text)\", no date that a calendar has")
      }
      return .string(birthday.graphText)
    }
  }

  private static func string(_ value: JSON) throws(ChangeValueError) -> String? {
    switch value {
    case .null: return nil
    case .string(let text): return text
    default: throw ChangeValueError("is a text, not \(value.kind)")
    }
  }

  private static func text(_ text: String?) -> JSON {
    guard let text, !text.isEmpty else { return .null }
    return .string(text)
  }

  private static func elements(_ value: JSON) throws(ChangeValueError) -> [JSON] {
    switch value {
    case .null: return []
    case .array(let elements): return elements
    default: throw ChangeValueError("is a list, not \(value.kind)")
    }
  }

  /// An address alone, as a text, keeps the name that the contact has for it.
  private static func mails(_ value: JSON) throws(ChangeValueError) -> JSON {
    var mails: [JSON] = []
    for element in try elements(value) {
      if element.isNull || element.string?.isEmpty == true { continue }
      guard let address = element.string ?? element["address"]?.string, !address.isEmpty else {
        if element["name"]?.string.map(\.isEmpty) ?? true, element.object != nil { continue }
        throw ChangeValueError("has an entry without an \"address\"")
      }
      // Beside addresses of the network the service keeps those of its own directory.
      guard address.contains("@") || address.hasPrefix("/") else {
        throw ChangeValueError("has \"\(address)\", which is no mail address")
      }
      guard let object = element.object else {
        mails.append(element)
        continue
      }
      if let odd = object.keys.first(where: {
        !["address", "name"].contains($0) && !$0.contains("@")
      }) {
        throw ChangeValueError("has an entry with \"\(odd)\"; it holds \"address\" and \"name\"")
      }
      var mail: JSONObject = ["address": .string(address)]
      if let name = try string(object["name"] ?? .null), !name.isEmpty,
        name.lowercased() != address.lowercased()
      {
        mail["name"] = .string(name)
      }
      mails.append(.object(mail))
    }
    if mails.count > ContactEmail.limit {
      throw ChangeValueError("has \(mails.count) entries; a contact keeps \(ContactEmail.limit)")
    }
    return mails.isEmpty ? .null : .array(mails)
  }

  private static func postal(_ value: JSON) throws(ChangeValueError) -> JSON {
    if value.isNull { return .null }
    guard let object = value.object else {
      throw ChangeValueError("is an object with \(postalParts.joined(separator: ", "))")
    }
    var address: JSONObject = [:]
    for (key, part) in object {
      guard postalParts.contains(key) || key.contains("@") else {
        throw ChangeValueError(
          "has no \"\(key)\"; it holds \(postalParts.joined(separator: ", "))")
      }
      if let text = try string(part), !text.isEmpty { address[key] = .string(text) }
    }
    return address.isEmpty ? .null : .object(address)
  }
}
