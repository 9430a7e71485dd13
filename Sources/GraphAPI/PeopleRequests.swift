import HTTP

/// The reads by which a name becomes an address.
package enum PeopleRequests {
  /// The most people that one search gives; the nearest come first.
  package static let searchLimit = 50

  /// The contacts of a folder, without an id those of the default one.
  package static func contacts(folderID: String? = nil) -> GraphRequest {
    let path =
      folderID.map { "/me/contactFolders/\(PercentEncoding.segment($0))/contacts" }
      ?? "/me/contacts"
    return GraphRequest(
      path: path,
      query: [
        "$select": "id,displayName,givenName,surname,nickName,companyName,emailAddresses",
        "$top": String(CalendarRequests.pageSize),
      ],
      headers: ["Prefer": Preferences().field])
  }

  /// The folders of contacts beside the default one, or those within a folder.
  package static func contactFolders(in parentID: String? = nil) -> GraphRequest {
    let path =
      parentID.map { "/me/contactFolders/\(PercentEncoding.segment($0))/childFolders" }
      ?? "/me/contactFolders"
    return GraphRequest(
      path: path, query: ["$select": "id", "$top": String(CalendarRequests.pageSize)],
      headers: ["Prefer": Preferences().field])
  }

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
}
