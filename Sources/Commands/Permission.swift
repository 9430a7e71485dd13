/// What a command needs to be allowed, by the name of the least scope of Microsoft Graph that does.
///
/// Source: the permission tables of the methods in the Microsoft Graph reference.
enum Permission: String, Sendable {
  case readProfile = "User.Read"
  case readSettings = "MailboxSettings.Read"
  case readCalendars = "Calendars.Read"
  case writeCalendars = "Calendars.ReadWrite"
  case readContacts = "Contacts.Read"
  case writeContacts = "Contacts.ReadWrite"
  case readPeople = "People.Read"
  case readDirectory = "User.ReadBasic.All"
  case readPlaces = "Place.Read.All"
  case readSharedCalendars = "Calendars.Read.Shared"
  case writeSharedCalendars = "Calendars.ReadWrite.Shared"
  case writeSettings = "MailboxSettings.ReadWrite"

  /// Whether events or contacts are going to be changed.
  var isForWriting: Bool { self == .writeCalendars || self == .writeContacts }

  /// What the same takes in somebody else's mailbox.
  var ofOthers: Permission {
    switch self {
    case .readCalendars: .readSharedCalendars
    case .writeCalendars: .writeSharedCalendars
    default: self
    }
  }
}
