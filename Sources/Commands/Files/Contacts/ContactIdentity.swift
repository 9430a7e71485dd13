import GraphAPI
import JSON
import Store

/// What a contact is called in files.
enum ContactIdentity {
  /// What tells it apart from all others: the UID of the file that it came from, else one that is made of
  /// its id and begins like the short id of lists.
  static func uid(of contact: JSONObject) -> String {
    source(of: contact) ?? own(contact["id"]?.string ?? "")
  }

  /// The UID of the file that it came from; nil for one that came from none.
  static func source(of contact: JSONObject) -> String? {
    ExtendedProperties.value(ExtendedProperties.sourceUID, of: contact)
  }

  static func own(_ id: String) -> String { ShortID.of(id) + "@graphcal" }

  /// The properties that a file of a contact is made of.
  static let properties = ContactCopy.properties + ["id", "lastModifiedDateTime", "parentFolderId"]
}
