package import Arguments

// What the copy on this machine can name while a command line is typed.
extension KnownValue {
  /// The name of a calendar.
  package static let calendar = KnownValue("calendar")
  /// The name of a calendar, or `all` of them.
  package static let calendarOrAll = KnownValue("calendar or all")
  package static let category = KnownValue("category")
  /// The address of somebody.
  package static let address = KnownValue("address")
  /// A time zone by its IANA name; Windows names are taken too, but not offered.
  package static let zone = KnownValue("zone")
  /// The short id of an event.
  package static let event = KnownValue("event")
  /// The short id of an event, or an answer to an invitation.
  package static let eventOrAnswer = KnownValue("event or answer")
  /// The short id of a contact.
  package static let contact = KnownValue("contact")
  /// The name of a folder of contacts.
  package static let contactFolder = KnownValue("contact folder")
  /// The user name of an account with a copy on this machine.
  package static let account = KnownValue("account")
}
