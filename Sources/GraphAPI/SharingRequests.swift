import HTTP
import JSON

/// What is asked about calendars themselves: their groups, and who may do what in them.
///
/// Source: Microsoft Graph, resources "calendarGroup", "calendar" and "calendarPermission".
package enum SharingRequests {
  /// Names and ids of the groups that calendars are listed in.
  package static let groups = GraphRequest(
    path: "/me/calendarGroups",
    query: ["$select": "id,name", "$top": String(CalendarRequests.pageSize)])

  /// The ids of the calendars of a group.
  package static func calendars(ofGroup id: String) -> GraphRequest {
    GraphRequest(
      path: "/me/calendarGroups/\(PercentEncoding.segment(id))/calendars",
      query: ["$select": "id", "$top": String(CalendarRequests.pageSize)])
  }

  /// Makes a calendar; without a group's id it goes among one's own.
  package static func create(name: String, color: String?, groupID: String?) -> GraphRequest {
    let path =
      groupID.map { "/me/calendarGroups/\(PercentEncoding.segment($0))/calendars" }
      ?? "/me/calendars"
    var body: JSONObject = ["name": .string(name)]
    if let color { body["color"] = .string(color) }
    return GraphRequest(method: "POST", path: path, body: .object(body))
  }

  /// Changes a calendar; what is nil stays as it is.
  package static func change(_ id: String, name: String?, color: String?) -> GraphRequest {
    var body = JSONObject()
    if let name { body["name"] = .string(name) }
    if let color { body["color"] = .string(color) }
    return GraphRequest(method: "PATCH", path: calendar(id), body: .object(body))
  }

  /// Deletes a calendar with its events, or takes somebody else's out of one's own list.
  package static func delete(_ id: String) -> GraphRequest {
    GraphRequest(method: "DELETE", path: calendar(id))
  }

  /// How many events a calendar has, a series counted once: `@odata.count` of the answer.
  package static func countEvents(of id: String) -> GraphRequest {
    GraphRequest(
      path: calendar(id) + "/events", query: ["$select": "id", "$count": "true", "$top": "1"])
  }

  // MARK: Permissions

  /// Who may do what in a calendar; others than its owner get an empty list.
  package static func permissions(of id: String) -> GraphRequest {
    GraphRequest(path: permissions(id))
  }

  /// Gives somebody a role, which they get a mail about.
  package static func grant(
    _ role: String, to address: String, name: String?, on id: String
  ) -> GraphRequest {
    let person: JSON = ["address": .string(address), "name": .string(name ?? address)]
    return GraphRequest(
      method: "POST", path: permissions(id),
      body: ["emailAddress": person, "role": .string(role)])
  }

  /// Gives another role to somebody who has one.
  package static func change(_ permission: String, to role: String, on id: String) -> GraphRequest {
    GraphRequest(
      method: "PATCH", path: one(permission, on: id), body: ["role": .string(role)])
  }

  /// Takes what somebody may do.
  package static func revoke(_ permission: String, on id: String) -> GraphRequest {
    GraphRequest(method: "DELETE", path: one(permission, on: id))
  }

  private static func calendar(_ id: String) -> String {
    "/me/calendars/\(PercentEncoding.segment(id))"
  }

  private static func permissions(_ id: String) -> String { calendar(id) + "/calendarPermissions" }

  private static func one(_ permission: String, on id: String) -> String {
    permissions(id) + "/" + PercentEncoding.segment(permission)
  }
}
