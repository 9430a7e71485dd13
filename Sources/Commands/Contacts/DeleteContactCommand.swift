package import Arguments
import Contacts
import GraphAPI
import JSON
import Store
import Terminal

/// `graphcal delete-contact`: removes contacts.
package struct DeleteContactCommand: Command {
  package static let name = "delete-contact"
  package static let summary = "Delete contacts."
  package static let discussion = """
    All of them are looked up before the first is deleted, and it is asked once. "graphcal undo" brings \
    back all that one command has deleted: everything that a contact holds, with its picture, its folder \
    and the labels of its addresses, under a new id, which its old short id goes on naming. What it \
    cannot bring back is said before you confirm.

    With --json one contact is {"deleted": ID}; several are an array of these.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("REF", "Which contacts.", into: \.references).completing(.known(.contact))
  ]
  package static let options: [Option<Self>] = []
  package static let printsRows = false
  package static let writesOffline = true
  package static let examples = [
    Example("delete-contact 3", "The third contact of the last list, asked first."),
    Example("delete-contact k7mp m2xx --yes", "Two contacts, not asked."),
  ]

  var references: [String] = []

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a deletion")
    let (ids, session) = try await ContactReferences(context: context).ofOneAccount(references)
    let snapshots = try await ContactSnapshot.read(ids, session: session, in: context)
    if context.options.dryRun {
      return try context.printDryRun(
        snapshots.map { ContactRequests.delete(id: $0.id, etag: $0.etag) }, by: session)
    }
    let habits = ContactHabits(context)
    let titles = snapshots.map { $0.title(habits) }
    let what = ContactSnapshot.words(titles)
    var deed = ContactDeed("deleted \(what)", context: context, session: session)
    let losses = Self.losses(snapshots, habits, deed, context)
    // Who is not asked is told all the same.
    if context.options.yes { for loss in losses { context.note(loss) } }
    try context.confirm(
      (losses + ["Delete \(what)?"]).joined(separator: " "),
      refusal: titles.count == 1 ? "\(what) was not deleted" : "nothing was deleted")
    var done: [ContactSnapshot] = []
    do {
      for snapshot in snapshots {
        try await deed.delete(snapshot, habits)
        done.append(snapshot)
      }
    } catch {
      await deed.finish()
      if done.isEmpty, snapshots.count == 1 { throw error }
      try tell(done, of: snapshots.count, habits, context)
      throw Self.stopped(error, after: done.count, titles, context)
    }
    await deed.finish()
    try tell(done, of: snapshots.count, habits, context)
  }

  /// What nobody can bring back, a sentence each.
  private static func losses(
    _ snapshots: [ContactSnapshot], _ habits: ContactHabits, _ deed: ContactDeed, _ context: Context
  ) -> [String] {
    guard deed.isKept else {
      return ["With \(context.tokenGiver ?? "a given token") nothing can be undone."]
    }
    return snapshots.compactMap { snapshot in
      guard case .unreadable(let why) = snapshot.picture else { return nil }
      return
        "The picture of \(snapshot.title(habits)) cannot be read (\(why)), so undo cannot bring it "
        + "back."
    }
  }

  private func tell(
    _ done: [ContactSnapshot], of count: Int, _ habits: ContactHabits, _ context: Context
  ) throws(Failure) {
    let items = done.map { JSON.object(["deleted": .string($0.id)]) }
    if context.options.isForScripts {
      let listing = Listing(context: context, fields: ["deleted"])
      if count == 1, let item = items.first { return try listing.print(item) }
      return try listing.print(items)
    }
    try context.console.print(
      done.map { "Deleted \(TextSanitizer.line($0.title(habits))).\n" }.joined())
  }

  /// Why a deletion of several has ended before its end, and what of it is still there.
  private static func stopped(
    _ error: Failure, after done: Int, _ titles: [String], _ context: Context
  ) -> Failure {
    var failure = error
    let untried = titles.dropFirst(done + 1)
    if done > 0 { failure.kind = .partlyDone }
    failure.what =
      "\(done) of \(Plural.of(titles.count, "contact")) "
      + "\(done == 1 ? "was" : "were") deleted; \(error.what)"
    if !untried.isEmpty {
      failure.what += "; not tried: \(untried.joined(separator: ", "))"
    }
    if done > 0 {
      failure.hint =
        (error.hint.map { $0 + "; " } ?? "") + "graphcal undo brings back what was deleted"
    }
    return failure
  }
}

extension ContactSnapshot {
  /// Reads contacts one after another.
  static func read(
    _ ids: [String], session: Session, in context: Context
  ) async throws(Failure) -> [ContactSnapshot] {
    try await context.working("Reading contacts") { () async throws(Failure) in
      var snapshots: [ContactSnapshot] = []
      for id in ids { snapshots.append(try await read(id, session: session)) }
      return snapshots
    }
  }

  /// One by its name, several by their number with the first names.
  static func words(_ titles: [String]) -> String {
    if titles.count < 2 { return titles.first ?? "nothing" }
    let shown = titles.prefix(5).joined(separator: ", ")
    return "\(Plural.of(titles.count, "contact")) (\(shown)\(titles.count > 5 ? ", …" : ""))"
  }
}
