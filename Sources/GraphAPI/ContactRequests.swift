import HTTP
package import JSON

/// The calls about contacts and their folders.
package enum ContactRequests {
  /// A place of contacts: the default folder, or another by its id.
  ///
  /// Source: Microsoft Graph, "List contacts" and "List contactFolders", which leaves out the default
  /// folder; `/me/contacts` is read as the default folder alone.
  package enum Folder: Hashable, Sendable {
    case standard
    case other(id: String)

    var path: String {
      switch self {
      case .standard: "/me/contacts"
      case .other(let id): "/me/contactFolders/\(PercentEncoding.segment(id))/contacts"
      }
    }
  }

  /// The properties of a folder that lists carry.
  package static let folderProperties = ["displayName", "id", "parentFolderId"]

  private static let headers: HTTPFields = ["Prefer": Preferences().field]

  /// The contacts of a folder, without those of folders inside it; `expanding` is what comes along.
  package static func contacts(
    in folder: Folder, properties: [String] = contactListProperties, expanding: String? = nil
  ) -> GraphRequest {
    var request = GraphRequest(
      path: folder.path,
      query: [
        "$select": properties.joined(separator: ","), "$top": String(CalendarRequests.pageSize),
      ], headers: headers)
    request.query["$expand"] = expanding
    return request
  }

  /// One contact whole, or some properties of it.
  package static func contact(id: String, properties: [String]? = nil) -> GraphRequest {
    GraphRequest(
      path: path(id), query: properties.map { ["$select": $0.joined(separator: ",")] } ?? [:],
      headers: headers)
  }

  /// One contact whole, with what other programs have put to it as open extensions, and with the UID of
  /// the file that it came from.
  package static func contactWithExtensions(id: String) -> GraphRequest {
    GraphRequest(
      path: path(id), query: ["$expand": "extensions," + sourceExpansion], headers: headers)
  }

  /// One contact whole, with the UID of the file that it came from.
  package static func contactWithSource(id: String) -> GraphRequest {
    GraphRequest(path: path(id), query: ["$expand": sourceExpansion], headers: headers)
  }

  /// What `$expand` asks for, so that the UID of the file that a contact came from is told.
  package static let sourceExpansion = ExtendedProperties.expansion(
    of: [ExtendedProperties.sourceUID])

  /// The folders directly inside a folder, or those beside the default one.
  package static func folders(in parent: String? = nil) -> GraphRequest {
    GraphRequest(
      path: parent.map { "/me/contactFolders/\(PercentEncoding.segment($0))/childFolders" }
        ?? "/me/contactFolders",
      query: [
        "$select": folderProperties.joined(separator: ","),
        "$top": String(CalendarRequests.pageSize),
      ], headers: headers)
  }

  /// One folder, also the default one by its id.
  package static func folder(id: String) -> GraphRequest {
    GraphRequest(
      path: "/me/contactFolders/\(PercentEncoding.segment(id))",
      query: ["$select": folderProperties.joined(separator: ",")], headers: headers)
  }

  /// A contact of the default folder, by which that folder's id is found.
  ///
  /// Source: Microsoft Graph, "Known issues": no list of folders holds the default one.
  package static let firstContact = GraphRequest(
    path: "/me/contacts", query: ["$select": "parentFolderId", "$top": "1"], headers: headers)

  /// Makes a contact from its members; not repeated when its outcome is unknown, since a contact has no
  /// transaction to be known by.
  package static func create(_ body: JSON, in folder: Folder = .standard) -> GraphRequest {
    GraphRequest(method: "POST", path: folder.path, headers: headers, body: body)
  }

  /// Changes members of a contact, where it still is as it was read.
  package static func update(id: String, _ changes: JSON, etag: String?) -> GraphRequest {
    var headers = headers
    headers["If-Match"] = etag
    return GraphRequest(method: "PATCH", path: path(id), headers: headers, body: changes)
  }

  /// Removes a contact, where it still is as it was read.
  package static func delete(id: String, etag: String? = nil) -> GraphRequest {
    var headers = headers
    headers["If-Match"] = etag
    return GraphRequest(method: "DELETE", path: path(id), headers: headers)
  }

  /// The picture of a contact; the service answers 404 where there is none.
  ///
  /// Source: Microsoft Graph, "Get profilePhoto".
  package static func photo(of id: String) -> GraphRequest {
    var headers = headers
    headers["Accept"] = "image/jpeg, image/png, application/json"
    return GraphRequest(path: path(id) + "/photo/$value", headers: headers)
  }

  /// Gives a contact a picture, in place of the one it may have.
  ///
  /// Source: Microsoft Graph, "Update profilePhoto".
  package static func setPhoto(_ picture: GraphRequest.Content, of id: String) -> GraphRequest {
    GraphRequest(
      method: "PUT", path: path(id) + "/photo/$value", headers: headers, content: picture,
      repeatability: .repeatable)
  }

  /// Takes the picture of a contact away.
  package static func removePhoto(of id: String) -> GraphRequest {
    GraphRequest(method: "DELETE", path: path(id) + "/photo/$value", headers: headers)
  }

  private static func path(_ id: String) -> String { "/me/contacts/\(PercentEncoding.segment(id))" }
}
