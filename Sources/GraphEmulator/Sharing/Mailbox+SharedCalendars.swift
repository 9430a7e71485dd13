import JSON
import SQLite

/// Other people's calendars in one's own list.
///
/// Stands for the invitation that a share sends, which people who live here accept at once. What is in
/// such a calendar stays with its owner; ids of the two ways to reach it differ.
extension Mailbox {
  private static let targetMark = MailboxItem.hiddenPrefix + "calendar"
  private static let ownerMark = MailboxItem.hiddenPrefix + "owner"
  private static let peopleClass = "0006f0b9-0000-0000-c000-000000000046"

  static func isView(_ calendar: MailboxItem) -> Bool { calendar.document[targetMark] != nil }

  /// The mailbox and the calendar that an entry of this one's list shows.
  ///
  /// Ids of that mailbox are this one's. Nil when the owner took it away.
  func target(of view: MailboxItem) throws(GraphError) -> (mailbox: Mailbox, calendar: MailboxItem)?
  {
    guard let number = view.document[Self.targetMark]?.int,
      let owner = view.document[Self.ownerMark]?.string.flatMap(store.directory.owner(named:))
    else { return nil }
    let mailbox = try Mailbox(of: owner, seenBy: user, in: store, now: now, idForm: idForm)
    guard let calendar = try mailbox.item(number: number), !calendar.isDeleted else { return nil }
    return (mailbox, calendar)
  }

  /// The entry of this mailbox's list that shows a calendar.
  func view(of calendar: MailboxItem) throws(GraphError) -> MailboxItem? {
    try allItems(.calendar).first { $0.document[Self.targetMark]?.int == calendar.number }
  }

  /// Puts a calendar into the list of somebody whom it was just shared with.
  func show(_ calendar: MailboxItem, to address: String) throws(GraphError) {
    guard let other = try mailbox(of: address), other.user.id != user.id,
      try other.view(of: calendar) == nil
    else { return }
    let name =
      calendar.document["isDefaultCalendar"] == true
      ? .string(user.displayName) : calendar.document["name"] ?? .null
    try other.insert(
      .calendar, in: try other.peoplesGroup().number,
      [
        "name": name, "color": "auto", "hexColor": "", "isDefaultCalendar": false,
        Self.targetMark: .number(calendar.number), Self.ownerMark: .string(user.id),
      ])
  }

  /// Takes a calendar out of somebody's list.
  func hide(_ calendar: MailboxItem, from address: String) throws(GraphError) {
    guard let other = try mailbox(of: address), let view = try other.view(of: calendar) else {
      return
    }
    try other.delete(view)
  }

  /// Takes a calendar that is to go out of everybody's list.
  func hideFromAll(_ calendar: MailboxItem) throws(GraphError) {
    for permission in try items(.calendarPermission, in: calendar.number) {
      guard let address = permission.document["emailAddress"]?["address"]?.string else { continue }
      try hide(calendar, from: address)
    }
  }

  /// The group that holds the calendars of other people; made at its first use.
  private func peoplesGroup() throws(GraphError) -> MailboxItem {
    let found = try items(.calendarGroup, in: nil).first {
      $0.document["classId"]?.string == Self.peopleClass
    }
    if let found { return found }
    return try insert(
      .calendarGroup, in: nil,
      ["name": "People's Calendars", "classId": .string(Self.peopleClass)])
  }
}
