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
  /// The colour by Graph's name: `auto`, `lightBlue`.
  package var color: String?
  /// Whether others can be let in.
  package var canShare = false
  /// Whether private events are seen whole.
  package var canViewPrivateItems = false
  /// Whether it can be deleted.
  package var isRemovable = true
  /// The name of the group it is listed in, where that is known.
  package var group: String?
  /// Whether it is in the list, but somebody else's.
  package var belongsToOther = false

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

extension Array where Element == CalendarInfo {
  /// The same with those marked that have another owner than the default calendar among them.
  package var markedByOwner: [CalendarInfo] {
    guard let own = first(where: \.isDefault)?.owner?.address?.lowercased() else { return self }
    return map { calendar in
      var calendar = calendar
      calendar.belongsToOther = calendar.owner?.address.map { $0.lowercased() != own } ?? false
      return calendar
    }
  }
}
