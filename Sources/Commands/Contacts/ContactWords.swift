import JSON

/// Members of a contact in words, for messages.
enum ContactWords {
  private static let labels: [String: String] = [
    "displayName": "display name", "givenName": "first name", "surname": "surname",
    "middleName": "middle name", "title": "title", "generation": "suffix",
    "nickName": "nickname", "yomiGivenName": "reading of the first name",
    "yomiSurname": "reading of the surname", "yomiCompanyName": "reading of the company",
    "fileAs": "file as", "emailAddresses": "e-mail", "mobilePhone": "mobile",
    "businessPhones": "work phone", "homePhones": "home phone", "businessAddress": "work address",
    "homeAddress": "home address", "otherAddress": "other address", "companyName": "company",
    "officeLocation": "office", "jobTitle": "job title", "assistantName": "assistant",
    "spouseName": "spouse", "businessHomePage": "web page", "imAddresses": "chat",
    "personalNotes": "note",
  ]

  /// What a contact is called where nothing is known of the order of names: the name it shows, else what
  /// else tells it.
  static func title(_ contact: JSONObject) -> String {
    let texts =
      ["displayName", "companyName"].map { contact[$0]?.string }
      + [contact["emailAddresses"]?[0]?["address"]?.string, contact["mobilePhone"]?.string]
    return texts.compactMap(\.self).first { !$0.isEmpty } ?? "a contact without a name"
  }

  /// What people call a member.
  static func label(_ name: String) -> String { labels[name] ?? name }

  /// What a member holds, in one line.
  static func words(_ value: JSON?) -> String {
    switch value {
    case .string(let text): "\"\(text.prefix(60))\""
    case .array(let items) where !items.isEmpty: items.map(words).joined(separator: ", ")
    case .object(let object):
      if let address = object["address"]?.string {
        object["name"]?.string.map { "\($0) <\(address)>" } ?? address
      } else {
        parts(object).isEmpty ? "nothing" : "\"\(parts(object).joined(separator: ", "))\""
      }
    case .number(let number): number.text
    default: "nothing"
    }
  }

  private static func parts(_ address: JSONObject) -> [String] {
    ["street", "postalCode", "city", "state", "countryOrRegion"].compactMap {
      address[$0]?.string.flatMap { $0.isEmpty ? Optional.none : $0 }
    }
  }
}
