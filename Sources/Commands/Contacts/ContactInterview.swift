import Contacts
import Rendering
import Terminal

/// Asks a person at the terminal for a new contact, field by field.
struct ContactInterview {
  private let context: Context
  private let prompt: Prompt

  /// Looks whether anybody is there to ask.
  init(_ context: Context) throws(Failure) {
    prompt = context.console.prompt(mayAsk: !context.options.noInput)
    guard prompt.canAsk else {
      throw Failure(
        .usage, "--interactive asks on a terminal, and there is none to ask on",
        hint: "graphcal new-contact --given-name Ana --email ana@contoso.example")
    }
    self.context = context
  }

  /// The options with what was answered; what they say already is not asked.
  ///
  /// - Throws: `Failure` of kind stopped when the input ends.
  func options(_ given: ContactOptions) throws(Failure) -> ContactOptions {
    context.console.report("Enter leaves a field out.\n")
    var options = given
    while true {
      try askNames(&options)
      try askWork(&options)
      try askLists(&options)
      try askRest(&options)
      if options.namesSomebody { return options }
      context.console.report(
        "A contact needs a name, a company, a mail address or a number. Once more:\n")
      options = given
    }
  }

  private func askNames(_ options: inout ContactOptions) throws(Failure) {
    try ask("First name:", &options.given)
    try ask("Family name:", &options.surname)
    try ask("Nickname:", &options.nickname)
  }

  private func askWork(_ options: inout ContactOptions) throws(Failure) {
    try ask("Company:", &options.company)
    try ask("Job title:", &options.jobTitle)
  }

  private func askLists(_ options: inout ContactOptions) throws(Failure) {
    var emails: [ContactEmail] = []
    for text in options.emails { try LabelledValue.add(email: text, to: &emails) }
    while emails.count < ContactEmail.limit {
      let question = emails.isEmpty ? "Mail address, or LABEL=address:" : "Another one:"
      let next = try answer(question) { (text) throws(Failure) in
        var more = emails
        try LabelledValue.add(email: text, to: &more)
        return more
      }
      guard let next else { break }
      emails = next.value
      options.emails.append(next.text)
    }
    var phones: [ContactPhone] = []
    for text in options.phones { try LabelledValue.add(phone: text, to: &phones) }
    let mostPhones = ContactPhoneKind.allCases.reduce(0) { $0 + $1.limit }
    while phones.count < mostPhones {
      let question =
        phones.isEmpty ? "Number, or mobile=, business= or home= before it:" : "Another one:"
      let next = try answer(question) { (text) throws(Failure) in
        var more = phones
        try LabelledValue.add(phone: text, to: &more)
        return more
      }
      guard let next else { break }
      phones = next.value
      options.phones.append(next.text)
    }
    var places: Set<ContactPlace> = []
    for text in options.addresses { places.insert(try LabelledValue.address(text).0) }
    while places.count < ContactPlace.allCases.count {
      let question =
        places.isEmpty
        ? "Address, [business= or other=]street;city;state;postal code;country:" : "Another one:"
      let taken = places
      let next = try answer(question) { (text) throws(Failure) in
        let place = try LabelledValue.address(text).0
        guard !taken.contains(place) else {
          throw Failure(.usage, "there is a \(place.rawValue) address already")
        }
        return place
      }
      guard let next else { break }
      places.insert(next.value)
      options.addresses.append(next.text)
    }
  }

  private func askRest(_ options: inout ContactOptions) throws(Failure) {
    if options.birthday == nil {
      options.birthday = try answer("Birthday, 1984-04-01 or 04-01:") { (text) throws(Failure) in
        guard Birthday(text) != nil else {
          throw Failure(.usage, "\"\(text)\" is no date that a calendar has")
        }
        return text
      }?.text
    }
    if options.noteFile == nil { try ask("Note:", &options.note) }
  }

  /// Shows the contact and asks whether it is to be made.
  func confirm(_ contact: Contact, _ habits: ContactHabits) throws(Failure) {
    let details = ContactDetails(
      contact: contact, nameOrder: habits.nameOrder, language: habits.language, home: habits.home)
    let facts = context.console.terminal
    let lines = details.lines(
      today: context.today, on: Surface(width: facts.width, symbols: facts.symbols))
    context.console.report(
      "\n" + lines.rendered(colored: facts.errorColored, theme: facts.theme) + "\n")
    if context.options.dryRun { return }
    try context.confirm("Create this contact?", refusal: "the contact was not created")
  }

  private func ask(_ question: String, _ place: inout String?) throws(Failure) {
    if place == nil { place = try answer(question) { (text) throws(Failure) in text }?.text }
  }

  /// An answer that `read` takes, nil for an empty one; what is wrong with another is said, and the
  /// question comes again.
  private func answer<Value>(
    _ question: String, _ read: (String) throws(Failure) -> Value
  ) throws(Failure) -> (text: String, value: Value)? {
    while true {
      guard let line = prompt.ask(question) else {
        context.console.report("\n")
        throw Failure(
          .stopped, "stopped: the contact was not created",
          hint: "graphcal new-contact --interactive")
      }
      let text = MailAddress.trimmed(TextSanitizer.line(line))
      if text.isEmpty { return nil }
      do {
        return (text, try read(text))
      } catch {
        context.console.report(
          TextSanitizer.line(error.what) + (error.why.map { "; " + TextSanitizer.line($0) } ?? "")
            + "\n")
      }
    }
  }
}
