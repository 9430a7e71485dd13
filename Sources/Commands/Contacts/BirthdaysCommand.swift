package import Arguments
import CalendarTime
import Contacts
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal birthdays`: whose birthday comes next.
package struct BirthdaysCommand: Command {
  package static let name = "birthdays"
  package static let summary = "List the birthdays of the coming days."
  package static let discussion = """
    Of the contacts of all folders, today's first. In a year without a 29th of February that \
    birthday is on the 28th, as in Outlook.
    """
  package static let options: [Option<Self>] = [
    .value("next", "D", "How far to look ahead, today included; 30d without it.", into: \.next)
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("birthdays", "The next thirty days."),
    Example("birthdays --next 365d --json", "Everybody's next birthday."),
  ]

  var next: String?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let names = (ContactJSON.fieldNames + ["graphcal.nextBirthday", "graphcal.age"]).sorted()
    if try context.listedFieldNames(names) { return }
    let days = try days()
    let session = try await context.session(needing: .readContacts)
    let zone = try context.zoneOfPeople()
    let today = zone.wallTime(at: context.now()).date
    let book = try await ContactBook.forReading(context: context, session: session)
    let contacts = try await context.working("Reading contacts") { () async throws(Failure) in
      try await book.contacts(in: try await book.folders(), properties: contactListProperties)
    }
    let habits = ContactHabits(context)
    let coming = contacts.compactMap { Coming($0, from: today) }
      .filter { $0.date < today.adding(days: days) }
      .sorted {
        ($0.date, $0.entry.contact.title(habits.nameOrder), $0.entry.contact.id)
          < ($1.date, $1.entry.contact.title(habits.nameOrder), $1.entry.contact.id)
      }
    let shorts = await context.state.remember(coming.map(\.entry.known))
    let listing = Listing(
      context: context, fields: names,
      columns: [
        .init("id", "graphcal.id"), .init("date", "graphcal.nextBirthday"),
        .init("name", "graphcal.name"), .init("age", "graphcal.age"),
      ])
    if listing.isWanted { return try listing.print(coming.map { $0.json(habits) }) }
    var table = Table([
      .init("", .right), .init("ID", rank: 2), .init("DATE"), .init("NAME", minimum: 12),
      .init("AGE", .right, rank: 1), .init("", rank: 3),
    ])
    let surface = Surface(context.console.terminal)
    for (index, item) in coming.enumerated() {
      let distance = item.date.daysSinceEpoch - today.daysSinceEpoch
      table.add([
        surface.number(index + 1), StyledLine(shorts[index], Style(color: .cyan)),
        StyledLine(item.date.heading, distance == 0 ? .bold : .plain),
        StyledLine(TextSanitizer.line(item.entry.contact.title(habits.nameOrder))),
        StyledLine(item.age.map(String.init) ?? ""),
        StyledLine(
          distance == 0
            ? "today" : distance == 1 ? "tomorrow" : "in \(Plural.of(distance, "day"))", .dim),
      ])
    }
    let lines = table.lines(width: surface.width, symbols: surface.symbols)
    try context.print(
      coming.isEmpty ? [StyledLine("No birthdays in \(Plural.of(days, "day"))", .dim)] : lines)
    await context.numberRows(coming.map(\.entry.known))
  }

  private func days() throws(Failure) -> Int {
    guard let next else { return 30 }
    do {
      let duration = try CalendarDuration(parsing: next)
      if duration.seconds == 0, (1...366).contains(duration.days) { return duration.days }
    } catch {
      throw Failure(error, option: "--next")
    }
    throw Failure(.usage, "--next is a number of days from 1d to 366d", hint: "--next 30d")
  }

  /// A contact and its next birthday.
  private struct Coming {
    var entry: ContactEntry
    var date: CalendarDate
    /// What the birthday brings; nil without a year of birth.
    var age: Int?

    /// Nil for a contact without a birthday.
    init?(_ entry: ContactEntry, from today: CalendarDate) {
      guard let birthday = entry.contact.birthday.ifKnown ?? nil else { return nil }
      let dates = [today.year, today.year + 1].compactMap { year in
        let (month, day) = birthday.anniversary(in: year)
        return CalendarDate(year: year, month: month, day: day)
      }
      guard let date = dates.first(where: { $0 >= today }) else { return nil }
      self.entry = entry
      self.date = date
      age = birthday.age(in: date.year)
    }

    func json(_ habits: ContactHabits) -> JSON {
      let item = ContactJSON.listItem(entry, properties: contactListProperties, habits: habits)
      guard var object = item.object, var computed = object["graphcal"]?.object else { return item }
      computed["nextBirthday"] = .string(date.description)
      computed["age"] = age.map { .number($0) } ?? .null
      object["graphcal"] = .object(computed)
      return .object(object)
    }
  }
}
