package import Contacts
package import JSON

extension Contact {
  /// The members of a create, without those that are empty.
  ///
  /// Throws `UnfetchedProperty` for a contact known in part: what is made from it would lack the rest.
  package func creationBody() throws(UnfetchedProperty) -> JSON {
    let empty = try Contact(id: "").members()
    var body: JSONObject = [:]
    for (name, value) in try members().members where empty[name] != value { body[name] = value }
    return .object(body)
  }

  /// The members in which this contact differs from `old`, as an update sends them; nil for no difference.
  ///
  /// The service may make up a new `displayName` when parts of the name change, so the one to keep goes
  /// along. An address goes with all its parts, since those left out would stay. Properties that neither contact knows do not differ. Throws `UnfetchedProperty` for one that
  /// only one of the two knows.
  /// Source: Microsoft Graph, "Update contact".
  package func changes(from old: Contact) throws(UnfetchedProperty) -> JSON? {
    let before = try old.members(like: self)
    let after = try members(like: old)
    var body: JSONObject = [:]
    for (name, value) in after.members where before[name] != value { body[name] = value }
    guard !body.isEmpty else { return nil }
    for (_, member) in ContactNames.addressMembers {
      if let address = body[member] { body[member] = ContactCopy.address(address) }
    }
    let touchesName = ContactNames.members.contains { body[$0] != nil }
    if touchesName, body["displayName"] == nil, let shown = after["displayName"], !shown.isNull {
      body["displayName"] = shown
    }
    return .object(body)
  }

  /// Every member that a client may write; those unknown to both this and `other` are left out.
  private func members(like other: Contact? = nil) throws(UnfetchedProperty) -> JSONObject {
    var object: JSONObject = [:]
    if let name = try shared(\.name, other) {
      let parts = [
        name.title, name.given, name.middle, name.surname, name.generation, name.initials,
        name.nickname, name.yomiGiven, name.yomiSurname,
      ]
      for (member, part) in zip(ContactNames.members, parts) { object[member] = Self.text(part) }
    }
    if let name = try shared(\.displayName, other) { object["displayName"] = Self.text(name) }
    if let fileAs = try shared(\.fileAs, other) { object["fileAs"] = Self.text(fileAs) }
    if let emails = try shared(\.emails, other) {
      object["emailAddresses"] = .array(
        emails.map { email in
          var item: JSONObject = ["address": .string(email.address)]
          if let name = email.name { item["name"] = .string(name) }
          return .object(item)
        })
    }
    if let phones = try shared(\.phones, other) {
      func numbers(_ kind: ContactPhoneKind) -> [JSON] {
        phones.filter { $0.kind == kind }.map { .string($0.number.text) }
      }
      object["mobilePhone"] = numbers(.mobile).first ?? .null
      object["businessPhones"] = .array(numbers(.business))
      object["homePhones"] = .array(numbers(.home))
    }
    if let addresses = try shared(\.addresses, other) {
      for (place, member) in ContactNames.addressMembers {
        object[member] = addresses[place].map(\.graphJSON) ?? [:]
      }
    }
    if let work = try shared(\.work, other) {
      let parts = [
        work.company, work.yomiCompany, work.department, work.office, work.jobTitle,
        work.profession, work.manager, work.assistant,
      ]
      for (member, part) in zip(ContactNames.workMembers, parts) {
        object[member] = Self.text(part)
      }
    }
    if let birthday = try shared(\.birthday, other) {
      object["birthday"] = Self.text(birthday?.graphText)
    }
    if let family = try shared(\.family, other) {
      object["spouseName"] = Self.text(family.spouse)
      object["children"] = .array(family.children.map { .string($0) })
    }
    if let page = try shared(\.webPage, other) { object["businessHomePage"] = Self.text(page) }
    if let chat = try shared(\.chatAddresses, other) {
      object["imAddresses"] = .array(chat.map { .string($0) })
    }
    if let note = try shared(\.note, other) { object["personalNotes"] = Self.text(note) }
    if let categories = try shared(\.categories, other) {
      object["categories"] = .array(categories.map { .string($0) })
    }
    return object
  }

  /// The value of a property; nil where this contact and `other` both do not know it.
  private func shared<Value>(
    _ property: KeyPath<Contact, Fetched<Value>>, _ other: Contact?
  ) throws(UnfetchedProperty) -> Value? {
    if let other, self[keyPath: property].ifKnown == nil, other[keyPath: property].ifKnown == nil {
      return nil
    }
    return try self[keyPath: property].value
  }

  private static func text(_ text: String?) -> JSON {
    guard let text, !text.isEmpty else { return .null }
    return .string(text)
  }
}

extension PostalAddress {
  /// With the parts that are there.
  package var graphJSON: JSON {
    var object: JSONObject = [:]
    let parts = [
      ("street", street), ("city", city), ("state", state), ("postalCode", postalCode),
      ("countryOrRegion", country),
    ]
    for (member, part) in parts where !part.isEmpty { object[member] = .string(part) }
    return .object(object)
  }
}
