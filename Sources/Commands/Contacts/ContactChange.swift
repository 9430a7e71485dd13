import Contacts
import GraphAPI
import JSON

/// Changes one contact, writes that down for `undo`, and prints what has become of it.
struct ContactChange {
  var context: Context
  var entry: ContactEntry
  var habits: ContactHabits

  /// Does to the contact what `change` does; nothing is sent where that is nothing.
  func make(
    _ change: @escaping @Sendable (inout Contact) throws(Failure) -> Void
  ) async throws(Failure) {
    let update = ContactUpdate(context: context, session: entry.session, changing: change)
    let wanted = try update.changes(entry.raw)
    if context.options.dryRun {
      return try context.printDryRun(
        wanted.isEmpty ? [] : [ContactUpdate.request(wanted, entry.raw)], by: entry.session)
    }
    let output = ContactOutput(context: context, habits: habits)
    let title = ContactSnapshot(raw: entry.raw).title(habits)
    guard !wanted.isEmpty else {
      context.note("\(title) is so already; nothing was changed")
      if context.options.isForScripts { try await output.printWhole(entry) }
      return
    }
    var deed = ContactDeed("changed \(title)", context: context, session: entry.session)
    let raw = try await deed.change(entry.raw, by: update)
    await deed.finish()
    try await output.printDone("Changed", try ContactEntry(raw, session: entry.session))
  }
}

extension ContactEntry {
  /// A contact as an answer has it.
  init(_ raw: JSONObject, session: Session, folder: ContactFolder? = nil) throws(Failure) {
    guard let contact = Contact(graph: .object(raw)) else {
      throw Failure(.general, "the answer about the contact has no id", hint: "graphcal contacts")
    }
    self.init(contact: contact, raw: raw, session: session, folder: folder)
  }
}
