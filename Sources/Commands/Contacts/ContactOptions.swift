package import Arguments
import Contacts
import Rendering

/// What can be said of a contact on the command line, when it is made as well as when it is changed.
package struct ContactOptions: OptionTable, Equatable {
  package static let options: [Option<Self>] = [
    text("given-name", "N", "First name.", \.given),
    text("surname", "N", "Family name.", \.surname),
    text("middle-name", "N", "Middle name.", \.middle),
    text("title", "T", "What stands before the name: Dr.", \.title),
    text("suffix", "T", "What stands after the name: Jr., MBA.", \.generation),
    text("initials", "I", "Initials.", \.initials),
    text("nickname", "N", "What friends say.", \.nickname),
    text("yomi-given", "N", "How the first name is read.", \.yomiGiven),
    text("yomi-surname", "N", "How the family name is read.", \.yomiSurname),
    text("display-name", "N", "The name to show; made of its parts without it.", \.displayName),
    text("file-as", "N", "What Outlook sorts by.", \.fileAs),
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
    text("yomi-company", "C", "How the company's name is read.", \.yomiCompany),
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
    .repeated("category", "C", "Category, by its name.", into: \.categories) { $0 }.completing(
      .known(.category)),
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
  var initials: String?
  var nickname: String?
  var yomiGiven: String?
  var yomiSurname: String?
  var displayName: String?
  var fileAs: String?
  var emails: [String] = []
  var phones: [String] = []
  var addresses: [String] = []
  var company: String?
  var yomiCompany: String?
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
  /// A text replaces the one that is there, an empty one takes it away. Mail addresses, chat addresses,
  /// children and categories are all there are from now on, an empty one alone takes them away; the label
  /// of an address that stays is kept. Numbers replace those of their kind, a postal address the one of
  /// its place.
  ///
  /// - Parameters:
  ///   - contact: what is changed.
  ///   - note: the text of the note, as `note(in:)` has read it.
  /// - Throws: `Failure` of kind usage for what no contact can hold.
  func apply(to contact: inout Contact, note: String?) throws(Failure) {
    do {
      try applyNames(to: &contact)
      try applyWork(to: &contact)
      try applyPerson(to: &contact)
    } catch {
      throw Failure(error)
    }
    try applyLists(to: &contact)
    if let birthday { contact.birthday = .known(try Self.birthday(birthday)) }
    if let note { contact.note = .known(note.isEmpty ? nil : note) }
  }

  /// The note as it was given or as its file has it; nil for none.
  func note(in context: Context) throws(Failure) -> String? {
    guard let noteFile else { return note }
    return try context.text(ofFile: noteFile)
  }

  private func applyNames(to contact: inout Contact) throws(UnfetchedProperty) {
    var name = try contact.name.value
    set(&name.given, given)
    set(&name.surname, surname)
    set(&name.middle, middle)
    set(&name.title, title)
    set(&name.generation, generation)
    set(&name.initials, initials)
    set(&name.nickname, nickname)
    set(&name.yomiGiven, yomiGiven)
    set(&name.yomiSurname, yomiSurname)
    contact.name = .known(name)
    if let displayName {
      contact.displayName = .known(displayName.isEmpty ? nil : displayName)
    }
    if let fileAs { contact.fileAs = .known(fileAs.isEmpty ? nil : fileAs) }
  }

  private func applyWork(to contact: inout Contact) throws(UnfetchedProperty) {
    var work = try contact.work.value
    set(&work.company, company)
    set(&work.yomiCompany, yomiCompany)
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
    if !children.isEmpty { family.children = Self.distinct(children) }
    contact.family = .known(family)
    if let webPage { contact.webPage = .known(webPage.isEmpty ? nil : webPage) }
    if !chatAddresses.isEmpty { contact.chatAddresses = .known(Self.distinct(chatAddresses)) }
    if !categories.isEmpty { contact.categories = .known(Self.distinct(categories)) }
  }

  /// The filled ones, each once.
  private static func distinct(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { PersonText.isFilled($0) && seen.insert($0).inserted }
  }

  private func applyLists(to contact: inout Contact) throws(Failure) {
    do {
      if !emails.isEmpty {
        contact.emails = .known(
          try LabelledValue.emails(emails, knowing: try contact.emails.value))
      }
      if !phones.isEmpty {
        contact.phones = .known(try LabelledValue.phones(phones, on: try contact.phones.value))
      }
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
