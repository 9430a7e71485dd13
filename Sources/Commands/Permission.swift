/// What a command needs to be allowed, by the name of the least scope of Microsoft Graph that does.
///
/// Source: the permission tables of the methods in the Microsoft Graph reference.
enum Permission: String, Sendable {
  case readProfile = "User.Read"
  case readSettings = "MailboxSettings.Read"
  case readCalendars = "Calendars.Read"
  case writeCalendars = "Calendars.ReadWrite"
  case readContacts = "Contacts.Read"
  case readPeople = "People.Read"
  case readPlaces = "Place.Read.All"
}
