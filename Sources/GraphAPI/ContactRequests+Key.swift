import HTTP
package import JSON

/// Creates that can be found again, though their answer was lost.
extension ContactRequests {
  /// The body of a create with a key of its own: letters, digits and hyphens.
  ///
  /// A contact has no transaction, so this is how one that was made before its answer was lost is found.
  package static func keyed(_ body: JSONObject, _ key: String) -> JSONObject {
    ExtendedProperties.adding(key, for: ExtendedProperties.key, to: body)
  }

  /// The key that the body of a create carries; nil for one without.
  package static func key(of body: JSONObject) -> String? {
    body["singleValueExtendedProperties"]?.array?
      .first { $0["id"]?.string == ExtendedProperties.key }?["value"]?.string
  }

  /// The contact of a folder that was made with this key.
  package static func made(with key: String, in folder: Folder) -> GraphRequest {
    var request = contacts(in: folder)
    request.query["$filter"] =
      "singleValueExtendedProperties/any(p:p/id eq '\(ExtendedProperties.key)' and p/value eq '\(key)')"
    return request
  }
}

extension GraphClient {
  /// Makes a contact once: where the answer is lost, the contact is looked for by its key.
  ///
  /// One that an earlier run may have made, `mayBeMade`, is looked for before anything is sent.
  ///
  /// - Throws: the error of the create where nothing is found, so that its outcome stays open.
  package func createContact(
    _ body: JSONObject, key: String, in folder: ContactRequests.Folder, mayBeMade: Bool = false
  ) async throws(GraphError) -> JSONObject {
    if mayBeMade, let made = try await contact(madeWith: key, in: folder) { return made }
    let request = ContactRequests.create(.object(ContactRequests.keyed(body, key)), in: folder)
    do {
      return try await object(request)
    } catch {
      guard error.leavesOutcomeOpen,
        let made = try? await contact(madeWith: key, in: folder)
      else { throw error }
      return made
    }
  }

  /// The contact that was made with this key; nil where there is none, or no such folder.
  package func contact(
    madeWith key: String, in folder: ContactRequests.Folder
  ) async throws(GraphError) -> JSONObject? {
    do {
      let found = try await list(ContactRequests.made(with: key, in: folder), limit: 1).items.first
      guard let id = found?["id"]?.string else { return nil }
      return try await object(ContactRequests.contact(id: id))
    } catch .server(let refusal) where refusal.status == 404 {
      return nil
    }
  }
}
