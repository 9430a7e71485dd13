import Contacts
import GraphAPI
import HTTP
import JSON

/// Changes a contact that others may change at the same time.
///
/// Only changed members are sent, for the state that was read (`If-Match`). Where the contact has changed
/// meanwhile, the change is worked out anew and sent once more, as long as it touches none of the members
/// that have changed; otherwise both sides are shown. A lost answer is followed by a read, so that
/// nothing is done twice.
struct ContactUpdate: Sendable {
  var context: Context
  var session: Session
  /// What is to change of a contact as it was read; empty for nothing.
  var changes: @Sendable (JSONObject) throws(Failure) -> JSONObject

  /// The state that the change was made on, and the one after it.
  func send(
    on base: JSONObject
  ) async throws(Failure) -> (before: JSONObject, after: JSONObject) {
    let wanted = try changes(base)
    if wanted.isEmpty { return (base, base) }
    do throws(GraphError) {
      return (base, try await patch(wanted, base))
    } catch {
      guard error.isConflict || error.leavesOutcomeOpen else {
        throw Failure(changingContact: error)
      }
      return try await sendAgain(wanted, on: base, after: error)
    }
  }

  private func sendAgain(
    _ wanted: JSONObject, on base: JSONObject, after error: GraphError
  ) async throws(Failure) -> (before: JSONObject, after: JSONObject) {
    let id = base["id"]?.string ?? ""
    let current: JSONObject
    do {
      current = try await session.graph.object(ContactRequests.contact(id: id))
    } catch let second {
      guard error.leavesOutcomeOpen else { throw Failure(changingContact: second) }
      throw Failure(
        error, writing: "change the contact", check: "graphcal show-contact \(id)")
    }
    if ContactCopy.holds(wanted, in: current) { return (base, current) }
    let isUntouched = current["@odata.etag"] == base["@odata.etag"]
    let again = try changes(current)
    if !isUntouched {
      let (both, elsewhere) = ContactCopy.overlap(of: again, on: base, with: current)
      guard both.isEmpty else { throw conflict(both, again, current) }
      let names = elsewhere.map(ContactWords.label).joined(separator: ", ")
      context.note(
        "the contact was changed meanwhile\(names.isEmpty ? "" : " (\(names))"); both changes stand"
      )
    }
    if again.isEmpty { return (current, current) }
    do {
      return (current, try await patch(again, current))
    } catch let second {
      throw Failure(changingContact: second)
    }
  }

  private func patch(
    _ changes: JSONObject, _ base: JSONObject
  ) async throws(GraphError) -> JSONObject {
    try await session.graph.object(Self.request(changes, base))
  }

  /// The request that makes these changes of a contact as it was read.
  static func request(_ changes: JSONObject, _ base: JSONObject) -> GraphRequest {
    ContactRequests.update(
      id: base["id"]?.string ?? "", .object(changes), etag: base["@odata.etag"]?.string)
  }

  private func conflict(
    _ names: [String], _ wanted: JSONObject, _ current: JSONObject
  ) -> Failure {
    let sides = names.map { name in
      "\(ContactWords.label(name)): there \(ContactWords.words(current[name])), "
        + "here \(ContactWords.words(wanted[name]))"
    }
    let habits = ContactHabits(context)
    return Failure(
      .conflict,
      "\(ContactSnapshot(raw: current).title(habits)) was changed meanwhile, in what was to be "
        + "changed", why: sides.joined(separator: "; "),
      hint: "look at it with graphcal show-contact, then repeat the command to write over that")
  }
}

extension ContactCopy {
  /// What a change has to do with what was done to the contact since it was read: the members that both
  /// sides have changed in different ways, and those of the other side that stand.
  ///
  /// What goes along as it is there, as the shown name may, writes over nothing.
  static func overlap(
    of changes: JSONObject, on base: JSONObject, with current: JSONObject
  ) -> (both: [String], elsewhere: [String]) {
    let changed = differing(base, current)
    let both = changes.keys.filter {
      changed.contains($0) && !isSame($0, changes[$0], current[$0])
    }
    return (both, changed.filter { !both.contains($0) })
  }
}

extension ContactUpdate {
  /// An update that does to a contact what `change` does.
  init(
    context: Context, session: Session,
    changing change: @escaping @Sendable (inout Contact) throws(Failure) -> Void
  ) {
    self.init(
      context: context, session: session,
      changes: { (raw: JSONObject) throws(Failure) -> JSONObject in
        let old = try ContactEntry(raw, session: session).contact
        var new = old
        try change(&new)
        do throws(UnfetchedProperty) {
          return try new.changes(from: old)?.object ?? [:]
        } catch {
          throw Failure(error)
        }
      })
  }
}

extension Failure {
  /// Why a contact could not be changed.
  init(changingContact error: GraphError) {
    self.init(error, writing: "change the contact", check: "graphcal show-contact")
    guard error.isConflict else { return }
    what = "the contact keeps changing; nothing was changed by this command"
    hint = "look at it with graphcal show-contact, then repeat the command"
  }
}
