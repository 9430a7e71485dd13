package import Arguments
import Contacts
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal pick-contact`: a person is chosen on the terminal, and a program gets what it needs of them.
package struct PickContactCommand: Command {
  package static let name = "pick-contact"
  package static let summary = "Pick a contact on the terminal, for another program."
  package static let isPaged = false
  package static let discussion = """
    Shows the contacts of all folders on the terminal and narrows them while you type; standard output \
    is free for a pipe and gets what was picked: a mail address, unless --property asks for something \
    else. A contact with several has a line for each.

    Type to narrow, as "contacts" searches; the arrows, PgUp and PgDn move, Enter takes the line, Tab \
    marks it where --multiple allows several, Ctrl-U empties the query, Escape or Ctrl-C leaves without \
    picking anything (exit status 130). Without a terminal nothing can be picked (exit status 2).
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("QUERY", atLeast: 0, "What the search begins with.", into: \.query)
  ]
  package static let options: [Option<Self>] = [
    .choice(
      "property",
      "What is printed: a mail address (without this), a number, a postal address as a "
        + "letter has it, or the id.", into: \.property),
    .flag("only-with", "Only contacts that have such a property.", into: \.onlyWith),
    .flag("multiple", "Several may be picked; each is printed.", into: \.multiple),
    .value("folder", "F", "Only contacts of this folder.", into: \.folder).completing(
      .known(.contactFolder)),
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("pick-contact ana", "Begins with everybody called Ana; prints the address picked."),
    Example("pick-contact --property phone", "A telephone number."),
    Example("pick-contact --multiple --json", "Several contacts for a program."),
  ]

  /// What `--property` asks for.
  package enum Property: String, CaseIterable, Sendable { case email, phone, address, id }

  static let fields =
    (ContactJSON.fieldNames + ["graphcal.picked"]
    + ["label", "property", "value"].map { "graphcal.picked." + $0 }).sorted()

  var query: [String] = []
  var property: Property?
  var onlyWith = false
  var multiple = false
  var folder: String?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(Self.fields) { return }
    let picking = try Picking(context)
    defer { picking.close() }
    let habits = ContactHabits(context)
    let wanted = PickableContacts.Property(rawValue: (property ?? .email).rawValue) ?? .email
    let sessions = try await context.sessions(needing: .readContacts)
    let reading = try await ContactReading(
      context: context, folder: folder, properties: wanted.members
    ).contacts(of: sessions)
    let pickable = PickableContacts(
      property: wanted, habits: habits, namesAccounts: sessions.count > 1)
    let choices = pickable.choices(
      ContactOrder(.name, habits).sorted(reading.items), onlyWith: onlyWith)
    guard choices.contains(where: { $0.value != nil }) else {
      throw Failure(
        .notFound, "there is no contact with a \(wanted.words) to pick", hint: "graphcal contacts")
    }
    let picker = Picker(
      choices.map(pickable.item), query: query.joined(separator: " "), takesMany: multiple)
    let picked = try await picking.pick(picker).map { choices[$0] }
    try await print(picked, wanted, habits, in: context)
    try Failure.report(reading.trouble, among: sessions)
  }

  private func print(
    _ picked: [PickableContacts.Choice], _ property: PickableContacts.Property,
    _ habits: ContactHabits, in context: Context
  ) async throws(Failure) {
    let shorts = await context.state.remember(picked.map(\.entry.known))
    let listing = Listing(
      context: context, fields: Self.fields,
      columns: [.init("value", "graphcal.picked.value")] + ContactJSON.columns)
    if listing.isWanted {
      let items = picked.map { Self.json($0, property, habits) }
      return multiple ? try listing.print(items) : try listing.print(items.first ?? .null)
    }
    let texts = zip(picked, shorts).map { choice, short -> String in
      let text = choice.value?.text ?? ""
      // A value of one line stays one line, so that none can pass for two.
      return property == .id
        ? short : property == .address ? TextSanitizer.block(text) : TextSanitizer.line(text)
    }
    let separator = property == .address ? "\n\n" : "\n"
    try context.console.print(texts.joined(separator: separator) + "\n")
  }

  private static func json(
    _ choice: PickableContacts.Choice, _ property: PickableContacts.Property,
    _ habits: ContactHabits
  ) -> JSON {
    var item =
      ContactJSON.listItem(choice.entry, properties: property.members, habits: habits).object ?? [:]
    var computed = item["graphcal"]?.object ?? [:]
    computed["picked"] = [
      "property": .string(property.rawValue), "value": .string(orNull: choice.value?.text),
      "label": .string(orNull: choice.value?.label),
    ]
    item["graphcal"] = .object(computed)
    return .object(item)
  }
}
