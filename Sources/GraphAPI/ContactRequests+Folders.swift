import HTTP
import JSON

extension ContactRequests {
  /// Makes a folder beside the others, or inside one of them.
  ///
  /// Source: Microsoft Graph, "Create contactFolder" and "Create childFolder".
  package static func createFolder(name: String, in parent: String?) -> GraphRequest {
    GraphRequest(
      method: "POST", path: parent.map { folderPath($0) + "/childFolders" } ?? "/me/contactFolders",
      headers: ["Prefer": Preferences().field], body: ["displayName": .string(name)])
  }

  /// Gives a folder another name, another place, or both.
  package static func changeFolder(id: String, name: String?, parent: String?) -> GraphRequest {
    var body: JSONObject = [:]
    body["displayName"] = name.map { .string($0) }
    body["parentFolderId"] = parent.map { .string($0) }
    return GraphRequest(
      method: "PATCH", path: folderPath(id), headers: ["Prefer": Preferences().field],
      body: .object(body))
  }

  /// Deletes a folder with everything in it.
  package static func deleteFolder(id: String) -> GraphRequest {
    GraphRequest(
      method: "DELETE", path: folderPath(id), headers: ["Prefer": Preferences().field])
  }

  private static func folderPath(_ id: String) -> String {
    "/me/contactFolders/\(PercentEncoding.segment(id))"
  }
}
