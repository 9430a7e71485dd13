import Arguments
import Calendaring
import GraphAPI
import Terminal

extension Context {
  /// The session that acts in the mailbox of `person`, an address or a name; nil is the account's own.
  ///
  /// A name is looked for among the owners of the calendars in one's own list, then among people.
  func session(
    needing permission: Permission, of person: String?
  ) async throws(Failure) -> Session {
    guard let person else { return try await session(needing: permission) }
    let address = try MailAddress.person(person)?.address
    let session = try await session(needing: permission.ofOthers)
    let mailbox: String
    if let address {
      mailbox = address
    } else {
      mailbox = try await self.address(of: person, session: session)
    }
    let isOwn = session.userName?.lowercased() == mailbox.lowercased()
    return isOwn ? try await self.session(needing: permission) : session.acting(in: mailbox)
  }

  /// The sessions of a command that merges accounts, or the one in the mailbox of `person`.
  func sessions(
    needing permission: Permission, of person: String?
  ) async throws(Failure) -> [Session] {
    guard person != nil else { return try await sessions(needing: permission) }
    return [try await session(needing: permission, of: person)]
  }

  /// The address of the one owner of a listed calendar whom `name` fits, else of whoever is known by it.
  private func address(of name: String, session: Session) async throws(Failure) -> String {
    let wanted = FoldedText(name)
    var owners: [String: Person] = [:]
    do {
      for item in try await session.graph.list(CalendarRequests.calendars).items {
        guard let owner = CalendarInfo(graph: item)?.owner, let address = owner.address else {
          continue
        }
        let fits = [owner.name, address].compactMap(\.self).contains {
          FoldedText($0).contains(wanted)
        }
        if fits { owners[address.lowercased()] = owner }
      }
    } catch {
      throw Failure(error, doing: "look for \(name)")
    }
    if owners.count == 1, let found = owners.values.first?.address { return found }
    if owners.isEmpty {
      let found = try await PeopleResolver(context: self, session: session).people([name])
      return found.first?.address ?? name
    }
    throw Failure(
      .usage, "more than one person fits \"\(name)\"",
      why: owners.keys.sorted().joined(separator: ", "), hint: "use one of these addresses")
  }
}

extension Option {
  /// `--of PERSON`: another mailbox than one's own.
  static func person(into target: Destination<Root, String?>) -> Option {
    .value(
      "of", "PERSON", "In the mailbox of this person, or this shared mailbox.", into: target
    ).completing(.known(.address))
  }
}

extension Failure {
  /// What an error of a call means, which in somebody else's mailbox is mostly a missing right.
  ///
  /// Sources: Microsoft Graph, "Get shared or delegated Outlook calendar and its events" and "Known
  /// issues"; that nothing shared is a 404 was observed.
  init(_ error: GraphError, doing action: String, in session: Session) {
    self.init(error, doing: action)
    guard let mailbox = session.mailbox, case .server(let server) = error else { return }
    switch (server.status, server.code) {
    case (404, "ErrorInvalidUser"), (404, "Request_ResourceNotFound"), (404, "ResourceNotFound"):
      what = "there is no mailbox \(mailbox)"
      hint = "check the address"
    case (404, "MailboxNotEnabledForRESTAPI"):
      what = "\(mailbox) has no mailbox in Exchange Online"
      hint = "check the address"
    case (404, _):
      what = "cannot \(action) of \(mailbox): it is not shared with you, or not there"
      hint = "ask for it to be shared: graphcal share-calendar Calendar --with YOU --role read"
    case (403, _):
      what = "cannot \(action) of \(mailbox)"
      hint =
        "ask \(mailbox) for the right, and see with graphcal status that "
        + "\(Permission.readSharedCalendars.rawValue) was granted"
    case (500..., "ErrorInternalServerTransientError"):
      what = "cannot \(action) of \(mailbox)"
      hint = "try again; if it stays, the calendar was shared long ago and has to be shared anew"
    default: break
    }
  }
}
