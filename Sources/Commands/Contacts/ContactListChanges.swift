package import Arguments
import Contacts

/// Values that are added to the lists of a contact, or taken from them, while the others stay.
package struct ContactListChanges: OptionTable, Equatable {
  package static let options: [Option<Self>] = [
    .repeated("add-email", "[LABEL=]A", "One more mail address.", into: \.addedEmails) { $0 },
    .repeated("remove-email", "A", "A mail address less.", into: \.removedEmails) { $0 },
    .repeated("add-phone", "[LABEL=]N", "One more number.", into: \.addedPhones) { $0 },
    .repeated("remove-phone", "N", "A number less.", into: \.removedPhones) { $0 },
    .repeated("add-category", "C", "One more category.", into: \.addedCategories) { $0 }.completing(
      .known(.category)),
    .repeated("remove-category", "C", "A category less.", into: \.removedCategories) { $0 }
      .completing(.known(.category)),
  ]

  var addedEmails: [String] = []
  var removedEmails: [String] = []
  var addedPhones: [String] = []
  var removedPhones: [String] = []
  var addedCategories: [String] = []
  var removedCategories: [String] = []

  package init() {}

  /// Takes away, so that there is room for what comes.
  ///
  /// - Throws: `Failure` of kind notFound for what is not there.
  func remove(from contact: inout Contact) throws(Failure) {
    var lists = try Lists(contact)
    for text in removedEmails { try LabelledValue.remove(email: text, from: &lists.emails) }
    for text in removedPhones { try LabelledValue.remove(phone: text, from: &lists.phones) }
    for name in removedCategories {
      guard let index = lists.index(ofCategory: name) else {
        throw Failure(
          .notFound, "--remove-category: the contact has no category \"\(name)\"",
          why: lists.categories.isEmpty
            ? "it has none" : "it has " + lists.categories.joined(separator: ", "),
          hint: "graphcal show-contact")
      }
      lists.categories.remove(at: index)
    }
    lists.put(into: &contact)
  }

  /// Adds what is not there yet.
  ///
  /// - Throws: `Failure` of kind usage for what finds no place.
  func add(to contact: inout Contact) throws(Failure) {
    var lists = try Lists(contact)
    for text in addedEmails {
      try LabelledValue.add(email: text, to: &lists.emails, option: "--add-email")
    }
    for text in addedPhones {
      try LabelledValue.add(phone: text, to: &lists.phones, option: "--add-phone")
    }
    for name in addedCategories where lists.index(ofCategory: name) == nil {
      lists.categories.append(name)
    }
    lists.put(into: &contact)
  }

  /// The lists of a contact that can grow and shrink.
  private struct Lists {
    var emails: [ContactEmail]
    var phones: [ContactPhone]
    var categories: [String]

    init(_ contact: Contact) throws(Failure) {
      do {
        emails = try contact.emails.value
        phones = try contact.phones.value
        categories = try contact.categories.value
      } catch {
        throw Failure(error)
      }
    }

    func index(ofCategory name: String) -> Int? {
      categories.firstIndex { $0.lowercased() == name.lowercased() }
    }

    func put(into contact: inout Contact) {
      contact.emails = .known(emails)
      contact.phones = .known(phones)
      contact.categories = .known(categories)
    }
  }
}
