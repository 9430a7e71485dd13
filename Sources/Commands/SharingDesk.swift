import Calendaring
import GraphAPI
import JSON
import Rendering
import Terminal

/// Gives and takes what people may do in a calendar.
struct SharingDesk {
  var context: Context
  var session: Session
  var calendar: CalendarInfo
  /// Who may do what so far, as Graph has it.
  var permissions: [JSON]

  /// Lets somebody in, or gives another role to who is in.
  func grant(_ role: SharingRole, to person: String) async throws(Failure) {
    var found = permission(of: person)
    var someone: Person?
    if found == nil {
      someone = try await PeopleResolver(context: context, session: session).people([person]).first
      found = someone?.address.flatMap(permission)
    }
    guard let known = found else {
      return try await create(role, for: someone ?? Person(name: nil, address: person))
    }
    let holder = Self.label(known)
    guard known["role"]?.string?.lowercased() != role.rawValue.lowercased() else {
      return try finish(known, "\(holder) may do that already: \(role.word)")
    }
    let allowed = (known["allowedRoles"]?.array ?? []).compactMap(\.string)
    guard allowed.isEmpty || allowed.contains(role.rawValue) else {
      throw Failure(
        .usage, "\(holder) cannot get the role \(role.word) in \"\(calendar.name)\"",
        why: "possible: " + allowed.map { SharingRole.word(for: $0) }.joined(separator: ", "),
        hint: "use one of these roles")
    }
    let request = SharingRequests.change(
      known["id"]?.string ?? "", to: role.rawValue, on: calendar.id)
    let before = SharingRole.word(for: known["role"]?.string)
    try await carryOut(
      request, "Change what \(holder) may do in \"\(name)\" from \(before) to \(role.word)?",
      "change who may see the calendar", done: "\(holder): \(role.word) in \"\(name)\"")
  }

  private func create(_ role: SharingRole, for someone: Person) async throws(Failure) {
    let address = someone.address ?? ""
    guard role != .none else {
      throw Failure(
        .notFound, "\(address) has no role in \"\(calendar.name)\" that could be taken",
        hint: "graphcal share-calendar \"\(calendar.name)\" --list")
    }
    let request = SharingRequests.grant(
      role.rawValue, to: address, name: someone.name, on: calendar.id)
    try await carryOut(
      request, "Share \"\(name)\" with \(address) (\(role.word))? They get a mail about it.",
      "share the calendar", done: "Shared \"\(name)\" with \(address): \(role.word)")
  }

  /// Keeps somebody out.
  func revoke(_ person: String) async throws(Failure) {
    guard let known = try await holder(person), let id = known["id"]?.string else {
      throw Failure(
        .notFound, "\"\(calendar.name)\" is not shared with \(person)",
        hint: "graphcal share-calendar \"\(calendar.name)\" --list")
    }
    let holder = Self.label(known)
    guard known["isRemovable"]?.bool != false else {
      throw Failure(
        .usage, "\(holder) cannot be taken off the list",
        hint: "give it less: --with organisation --role none")
    }
    try await carryOut(
      SharingRequests.revoke(id, on: calendar.id),
      "Take from \(holder) what they may do in \"\(name)\"?", "end the sharing",
      done: "\(holder) may not see \"\(name)\" any more")
  }

  /// The permission of whoever is meant; nil for somebody who has none.
  ///
  /// Only those on the list can be kept out, so a name is theirs before it is anybody else's.
  private func holder(_ person: String) async throws(Failure) -> JSON? {
    if let known = permission(of: person) { return known }
    guard try MailAddress.person(person) == nil else { return nil }
    let holders = permissions.compactMap { permission in
      Person(graph: permission["emailAddress"] ?? .null).flatMap {
        KnownPerson(names: [$0.name], addresses: [$0.address])
      }
    }.merged.named(person)
    guard holders.count < 2 else {
      throw Failure(
        .usage, "\"\(person)\" may be \(holders.count) people",
        why: holders.map { PersonText.full($0.person) }.joined(separator: ", "),
        hint: "write more of the name, or the address")
    }
    if let address = holders.first?.addresses.first { return permission(of: address) }
    do {
      return try await PeopleResolver(context: context, session: session).people([person]).first
        .flatMap { $0.address.flatMap(permission) }
    } catch {
      guard error.kind == .notFound else { throw error }
      return nil
    }
  }

  private func carryOut(
    _ request: GraphRequest, _ question: String, _ action: String, done: String
  ) async throws(Failure) {
    if context.options.dryRun { return try context.printDryRun([request], by: session) }
    try context.confirm(question, refusal: "nothing was changed")
    var answer = JSONObject()
    do {
      if request.method == "DELETE" {
        _ = try await session.graph.send(request)
      } else {
        answer = try await session.graph.object(request)
      }
    } catch {
      var failure = Failure(
        error, writing: action, check: "graphcal share-calendar \"\(calendar.name)\" --list")
      if case .server(let server) = error, server.status == 400 {
        failure.hint =
          "people outside the organisation, and other calendars than the default one, "
          + "cannot get every role; try --role read"
      }
      throw failure
    }
    await Journal(context: context, session: session)
      .kept("changed who may see the calendar \"\(calendar.name)\"", id: calendar.id)
    try finish(.object(answer), done)
  }

  private func finish(_ item: JSON, _ line: String) throws(Failure) {
    if try context.printedForScripts(item) { return }
    try context.print([StyledLine(line)])
  }

  /// The permission of somebody by address or name; the organisation's by its word.
  private func permission(of person: String) -> JSON? {
    let wanted = person.lowercased()
    if ["organisation", "organization", "everyone"].contains(wanted) {
      return permissions.first { $0["isRemovable"]?.bool == false }
    }
    let address = (try? MailAddress.person(person))?.address?.lowercased()
    return permissions.first { permission in
      let holder = permission["emailAddress"]
      return holder?["address"]?.string.map { $0.lowercased() == address ?? wanted } ?? false
        || holder?["name"]?.string?.lowercased() == wanted
    }
  }

  private static func label(_ permission: JSON) -> String {
    let holder = Person(graph: permission["emailAddress"] ?? .null)
    return TextSanitizer.line(holder?.address ?? holder?.name ?? "somebody")
  }

  private var name: String { TextSanitizer.line(calendar.name) }
}
