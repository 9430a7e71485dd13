import Contacts
import GraphAPI
import JSON
import Rendering
import Store

/// The JSON form of contacts: Graph's resource and `graphcal`.
enum ContactJSON {
  private static let computedNames = ["account", "folder", "id", "name", "pending", "stuck"].map {
    "graphcal." + $0
  }

  /// Everything `--fields` may name in a list.
  static let fieldNames =
    (contactListProperties + ["@odata.etag", "graphcal"] + computedNames).sorted()

  /// Everything `--fields` may name of one contact, before it is known which of it there is.
  ///
  /// Source: Microsoft Graph, resource "contact".
  static let wholeFieldNames =
    (fieldNames + [
      "businessAddress", "businessHomePage", "changeKey", "children", "createdDateTime",
      "homeAddress", "lastModifiedDateTime", "otherAddress", "personalNotes",
      "primaryEmailAddress", "secondaryEmailAddress", "spouseName", "tertiaryEmailAddress",
    ]).sorted()

  /// What `--fields` may name of one contact, which is printed whole.
  static func fieldNames(of raw: JSONObject) -> [String] {
    (wholeFieldNames + raw.keys).sorted()
  }

  static let columns: [DelimitedText.Column] = [
    .init("id", "graphcal.id", "id"), .init("name", "graphcal.name"),
    .init("email", "emailAddresses.address"),
    .init("phone", "mobilePhone", "businessPhones", "homePhones"),
    .init("company", "companyName"), .init("birthday", "birthday"),
    .init("folder", "graphcal.folder"), .init("etag", "@odata.etag"),
  ]

  /// An item of a list: exactly the list properties, nulls included.
  static func listItem(_ entry: ContactEntry, properties: [String], habits: ContactHabits) -> JSON {
    // No name stands twice: that need not be looked for, ten thousand times.
    var members = [(key: "@odata.etag", value: entry.raw["@odata.etag"] ?? .null)]
    members += properties.map { (key: $0, value: entry.raw[$0] ?? .null) }
    // In its place among the sorted names, so that nothing has to be sorted when it is printed.
    let place = members.firstIndex { $0.key > "graphcal" } ?? members.endIndex
    members.insert((key: "graphcal", value: computed(entry, habits)), at: place)
    return .object(JSONObject(distinct: members))
  }

  /// A single contact: the whole resource, with `more` beside what is computed of every contact.
  static func whole(
    _ entry: ContactEntry, habits: ContactHabits, more: JSONObject = [:]
  ) -> JSON {
    var item = entry.raw
    item["@odata.context"] = nil
    item["graphcal"] = .object(
      JSONObject(
        ((computed(entry, habits).object ?? [:]).members + more.members).map { ($0.key, $0.value) })
    )
    return .object(item)
  }

  private static func computed(_ entry: ContactEntry, _ habits: ContactHabits) -> JSON {
    var computed: JSONObject = [
      "id": .string(ShortID.of(entry.contact.id)),
      "account": .string(orNull: entry.session.userName),
      "folder": .string(orNull: entry.folder?.path),
      "name": .string(entry.contact.title(habits.nameOrder)),
    ]
    if entry.raw.isPending { computed["pending"] = true }
    if let stuck = entry.raw.stuck { computed["stuck"] = .string(stuck) }
    return .object(computed)
  }
}
