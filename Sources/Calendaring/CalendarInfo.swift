/// A calendar of a mailbox.
///
/// Source: Microsoft Graph, resource "calendar".
package struct CalendarInfo: Hashable, Sendable {
  package var id: String
  package var name: String
  package var isDefault: Bool
  package var canEdit: Bool
  package var owner: Person?
  /// `#rrggbb`, or nil where none was chosen.
  package var hexColor: String?

  package init(
    id: String, name: String, isDefault: Bool, canEdit: Bool, owner: Person?, hexColor: String?
  ) {
    self.id = id
    self.name = name
    self.isDefault = isDefault
    self.canEdit = canEdit
    self.owner = owner
    self.hexColor = hexColor
  }
}
