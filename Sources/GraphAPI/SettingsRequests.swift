import HTTP
package import JSON

/// The writes of a mailbox's settings, and what is asked about its categories.
///
/// Source: Microsoft Graph, "Update user mailbox settings" and resource "outlookCategory".
package enum SettingsRequests {
  /// Changes the given settings, and within them the given parts, and nothing else.
  package static func change(_ settings: JSONObject) -> GraphRequest {
    // The same settings twice are the same settings, so an unknown outcome may be repeated.
    GraphRequest(
      method: "PATCH", path: "/me/mailboxSettings", body: .object(settings),
      repeatability: .repeatable)
  }

  /// The automatic replies alone, as they stand.
  package static let automaticReplies = GraphRequest(
    path: "/me/mailboxSettings/automaticRepliesSetting")

  /// The properties of a category that lists carry.
  package static let categoryProperties = ["color", "displayName", "id"]

  /// All categories of the mailbox.
  package static let categories = GraphRequest(path: "/me/outlook/masterCategories")

  /// Makes a category; its name cannot be changed afterwards.
  package static func createCategory(_ name: String, color: String) -> GraphRequest {
    GraphRequest(
      method: "POST", path: "/me/outlook/masterCategories",
      body: ["displayName": .string(name), "color": .string(color)])
  }
}
