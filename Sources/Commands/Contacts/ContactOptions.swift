package import Arguments
import Contacts
import Rendering

/// What can be said of a contact on the command line, when it is made as well as when it is changed.
package struct ContactOptions: OptionTable {
  package static let options: [Option<Self>] = [
    text("given-name", "N", "First name.", \.given),
    text("surname", "N", "Family name.", \.surname),
    text("middle-name", "N", "Middle name.", \.middle),
    text("title", "T", "What stands before the name: Dr.", \.title),
    text("suffix", "T", "What stands after the name: Jr., MBA.", \.generation),
    text("nickname", "N", "What friends say.", \.nickname),
    text("yomi-given", "N", "How the first name is read.", \.yomiGiven),
    text("yomi-surname", "N", "How the family name is read.", \.yomiSurname),
    text("display-name", "N", "The name to show; made of its parts without it.", \.displayName),
    .repeated("email", "[LABEL=]A", "Mail address, up to 3, with a label.", into: \.emails) { $0 },
    .repeated(
      "phone", "[LABEL=]N", "Number: mobile (1), business (2) or home (2); mobile without label.",
      into: \.phones
    ) { $0 },
    .repeated(
      "address", "[LABEL=]A",
      "business, home or other: \"street;city;state;postal code;country\"; home without label.",
      into: \.addresses
    ) { $0 },
    text("company", "C", "Where they work.", \.company),
    text("department", "D", "In which department.", \.department),
    text("office", "O", "In which office.", \.office),
    text("job-title", "T", "As what.", \.jobTitle),
    text("profession", "P", "What they learnt.", \.profession),
    text("manager", "N", "Who leads them.", \.manager),
    text("assistant", "N", "Who assists them.", \.assistant),
    text("birthday", "D", "1984-04-01, or 04-01 without the year.", \.birthday),
    text("spouse", "N", "Who they are married to.", \.spouse),
    .repeated("child", "N", "A child's name.", into: \.children) { $0 },
    text("web-page", "URL", "Their page.", \.webPage),
    .repeated("chat", "A", "Address for messages.", into: \.chatAddresses) { $0 },
    text("note", "TEXT", "Anything else.", \.note),
    .value("note-file", "FILE", "The same from a file, - for stdin.", into: \.noteFile)
      .completing(.file),
    .repeated("category", "C", "Category, by its name.", into: \.categories) { $0 },
  ]

  private static func text(
    _ name: String, _ value: String, _ summary: String, _ place: Destination<Self, String?>
  ) -> Option<Self> {
    .value(name, value, summary, into: place)
  }

  var given: String?
  var surname: String?
  var middle: String?
  var title: String?
  var generation: String?
  var nickname: String?
  var yomiGiven: String?
  var yomiSurname: String?
  var displayName: String?
  var emails: [String] = []
  var phones: [String] = []
  var addresses: [String] = []
  var company: String?
  var department: String?
  var office: String?
  var jobTitle: String?
  var profession: String?
  var manager: String?
  var assistant: String?
  var birthday: String?
  var spouse: String?
  var children: [String] = []
  var webPage: String?
  var chatAddresses: [String] = []
  var note: String?
  var noteFile: String?
  var categories: [String] = []

  package init() {}

  func validate() throws(ArgumentsError) {
    if note != nil, noteFile != nil {
      throw ArgumentsError(
        .exclusiveOptions, "--note and --note-file both give the note",
        hint: "leave one of them out")
    }
  }

  /// Whether anything was said that tells whose contact it is.
  var namesSomebody: Bool {
    [given, surname, displayName, company, nickname].contains { PersonText.isFilled($0) }
      || !emails.isEmpty || !phones.isEmpty
  }

  /// Puts what was said into a contact of which everything is known.
  ///
  /// A text replaces the one that is there, an empty one takes it away. Addresses and numbers are
  /// added; one that is there under another label changes its label.
  ///
  /// - Throws: `Failure` of kind usage for what no contact can hold.
  func apply(to contact: inout Contact, in context: Context) throws(Failure) {
    do {
      try applyNames(to: &contact)
      try applyWork(to: &contact)
      try applyPerson(to: &contact)
    } catch {
      throw Failure(error)
    }
    try applyLists(to: &contact)
    if let birthday { contact.birthday = .known(try Self.birthday(birthday)) }
    if let note = try noteFile.map({ (file) throws(Failure) in try context.text(ofFile: file) })
      ?? note
    {
      contact.note = .known(note)
    }
  }

  private func applyNames(to contact: inout Contact) throws(UnfetchedProperty) {
    var name = try contact.name.value
    set(&name.given, given)
    set(&name.surname, surname)
    set(&name.middle, middle)
    set(&name.title, title)
    set(&name.generation, generation)
    set(&name.nickname, nickname)
    set(&name.yomiGiven, yomiGiven)
    set(&name.yomiSurname, yomiSurname)
    contact.name = .known(name)
    if let displayName { contact.displayName = .known(displayName) }
  }

  private func applyWork(to contact: inout Contact) throws(UnfetchedProperty) {
    var work = try contact.work.value
    set(&work.company, company)
    set(&work.department, department)
    set(&work.office, office)
    set(&work.jobTitle, jobTitle)
    set(&work.profession, profession)
    set(&work.manager, manager)
    set(&work.assistant, assistant)
    contact.work = .known(work)
  }

  private func applyPerson(to contact: inout Contact) throws(UnfetchedProperty) {
    var family = try contact.family.value
    set(&family.spouse, spouse)
    family.children += children.filter { !family.children.contains($0) }
    contact.family = .known(family)
    if let webPage { contact.webPage = .known(webPage) }
    let chat = try contact.chatAddresses.value
    contact.chatAddresses = .known(chat + chatAddresses.filter { !chat.contains($0) })
    let own = try contact.categories.value
    contact.categories = .known(own + categories.filter { !own.contains($0) })
  }

  private func applyLists(to contact: inout Contact) throws(Failure) {
    do {
      var emails = try contact.emails.value
      for text in self.emails { try LabelledValue.add(email: text, to: &emails) }
      contact.emails = .known(emails)
      var phones = try contact.phones.value
      for text in self.phones { try LabelledValue.add(phone: text, to: &phones) }
      contact.phones = .known(phones)
      var addresses = try contact.addresses.value
      for text in self.addresses {
        let (place, address) = try LabelledValue.address(text)
        addresses[place] = address.isEmpty ? nil : address
      }
      contact.addresses = .known(addresses)
    } catch let error as UnfetchedProperty {
      throw Failure(error)
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(.general, "the contact could not be changed", hint: "graphcal contacts")
    }
  }

  private func set(_ place: inout String?, _ text: String?) {
    guard let text else { return }
    place = text.isEmpty ? nil : text
  }

  private static func birthday(_ text: String) throws(Failure) -> Birthday? {
    if text.isEmpty { return nil }
    guard let birthday = Birthday(text) else {
      throw Failure(
        .usage, "--birthday: \"\(text)\" is no date that a calendar has",
        hint: "write 1984-04-01, or 04-01 where the year is not known")
    }
    return birthday
  }
}

extension Failure {
  /// A property was needed that had not been asked for: a mistake of this program.
  init(_ error: UnfetchedProperty) {
    self.init(
      .general, "the contact's \(error.name) is not known, so nothing was changed",
      hint: "report this; graphcal version has what is needed")
  }
}
