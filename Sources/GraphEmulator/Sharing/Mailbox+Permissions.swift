import FoundationEssentials
import JSON

/// Who may do what in a mailbox's calendars.
extension Mailbox {
  /// The word that the organisation's permission is found by, and its id in Base64.
  private static let everybody = "Default"

  // MARK: Reading

  /// The permission that was given to somebody by address.
  func permission(_ address: String, on calendar: MailboxItem) throws(GraphError) -> MailboxItem? {
    let wanted = address.lowercased()
    let person = store.directory.owner(named: address)
    return try items(.calendarPermission, in: calendar.number).first { item in
      guard let lookup = item.lookup, lookup != Self.everybody else { return false }
      return lookup == wanted || person?.answers(to: lookup) ?? false
    }
  }

  /// What the organisation may do: with the default calendar it may see when its owner is busy.
  private func organizationRole(on calendar: MailboxItem) throws(GraphError) -> CalendarRole {
    let stored = try items(.calendarPermission, in: calendar.number).first {
      $0.lookup == Self.everybody
    }
    return stored.map(Self.role)
      ?? (calendar.document["isDefaultCalendar"] == true ? .freeBusyRead : .none)
  }

  private static func role(_ permission: MailboxItem) -> CalendarRole {
    permission.document["role"]?.string.flatMap(CalendarRole.init) ?? .none
  }

  /// What somebody was given in a calendar, by name or as a member of the organisation.
  ///
  /// Source of the defaults: Microsoft Graph "Share or delegate a calendar in Outlook".
  func role(of person: EmulatorUser, on calendar: MailboxItem) throws(GraphError) -> CalendarRole {
    if let own = try permission(person.userPrincipalName, on: calendar) { return Self.role(own) }
    return isInside(person) ? try organizationRole(on: calendar) : .none
  }

  /// What somebody may see and do when they open a calendar; nil when they cannot.
  ///
  /// When its owner is busy, the organisation learns from `getSchedule` alone: colleagues to whom
  /// nothing more was given were seen to get 404 (msgraph-sdk-javascript#228).
  func rights(
    of person: EmulatorUser, on calendar: MailboxItem
  ) throws(GraphError) -> CalendarRights? {
    guard person.id != user.id else {
      return .owner(canWrite: calendar.document["canEdit"] != false)
    }
    if let own = try permission(person.userPrincipalName, on: calendar) {
      return CalendarRights(Self.role(own))
    }
    guard isInside(person) else { return nil }
    let role = try organizationRole(on: calendar)
    return role == .freeBusyRead ? nil : CalendarRights(role)
  }

  private func isInside(_ person: EmulatorUser) -> Bool {
    person.tenant == user.tenant && !user.isPersonal
  }

  private func isInside(_ address: String) -> Bool {
    if let person = store.directory.owner(named: address) { return isInside(person) }
    return !user.isPersonal && address.lowercased().hasSuffix("@" + user.tenant.domain.lowercased())
  }

  /// The roles that somebody can be given.
  ///
  /// Delegates are people of the same organisation, and only the default calendar has them.
  func allowedRoles(for address: String, on calendar: MailboxItem) -> [CalendarRole] {
    var roles: [CalendarRole] = [.freeBusyRead, .limitedRead, .read]
    if isInside(address) || user.isPersonal { roles.append(.write) }
    if isInside(address), calendar.document["isDefaultCalendar"] == true {
      roles += [.delegateWithoutPrivateEventAccess, .delegateWithPrivateEventAccess]
    }
    return roles
  }

  // MARK: Answers

  /// Everybody's permissions as answers write them, the organisation's last.
  func permissions(on calendar: MailboxItem) throws(GraphError) -> [JSON] {
    var all: [JSON] = []
    for item in try items(.calendarPermission, in: calendar.number)
    where item.lookup != Self.everybody { all.append(permissionJSON(item, on: calendar)) }
    if !user.isPersonal { all.append(try organizationJSON(on: calendar)) }
    return all
  }

  func permissionJSON(_ item: MailboxItem, on calendar: MailboxItem) -> JSON {
    let address = item.document["emailAddress"]?["address"]?.string ?? ""
    return [
      "id": .string(Self.permissionID(of: address, isInside: isInside(address), in: store)),
      "isRemovable": true, "isInsideOrganization": .bool(isInside(address)),
      "role": item.document["role"] ?? .null,
      "allowedRoles": Self.words(allowedRoles(for: address, on: calendar)),
      "emailAddress": item.document["emailAddress"] ?? .null,
    ]
  }

  private static let organizationRoles: [CalendarRole] = [
    .none, .freeBusyRead, .limitedRead, .read, .write,
  ]

  private func organizationJSON(on calendar: MailboxItem) throws(GraphError) -> JSON {
    [
      "id": .string(Base64.text(Array(Self.everybody.utf8), alphabet: .plain)),
      "isRemovable": false, "isInsideOrganization": true,
      "role": .string(try organizationRole(on: calendar).rawValue),
      "allowedRoles": Self.words(Self.organizationRoles),
      "emailAddress": ["name": "My Organization"],
    ]
  }

  static func words(_ roles: [CalendarRole]) -> JSON { .array(roles.map { .string($0.rawValue) }) }

  /// Ids of people inside are made of their directory entry, of others of their address.
  private static func permissionID(
    of address: String, isInside: Bool, in store: MailboxStore
  ) -> String {
    let person = isInside ? store.directory.owner(named: address) : nil
    let name = person.map { "/o=ExchangeLabs/ou=Exchange Administrative Group/cn=\($0.id)" }
    return Base64.text(Array((name ?? "ExchangePublishedUser." + address).utf8), alphabet: .plain)
  }

  // MARK: Writing

  /// Gives somebody a role, in place of the one they had.
  @discardableResult
  func grant(
    _ role: CalendarRole, to emailAddress: JSON, on calendar: MailboxItem
  ) throws(GraphError) -> MailboxItem {
    let address = emailAddress["address"]?.string ?? ""
    let document: JSONObject = [
      "role": .string(role.rawValue), "emailAddress": emailAddress,
    ]
    guard var old = try permission(address, on: calendar) else {
      return try insert(
        .calendarPermission, in: calendar.number, document, lookup: address.lowercased())
    }
    old.document = document
    return try update(old)
  }

  /// Changes the role of the permission with this id.
  ///
  /// - Returns: the permission as answers write it.
  /// - Throws: 404 for no such permission, 400 for a role that it does not allow.
  func change(
    permission id: String, on calendar: MailboxItem, to role: CalendarRole
  ) throws(GraphError) -> JSON {
    guard let all = try permissions(on: calendar).first(where: { $0["id"]?.string == id }) else {
      throw .itemNotFound
    }
    guard all["allowedRoles"]?.array?.contains(.string(role.rawValue)) ?? false else {
      throw .roleNotAllowed
    }
    if all["isRemovable"] == true {
      try grant(role, to: all["emailAddress"] ?? .null, on: calendar)
    } else if var stored = try items(.calendarPermission, in: calendar.number)
      .first(where: { $0.lookup == Self.everybody })
    {
      stored.document["role"] = .string(role.rawValue)
      try update(stored)
    } else {
      try insert(
        .calendarPermission, in: calendar.number, ["role": .string(role.rawValue)],
        lookup: Self.everybody)
    }
    return try permissions(on: calendar).first { $0["id"]?.string == id } ?? .null
  }
}

extension GraphError {
  static let roleNotAllowed = GraphError.invalidRequest(
    "The role is not one of those that are allowed for this user and calendar.")
}
