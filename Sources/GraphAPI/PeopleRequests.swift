import HTTP

/// The reads by which a name becomes an address.
package enum PeopleRequests {
  /// The most people that one search gives; the nearest come first.
  package static let searchLimit = 50

  /// The properties of a contact by which it is known.
  package static let contactProperties = [
    "id", "displayName", "givenName", "surname", "nickName", "companyName", "emailAddresses",
  ]

  /// Whoever the service finds for a name among contacts, recent mail and the directory.
  ///
  /// The search is fuzzy, so what comes is to be looked at again.
  /// Source: Microsoft Graph, "Use the People API to get information about the people most relevant".
  package static func people(named name: String) -> GraphRequest {
    let text = String(name.filter { $0 != "\"" && $0 != "\\" })
    return GraphRequest(
      path: "/me/people",
      query: [
        "$search": "\"\(text)\"",
        "$select": "displayName,givenName,surname,scoredEmailAddresses,userPrincipalName",
        "$top": String(searchLimit),
      ],
      headers: ["X-PeopleQuery-QuerySources": "Mailbox,Directory"])
  }

  /// The same with what a person wants to see of them.
  package static func search(_ name: String, limit: Int) -> GraphRequest {
    var request = people(named: name)
    request.query["$select"] =
      "companyName,department,displayName,jobTitle,personType,phones,scoredEmailAddresses,"
      + "userPrincipalName"
    request.query["$top"] = String(limit)
    return request
  }

  /// Users of the organisation whose names or addresses begin so.
  ///
  /// Source: Microsoft Graph, "Use the $search query parameter"; it wants the header.
  package static func directory(_ name: String) -> GraphRequest {
    let text = String(name.filter { $0 != "\"" && $0 != "\\" && $0 != ":" })
    return GraphRequest(
      path: "/users",
      query: [
        "$search": "\"displayName:\(text)\" OR \"mail:\(text)\"",
        "$select":
          "displayName,mail,userPrincipalName,jobTitle,department,businessPhones,mobilePhone",
        "$top": String(searchLimit),
      ],
      headers: ["ConsistencyLevel": "eventual"])
  }
}
