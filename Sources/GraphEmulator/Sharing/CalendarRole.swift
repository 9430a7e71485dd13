/// What somebody was given in a calendar: a word of `calendarRoleType`.
///
/// Source: Microsoft Graph "calendarPermission resource type".
enum CalendarRole: String, CaseIterable, Sendable {
  case none, freeBusyRead, limitedRead, read, write
  case delegateWithoutPrivateEventAccess, delegateWithPrivateEventAccess, custom
}

/// What somebody may see and do in a calendar.
///
/// Source: Microsoft Graph "Share or delegate a calendar in Outlook": of private events all but
/// delegates who may see them get the times alone.
struct CalendarRights: Equatable, Sendable {
  enum Sight: Int, Comparable, Sendable {
    case times, titles, everything

    static func < (left: Sight, right: Sight) -> Bool { left.rawValue < right.rawValue }
  }

  let sight: Sight
  let seesPrivate: Bool
  let canWrite: Bool
  let isOwner: Bool

  private init(sight: Sight, seesPrivate: Bool, canWrite: Bool, isOwner: Bool) {
    self.sight = sight
    self.seesPrivate = seesPrivate
    self.canWrite = canWrite
    self.isOwner = isOwner
  }

  /// The owner's; some calendars, such as subscriptions, are not even theirs to write in.
  static func owner(canWrite: Bool = true) -> CalendarRights {
    CalendarRights(sight: .everything, seesPrivate: true, canWrite: canWrite, isOwner: true)
  }

  /// What a role gives; nil for none at all.
  init?(_ role: CalendarRole) {
    switch role {
    case .none: return nil
    case .freeBusyRead: sight = .times
    case .limitedRead: sight = .titles
    default: sight = .everything
    }
    seesPrivate = role == .delegateWithPrivateEventAccess
    canWrite =
      [.write, .delegateWithoutPrivateEventAccess, .delegateWithPrivateEventAccess].contains(role)
    isOwner = false
  }

  /// Refuses a write to those who may only read.
  func checkWriting() throws(GraphError) {
    guard canWrite else { throw .accessDenied }
  }
}
