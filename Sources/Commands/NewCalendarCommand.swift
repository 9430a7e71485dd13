package import Arguments
import Calendaring
import GraphAPI
import JSON
import Store
import Terminal

/// `graphcal new-calendar`: one more calendar in the mailbox.
package struct NewCalendarCommand: Command {
  package static let name = "new-calendar"
  package static let summary = "Create a calendar."
  package static let arguments: [Argument<Self>] = [
    .required("NAME", "What it is called.", into: \.calendarName)
  ]
  package static let options: [Option<Self>] = [
    .calendarColor(into: \.color),
    .value("group", "G", "The group it is listed in, by name.", into: \.group),
  ]
  package static let examples = [
    Example("new-calendar Sailing --color blue", "A calendar of one's own."),
    Example("new-calendar Harbour --group Projects", "In a group that is there already."),
  ]

  var calendarName = ""
  var color: CalendarColor?
  var group: String?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a new calendar")
    try context.requireName(calendarName, of: "a calendar")
    let session = try await context.session(needing: .writeCalendars)
    var groupID: String?
    if let group { groupID = try await id(ofGroup: group, session) }
    let request = SharingRequests.create(
      name: calendarName, color: color?.rawValue, groupID: groupID)
    if context.options.dryRun { return try context.printDryRun([request], by: session) }
    let created: JSONObject
    do {
      created = try await session.graph.object(request)
    } catch {
      throw Failure(error, writing: "create the calendar", named: calendarName)
    }
    await Journal(context: context, session: session)
      .kept("made the calendar \"\(calendarName)\"", id: created["id"]?.string ?? "")
    if try context.printedForScripts(.object(created)) { return }
    try await context.tell("Created", calendar: .object(created), session: session)
  }

  private func id(ofGroup name: String, _ session: Session) async throws(Failure) -> String {
    let groups: [JSON]
    do {
      groups = try await session.graph.list(SharingRequests.groups).items
    } catch {
      throw Failure(error, doing: "read the groups of calendars")
    }
    let wanted = name.lowercased()
    let found = groups.first {
      $0["name"]?.string?.lowercased() == wanted || $0["id"]?.string == name
    }
    guard let id = found?["id"]?.string else {
      throw Failure(
        .notFound, "there is no group of calendars \"\(name)\"",
        why: "groups: " + groups.compactMap { $0["name"]?.string }.joined(separator: ", "),
        hint: "name one of these, or leave out --group")
    }
    return id
  }
}

/// `graphcal edit-calendar`: another name or colour.
package struct EditCalendarCommand: Command {
  package static let name = "edit-calendar"
  package static let summary = "Rename a calendar, or give it another colour."
  package static let discussion = """
    Of somebody else's calendar only the way it is listed for you changes.
    """
  package static let arguments: [Argument<Self>] = [
    .required("C", "Which calendar: its name, a row of \"calendars\", or an id.", into: \.calendar)
      .completing(.known(.calendar))
  ]
  package static let options: [Option<Self>] = [
    .value("name", "NAME", "What it is to be called.", into: \.newName),
    .calendarColor(into: \.color),
  ]
  package static let examples = [
    Example("edit-calendar Sailing --name Regatta", "Another name."),
    Example("edit-calendar 2 --color red", "The second of the last list in red."),
  ]

  var calendar = ""
  var newName: String?
  var color: CalendarColor?

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard newName != nil || color != nil else {
      throw ArgumentsError(
        .missingValue, "edit-calendar changes nothing without --name or --color",
        hint: "graphcal edit-calendar Sailing --color blue")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a change of a calendar")
    if let newName { try context.requireName(newName, of: "a calendar") }
    let session = try await context.session(needing: .writeCalendars)
    let found = try await CalendarChoice(context: context, session: session).calendar(calendar)
    let request = SharingRequests.change(found.id, name: newName, color: color?.rawValue)
    if context.options.dryRun { return try context.printDryRun([request], by: session) }
    let changed: JSONObject
    do {
      changed = try await session.graph.object(request)
    } catch {
      throw Failure(error, writing: "change the calendar", named: newName ?? found.name)
    }
    await Journal(context: context, session: session)
      .kept("changed the calendar \"\(found.name)\"", id: found.id)
    await context.learned(changed, session: session)
    if try context.printedForScripts(.object(changed)) { return }
    try await context.tell("Changed", calendar: .object(changed), session: session)
  }
}

/// `graphcal delete-calendar`: away with a calendar and its events.
package struct DeleteCalendarCommand: Command {
  package static let name = "delete-calendar"
  package static let summary = "Delete a calendar with all its events."
  package static let discussion = """
    What is in it goes with it, which is asked first; --yes answers that. The default calendar cannot \
    be deleted. Somebody else's calendar only leaves your own list.
    """
  package static let arguments: [Argument<Self>] = [
    .required("C", "Which calendar: its name, a row of \"calendars\", or an id.", into: \.calendar)
      .completing(.known(.calendar))
  ]
  package static let options: [Option<Self>] = []
  package static let examples = [
    Example("delete-calendar Sailing", "Says how many events go with it, and asks."),
    Example("delete-calendar Sailing --yes", "For a script."),
  ]

  var calendar = ""

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("the deletion of a calendar")
    let session = try await context.session(needing: .writeCalendars)
    let found = try await CalendarChoice(context: context, session: session).calendar(calendar)
    guard !found.isDefault, found.isRemovable else {
      throw Failure(
        .usage,
        found.isDefault
          ? "\"\(found.name)\" is the default calendar, which every mailbox keeps"
          : "\"\(found.name)\" cannot be deleted",
        hint: "delete its events instead, or edit-calendar it")
    }
    let request = SharingRequests.delete(found.id)
    if context.options.dryRun { return try context.printDryRun([request], by: session) }
    let name = TextSanitizer.line(found.name)
    let question =
      found.belongsToOther
      ? "Take the calendar \"\(name)\" of \(owner(of: found)) out of your list? It stays theirs."
      : "Delete the calendar \"\(name)\" \(try await contents(of: found.id, session))?"
    try context.confirm(question, refusal: "the calendar was not deleted")
    do {
      _ = try await session.graph.send(request)
    } catch {
      throw Failure(error, writing: "delete the calendar", check: "graphcal calendars")
    }
    await Journal(context: context, session: session)
      .kept(
        (found.belongsToOther ? "took a calendar out of your list: " : "deleted the calendar ")
          + "\"\(found.name)\"", id: found.id)
    if try context.printedForScripts(["id": .string(found.id), "name": .string(found.name)]) {
      return
    }
    try context.console.print(
      found.belongsToOther
        ? "Took the calendar \"\(name)\" of \(owner(of: found)) out of your list.\n"
        : "Deleted the calendar \"\(name)\".\n")
  }

  private func owner(of calendar: CalendarInfo) -> String {
    TextSanitizer.line(calendar.owner?.label ?? "somebody else")
  }

  /// What goes with the calendar, in words for the question.
  private func contents(of id: String, _ session: Session) async throws(Failure) -> String {
    let answer: JSONObject
    do {
      answer = try await session.graph.object(SharingRequests.countEvents(of: id))
    } catch {
      throw Failure(error, doing: "count the events of the calendar")
    }
    switch answer["@odata.count"]?.int {
    case 0?: return "which is empty"
    case 1?: return "and the one event or series in it"
    case let count?: return "and the \(count) events and series in it"
    case nil: return "and everything in it"
    }
  }
}

extension Option where Root: Command {
  /// `--color C` of a calendar.
  static func calendarColor(into target: Destination<Root, CalendarColor?>) -> Option {
    let words = CalendarColor.allCases.map(\.word)
    return .value("color", "C", "Its colour: \(words.joined(separator: ", ")).", into: target) {
      (text) throws(ValueError) -> CalendarColor? in
      guard let color = CalendarColor(word: text) else {
        throw .needs("one of " + words.joined(separator: ", "))
      }
      return color
    }.completing(.choices(words)).replacingGlobal()
  }
}

extension Failure {
  /// What an error of a write means that gives something a name; one that is taken is told as that.
  init(
    _ error: GraphError, writing action: String, named name: String,
    check: String = "graphcal calendars"
  ) {
    self.init(error, writing: action, check: check)
    guard case .server(let server) = error, server.status == 409 else { return }
    what = "cannot \(action): \"\(name)\" is there already"
    hint = "take another name"
  }
}

extension Context {
  /// Says in one line what has become of a calendar.
  func tell(_ verb: String, calendar: JSON, session: Session) async throws(Failure) {
    let id = calendar["id"]?.string ?? ""
    let shorts = await state.remember([
      .init(id: id, kind: .calendar, account: session.accountKey, mailbox: session.mailbox ?? "")
    ])
    let color = calendar["color"]?.string.flatMap { CalendarColor(rawValue: $0)?.word } ?? "auto"
    var line = StyledLine("\(verb) ") + StyledLine(shorts.first ?? "", Style(color: .cyan))
    line.append("  " + (calendar["name"]?.string ?? ""), .bold)
    if color != "auto" { line.append(", \(color)") }
    try print([line])
  }
}
