package import JSON

/// Extended properties and open extensions, which events and contacts keep and show only expanded.
///
/// Source: Microsoft Graph "Outlook extended properties overview", "Add custom properties to
/// resources using open extensions".
package enum OpenProperties {
  package static let names = [
    "singleValueExtendedProperties", "multiValueExtendedProperties", "extensions",
  ]

  /// `old` with the entries of a body's `singleValueExtendedProperties` put in by id.
  static func merged(_ value: BodyValue, into old: JSON?) throws(GraphError) -> JSON? {
    var entries = old?.array ?? []
    for element in try value.elements() {
      let members = try BodyValue(value.name, element).members()
      var entry: JSONObject
      if value.name == "extensions" {
        entry = try stored(members)
      } else {
        guard let id = members["id"]?.string, !id.isEmpty else {
          throw .badRequest("ErrorInvalidProperty", "The extended property has no id.")
        }
        entry = ["id": .string(id)]
        if value.name == "singleValueExtendedProperties" {
          entry["value"] = try BodyValue("value", members["value"] ?? .null).text()
        } else {
          entry["value"] = try BodyValue("value", members["value"] ?? .null).texts()
        }
      }
      let id = entry["id"]?.string?.lowercased()
      entries.removeAll { $0["id"]?.string?.lowercased() == id }
      entries.append(.object(entry))
    }
    return entries.isEmpty ? Optional.none : .array(entries)
  }

  /// An open extension as it is kept: its own members after type, id and name.
  ///
  /// - Throws: 400 for a body without `extensionName`.
  package static func stored(_ body: JSONObject) throws(GraphError) -> JSONObject {
    guard let name = body["extensionName"]?.string, !name.isEmpty else {
      throw .badRequest("BadRequest", "The extension has no extensionName.")
    }
    var entry: JSONObject = [
      "@odata.type": "#microsoft.graph.openTypeExtension",
      "id": .string("microsoft.graph.openTypeExtension." + name), "extensionName": .string(name),
    ]
    for (key, value) in body where entry[key] == nil && !key.contains("@") { entry[key] = value }
    return entry
  }

  /// Whether `id` names this extension: by its whole id or by its name.
  package static func names(_ entry: JSON, _ id: String) -> Bool {
    [entry["id"]?.string, entry["extensionName"]?.string].contains {
      $0?.lowercased() == id.lowercased()
    }
  }
}
