import JSON

/// The people somebody has to do with: contacts and colleagues, the nearest first.
///
/// Source: Microsoft Graph "List people". The ranking of the service is its own; here contacts with an
/// address come first, in the order they were made, then the directory.
struct PeopleRoutes {
  let store: MailboxStore

  func add(to router: inout GraphRouter) {
    let scopes = ["People.Read", "People.Read.All"]
    router.add("GET", "/me/people", scopes: scopes) { (call) throws(GraphError) in
      let options = try QueryOptions(call, for: .people)
      guard options.search == nil || options["$skip"] == nil else {
        throw .badRequest("BadRequest", "The query parameter '$skip' does not go with '$search'.")
      }
      let page = options.page(of: try people(call)) { $0 }
      return .ok(options.body(page, of: call.set("people"), at: RequestAddress(call)))
    }
    router.add("GET", "/me/people/{id}", scopes: scopes) { (call) throws(GraphError) in
      let id = call.parameters["id"]?.lowercased()
      guard let person = try people(call).first(where: { $0["id"]?.string == id }) else {
        throw .itemNotFound
      }
      let options = try QueryOptions(call, for: ResourceRules.people.asked(as: .item))
      return .ok(options.body(person, of: call.set("people"), at: RequestAddress(call)))
    }
  }

  private func people(_ call: GraphCall) throws(GraphError) -> [JSON] {
    let contacts = try store.perform(for: call) { (mailbox) throws(GraphError) in
      try mailbox.allItems(.contact)
    }
    var known: Set<String> = []
    var people: [JSON] = []
    for contact in contacts {
      let addresses = (contact.document["emailAddresses"]?.array ?? [])
        .compactMap { $0["address"]?.string }
      guard !addresses.isEmpty, known.isDisjoint(with: addresses.map { $0.lowercased() }) else {
        continue
      }
      known.formUnion(addresses.map { $0.lowercased() })
      people.append(Self.person(contact.document, addresses, score: people.count))
    }
    for user in store.directory.users where user.id != call.owner.id {
      guard let mail = user.mail, user.tenant == call.owner.tenant,
        known.insert(mail.lowercased()).inserted
      else { continue }
      people.append(Self.person(user, mail, score: people.count))
    }
    return people
  }

  private static func person(_ contact: JSONObject, _ addresses: [String], score: Int) -> JSON {
    var phones: [JSON] = []
    for (name, type) in [("businessPhones", "business"), ("homePhones", "home")] {
      phones += (contact[name]?.array ?? []).map { ["type": .string(type), "number": $0] }
    }
    if let mobile = contact["mobilePhone"], !mobile.isNull {
      phones.append(["type": "mobile", "number": mobile])
    }
    return person(
      id: StableID.guid("person", addresses[0].lowercased()), from: contact,
      addresses: addresses, score: score, phones: phones, principalName: "",
      subclass: "PersonalContact")
  }

  private static func person(_ user: EmulatorUser, _ mail: String, score: Int) -> JSON {
    var profile = user.profile
    profile["displayName"] = .string(user.displayName)
    let phones = (profile["businessPhones"]?.array ?? []).map { number -> JSON in
      ["type": "business", "number": number]
    }
    return person(
      id: user.id, from: profile, addresses: [mail], score: score, phones: phones,
      principalName: user.userPrincipalName, subclass: "OrganizationUser")
  }

  private static func person(
    id: String, from source: JSONObject, addresses: [String], score: Int, phones: [JSON],
    principalName: String, subclass: String
  ) -> JSON {
    func value(_ name: String) -> JSON { source[name] ?? .null }
    return [
      "id": .string(id), "displayName": value("displayName"), "givenName": value("givenName"),
      "surname": value("surname"), "birthday": "", "personNotes": "", "isFavorite": false,
      "jobTitle": value("jobTitle"), "companyName": value("companyName"), "yomiCompany": "",
      "department": value("department"), "officeLocation": value("officeLocation"),
      "profession": "", "userPrincipalName": .string(principalName), "imAddress": .null,
      "scoredEmailAddresses": .array(
        addresses.map { address in
          ["address": .string(address), "relevanceScore": .number(max(1, 30 - score))]
        }),
      "phones": .array(phones), "postalAddresses": [], "websites": [],
      "personType": ["class": "Person", "subclass": .string(subclass)],
    ]
  }
}
