import Contacts

/// The properties of a contact that is known whole, without their wrapping.
struct ContactParts: Sendable {
  var name: PersonName
  var displayName: String?
  var fileAs: String?
  var emails: [ContactEmail]
  var phones: [ContactPhone]
  var addresses: [ContactPlace: PostalAddress]
  var work: Employment
  var birthday: Birthday?
  var family: Family
  var webPage: String?
  var chatAddresses: [String]
  var note: String?
  var categories: [String]

  init(_ contact: Contact) throws(UnfetchedProperty) {
    name = try contact.name.value
    displayName = try contact.displayName.value
    fileAs = try contact.fileAs.value
    emails = try contact.emails.value
    phones = try contact.phones.value
    addresses = try contact.addresses.value
    work = try contact.work.value
    birthday = try contact.birthday.value
    family = try contact.family.value
    webPage = try contact.webPage.value
    chatAddresses = try contact.chatAddresses.value
    note = try contact.note.value
    categories = try contact.categories.value
  }

  func put(into contact: inout Contact) {
    contact.name = .known(name)
    contact.displayName = .known(displayName)
    contact.fileAs = .known(fileAs)
    contact.emails = .known(emails)
    contact.phones = .known(phones)
    contact.addresses = .known(addresses)
    contact.work = .known(work)
    contact.birthday = .known(birthday)
    contact.family = .known(family)
    contact.webPage = .known(webPage)
    contact.chatAddresses = .known(chatAddresses)
    contact.note = .known(note)
    contact.categories = .known(categories)
  }
}
