import Store

/// Finds the contacts that several references name, each once, before anything is done to any.
struct ContactReferences {
  var context: Context
  var permission = Permission.writeContacts

  func contacts(
    _ references: [String]
  ) async throws(Failure) -> [(id: String, session: Session)] {
    let resolver = ReferenceResolver(context: context, permission: permission)
    var found: [(id: String, session: Session)] = []
    for reference in references {
      let item = try await resolver.item(reference, kind: .contact)
      let isKnown = found.contains {
        $0.id == item.id && $0.session.accountKey == item.session.accountKey
      }
      if !isKnown { found.append(item) }
    }
    return found
  }

  /// The contacts and the one account that all of them are of.
  ///
  /// - Throws: `Failure` of kind usage where they are of several.
  func ofOneAccount(
    _ references: [String]
  ) async throws(Failure) -> (ids: [String], session: Session) {
    let found = try await contacts(references)
    guard let session = found.first?.session else {
      throw Failure(.usage, "no contact was named", hint: "graphcal contacts lists them")
    }
    guard found.allSatisfy({ $0.session.accountKey == session.accountKey }) else {
      let names = Set(found.compactMap(\.session.userName)).sorted()
      throw Failure(
        .usage, "these contacts are of several accounts", why: names.joined(separator: ", "),
        hint: "repeat the command for each account")
    }
    return (found.map(\.id), session)
  }
}
