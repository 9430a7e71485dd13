package import JSON

/// Properties of our own, which events and contacts keep and no program shows.
///
/// Source: Microsoft Graph, "Outlook extended properties overview".
package enum ExtendedProperties {
  private static let space = "{2c8a0f5e-6d0b-4b7e-9a51-6f0c4b1d7e93}"

  /// The UID of the file that an item came from.
  package static let sourceUID = "String \(space) Name graphcalSourceUID"
  /// How often the maker of that file had changed it.
  package static let sourceSequence = "String \(space) Name graphcalSourceSequence"
  /// By which a contact is found whose create was not answered.
  static let key = "String \(space) Name graphcalApplyKey"
  /// How often an event was changed, as Exchange counts it (PidLidAppointmentSequence).
  package static let exchangeSequence = "Integer {00062002-0000-0000-C000-000000000046} Id 0x8201"

  /// What `$expand` asks for, so that these come along.
  package static func expansion(of ids: [String]) -> String {
    "singleValueExtendedProperties($filter="
      + ids.map { "id eq '\($0)'" }.joined(separator: " or ") + ")"
  }

  /// What an item that was read with them has for one; nil for nothing.
  package static func value(_ id: String, of item: JSONObject) -> String? {
    item["singleValueExtendedProperties"]?.array?
      .first { $0["id"]?.string?.lowercased() == id.lowercased() }?["value"]?.string
  }

  /// These as a create or an update sends them.
  package static func json(_ values: [(id: String, value: String)]) -> JSON {
    .array(values.map { ["id": .string($0.id), "value": .string($0.value)] })
  }

  /// A body with one more of them, in the place of what it may have for it.
  package static func adding(_ value: String, for id: String, to body: JSONObject) -> JSONObject {
    let others = (body["singleValueExtendedProperties"]?.array ?? []).filter {
      $0["id"]?.string != id
    }
    var body = body
    body["singleValueExtendedProperties"] = .array(
      others + [["id": .string(id), "value": .string(value)]])
    return body
  }
}
