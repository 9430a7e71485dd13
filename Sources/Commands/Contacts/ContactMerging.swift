import Contacts
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// Makes one contact of several: the first takes over everything, then the others go.
struct ContactMerging {
  var context: Context
  var session: Session
  private let first: ContactSnapshot
  private let others: [ContactSnapshot]
  private let merge: ContactMerge
  private let update: ContactUpdate
  private let habits: ContactHabits

  /// Throws a `Failure` of kind general where the service has left something of a contact out.
  init(
    _ snapshots: [ContactSnapshot], context: Context, session: Session
  ) throws(Failure) {
    self.context = context
    self.session = session
    habits = ContactHabits(context)
    first = snapshots[0]
    others = Array(snapshots.dropFirst())
    let contacts = snapshots.compactMap { Contact(graph: .object($0.raw)) }
    let rest = Array(contacts.dropFirst())
    do {
      merge = try ContactMerge(contacts[0], with: rest)
    } catch {
      throw Failure(error)
    }
    update = ContactUpdate(context: context, session: session) {
      (contact: inout Contact) throws(Failure) in
      do throws(UnfetchedProperty) {
        contact = try ContactMerge(contact, with: rest).merged
      } catch {
        throw Failure(error)
      }
    }
  }

  /// The picture that the first gets: that of the next who has one, where it has none itself.
  private var picture: GraphRequest.Content? {
    guard case .absent = first.picture else { return nil }
    return others.lazy.compactMap(\.picture.content).first
  }

  func requests() throws(Failure) -> [GraphRequest] {
    let changes = try update.changes(first.raw)
    var requests = changes.isEmpty ? [] : [ContactUpdate.request(changes, first.raw)]
    if let picture { requests.append(ContactRequests.setPhoto(picture, of: first.id)) }
    return requests + others.map { ContactRequests.delete(id: $0.id, etag: $0.etag) }
  }

  // MARK: Before it is done

  /// Refuses what would lose a picture that nobody can see.
  func requirePictures() throws(Failure) {
    for snapshot in [first] + others {
      guard case .unreadable(let why) = snapshot.picture else { continue }
      throw Failure(
        .general, "the picture of \(snapshot.title(habits)) cannot be read; nothing was merged",
        why: why,
        hint:
          "repeat the command later; graphcal contact-photo \(ShortID.of(snapshot.id)) --remove "
          + "gives the picture up")
    }
  }

  /// Each with its short id: those of one person are mostly called the same.
  func question() async -> String {
    let shorts = await context.state.remember(
      ([first] + others).map {
        StateStore.KnownItem(id: $0.id, kind: .contact, account: session.accountKey)
      })
    let titles = zip([first] + others, shorts).map { "\($0.title(habits)) (\($1))" }
    return
      "Merge \(ContactSnapshot.words(Array(titles.dropFirst()))) into \(titles[0]), and delete "
      + (titles.count == 2 ? "\(titles[1])?" : "these \(titles.count - 1)?")
  }

  /// Shows what the first contact gets, what goes into its note, and what nobody keeps.
  func tell() {
    let surface = Surface(context.console.terminal)
    var lines: [StyledLine] = [
      StyledLine(TextSanitizer.line(first.title(habits)), .bold)
        + StyledLine(merge.changes.isEmpty ? " has everything already" : " gets")
    ]
    var table = Table([.init("", rank: 1), .init(""), .init("", minimum: 20)])
    for change in merge.changes {
      table.add([
        StyledLine(change.isInNote ? "note" : "+", change.isInNote ? .dim : Style(color: .green)),
        StyledLine(change.label.text(language: habits.language)),
        StyledLine(TextSanitizer.line(change.value)),
      ])
    }
    lines += table.lines(width: surface.width, symbols: surface.symbols)
    if picture != nil { lines.append("It gets a picture.") }
    lines += losses.map { StyledLine($0, .bold) }
    let facts = context.console.terminal
    context.console.report(lines.rendered(colored: facts.errorColored, theme: facts.theme))
  }

  /// What the merged contact cannot keep, a sentence each.
  private var losses: [String] {
    let isKept = Journal(context: context, session: session).isKept
    let undo = isKept ? "undo brings it back" : "nothing can be undone with a given token"
    return others.flatMap { other in
      let title = TextSanitizer.line(other.title(habits))
      var losses: [String] = []
      if let content = other.picture.content, content != picture,
        content != first.picture.content
      {
        losses.append("The picture of \(title) is not kept; \(undo).")
      }
      if !ContactCopy.extensions(of: other.raw).isEmpty {
        losses.append("What other programs have put to \(title) is not kept; \(undo).")
      }
      return losses
    }
  }

  // MARK: Doing it

  /// Does it and prints the contact; `references` are those of the command, to be repeated.
  func run(references: [String]) async throws(Failure) {
    let title = first.title(habits)
    var deed = ContactDeed(
      "merged \(ContactSnapshot.words(others.map { $0.title(habits) })) into \(title)",
      context: context, session: session)
    var merged: JSONObject
    do {
      merged = try await deed.change(first.raw, by: update)
    } catch {
      await deed.finish()
      throw error
    }
    do throws(Failure) {
      if let picture {
        try await put(picture, &deed)
        merged = try await read(first.id) ?? merged
      }
      for other in others { try await deed.delete(other, habits) }
    } catch {
      await deed.finish()
      throw stopped(error, deed, references)
    }
    await deed.finish()
    try await printed(merged)
  }

  private func put(
    _ picture: GraphRequest.Content, _ deed: inout ContactDeed
  ) async throws(Failure) {
    let (graph, id) = (session.graph, first.id)
    do {
      try await deed.doing(.pictured(id: id)) { () async throws(GraphError) in
        _ = try await graph.send(ContactRequests.setPhoto(picture, of: id))
      }
    } catch {
      throw Failure(error, doing: "put the picture to \(first.title(habits))")
    }
  }

  private func read(_ id: String) async throws(Failure) -> JSONObject? {
    // The picture has made another state of it; only its print needs that.
    try? await session.graph.object(ContactRequests.contact(id: id))
  }

  /// Why a merge has ended before its end.
  ///
  /// Nothing is lost then: the first holds everything.
  private func stopped(
    _ error: Failure, _ deed: ContactDeed, _ references: [String]
  ) -> Failure {
    var gone: Set<String> = []
    for case .deleted(let snapshot) in deed.record.steps where !snapshot.mayBeThere {
      gone.insert(snapshot.id)
    }
    let left = others.filter { !gone.contains($0.id) }.map { $0.title(habits) }
    var failure = error
    failure.kind = .partlyDone
    failure.what =
      "\(first.title(habits)) holds everything now, and \(ContactSnapshot.words(left)) "
      + "\(left.count == 1 ? "is" : "are") still there: \(error.what)"
    failure.hint =
      "the same command goes on: graphcal merge-contacts \(first.id) "
      + others.filter { !gone.contains($0.id) }.map(\.id).joined(separator: " ")
      + "; graphcal undo takes back what was done"
    return failure
  }

  private func printed(_ merged: JSONObject) async throws(Failure) {
    let entry = try ContactEntry(merged, session: session)
    let output = ContactOutput(context: context, habits: habits)
    let changes = merge.changes.map { change -> JSON in
      [
        "property": .string(change.label.rawValue), "value": .string(change.value),
        "inNote": .bool(change.isInNote),
      ]
    }
    let merge: JSON = [
      "changes": .array(changes), "deleted": .array(others.map { .string($0.id) }),
      "picture": .bool(picture != nil),
    ]
    try await output.printDone("Merged into", entry, more: ["merge": merge])
  }
}
