package import JSON

/// Calendars and their groups as items of a mailbox.
extension Mailbox {
  static let colors = [
    "auto", "lightBlue", "lightGreen", "lightOrange", "lightGray", "lightYellow", "lightTeal",
    "lightPink", "lightBrown", "lightRed", "maxColor",
  ]

  /// What `hexColor` says for a colour; empty where nobody has chosen one.
  static func hexColor(_ color: String) -> String {
    switch color {
    case "lightBlue": "#A6D1F5"
    case "lightGreen": "#87D28E"
    case "lightOrange": "#FCAB73"
    case "lightGray": "#C0C0C0"
    case "lightYellow": "#F5F17B"
    case "lightTeal": "#4ADACC"
    case "lightPink": "#E7A1C5"
    case "lightBrown": "#E2C4A8"
    case "lightRed": "#F88C9B"
    default: ""
    }
  }

  /// The group of every mailbox that cannot be deleted.
  private static let myCalendarsClass = "0006f0b7-0000-0000-c000-000000000046"

  /// Makes what a new mailbox has: the group of one's own calendars and the default calendar in it.
  func makeCalendars() throws(GraphError) {
    let group = try insert(
      .calendarGroup, in: nil,
      ["name": "My Calendars", "classId": .string(Self.myCalendarsClass)])
    try insert(.calendar, in: group.number, calendarDocument(name: "Calendar", isDefault: true))
  }

  /// The document of a new calendar of one's own.
  package func calendarDocument(
    name: String, color: String = "auto", isDefault: Bool = false
  ) -> JSONObject {
    let provider: JSON = user.isPersonal ? "skypeForConsumer" : "teamsForBusiness"
    return [
      "name": .string(name), "color": .string(color),
      "hexColor": .string(Self.hexColor(color)), "isDefaultCalendar": .bool(isDefault),
      "canShare": true, "canViewPrivateItems": true, "canEdit": true,
      "allowedOnlineMeetingProviders": [provider], "defaultOnlineMeetingProvider": provider,
      "isTallyingResponses": .bool(isDefault), "isRemovable": .bool(!isDefault),
      "owner": ownAddress,
    ]
  }

  /// The calendar that `/me/calendar` names.
  package func defaultCalendar() throws(GraphError) -> MailboxItem {
    let found = try allItems(.calendar).first { $0.document["isDefaultCalendar"] == true }
    guard let found else { throw .itemNotFound }
    return found
  }

  /// The group that holds the default calendar, where new ones go.
  package func defaultGroup() throws(GraphError) -> MailboxItem {
    let found = try items(.calendarGroup, in: nil).first {
      $0.document["classId"]?.string == Self.myCalendarsClass
    }
    guard let found else { throw .itemNotFound }
    return found
  }

  /// Adds a calendar to a group; nil is the default group.
  @discardableResult
  package func addCalendar(
    _ name: String, color: String = "auto", in group: MailboxItem? = nil
  ) throws(GraphError) -> MailboxItem {
    var group = group
    if group == nil { group = try defaultGroup() }
    return try insert(
      .calendar, in: group?.number, calendarDocument(name: name, color: color))
  }

  func calendarJSON(_ item: MailboxItem) -> JSON {
    var answer: JSONObject = ["id": .string(id(of: item))]
    for (name, value) in item.document {
      answer[name] = value
      if name == "isDefaultCalendar" { answer["changeKey"] = .string(changeKey(of: item)) }
    }
    return .object(answer)
  }

  func groupJSON(_ item: MailboxItem) -> JSON {
    [
      "id": .string(id(of: item)), "name": item.document["name"] ?? .null,
      "classId": item.document["classId"] ?? .null, "changeKey": .string(changeKey(of: item)),
    ]
  }
}
