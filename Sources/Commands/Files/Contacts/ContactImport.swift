import Cards
import Contacts
import GraphAPI
import JSON
import Terminal

/// Takes the contacts of a file into the address book.
struct ContactImport {
  var context: Context
  /// The folder that alone is looked into; nil for all of them.
  var folder: String?
  /// What people call the file.
  var name: String

  /// How much of a file is read at once.
  private static let pieceSize = 1 << 16

  /// Takes vCards, card by card.
  func run(cards bytes: [UInt8]) async throws(Failure) {
    let order = ContactHabits(context).nameOrder
    try await run { (contact) in
      guard let card = try? CardWriter(.v4, order: order).card(of: contact) else { return nil }
      return Self.first(CardReader.items(of: card, order: order))
    } items: { take in
      var reader = CardReader(order: order)
      for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
        let piece = Array(bytes[start..<min(start + Self.pieceSize, bytes.count)])
        for item in reader.add(piece) { take(item) }
      }
      for item in reader.finish() { take(item) }
    }
  }

  /// Takes the rows of a table.
  func run(table: ContactTable) async throws(Failure) {
    let order = ContactHabits(context).nameOrder
    try await run { (contact) in
      let writer = ContactTableWriter()
      guard let row = try? writer.row(of: contact),
        let table = try? ContactTable(Array((writer.header + row).utf8), order: order)
      else { return nil }
      return Self.first(table.items)
    } items: { take in
      for item in table.items { take(item) }
    }
  }

  private static func first(_ items: [ContactFileItem]) -> Contact? {
    guard case .contact(let read)? = items.first else { return nil }
    return read.contact
  }

  private func run(
    carried: @escaping @Sendable (Contact) -> Contact?,
    items: ((ContactFileItem) -> Void) -> Void
  ) async throws(Failure) {
    let habits = ContactHabits(context)
    let session = try await context.session(
      needing: context.options.dryRun ? .readContacts : .writeContacts)
    let (target, index) = try await context.working("Reading contacts") {
      () async throws(Failure) in try await existing(session, habits)
    }
    var planner = ContactPlanner(index: index, habits: habits, carried: carried)
    var plans: [PlannedContact] = []
    items { plans.append(planner.plan($0)) }
    guard !plans.isEmpty else {
      throw Failure(
        .usage, "\(name) holds no contact", why: "there is no BEGIN:VCARD in it",
        hint: "nothing was imported")
    }
    await comparePhotos(&plans, session)
    let report = ImportReport(context: context, session: session, kind: .contacts)
    let planned = plans.map { ImportRow($0, .done(id: nil, trouble: [])) }
    report.tellNotes(planned)
    let run = ContactImportRun(
      context: context, session: session, folder: target, habits: habits,
      deed: "imported contacts from \(name)")
    if context.options.dryRun {
      try context.printDryRun(pieces: plans.lazy.flatMap(run.requests), by: session)
      report.tell(planned)
      return try report.end(planned)
    }
    let outcomes = await context.working("Importing") { (progress) async throws(Never) in
      await run.send(plans) { done in
        await progress.show("Importing: \(done) of \(plans.count)")
      }
    }
    let rows = zip(plans, outcomes).map { ImportRow($0, $1) }
    try await report.print(rows)
    try report.end(rows)
  }

  /// Where new contacts go, and what is there already.
  private func existing(
    _ session: Session, _ habits: ContactHabits
  ) async throws(Failure) -> (ContactFolder?, ContactIndex) {
    let book = ContactBook(context: context, session: session)
    var folders = try await book.folders()
    var target: ContactFolder?
    if let folder {
      let named = try book.folder(named: folder, among: folders)
      (target, folders) = (named, [named])
    }
    return (target, try await ContactIndex.read(folders, of: book, order: habits.nameOrder))
  }

  /// Takes out the pictures that are there already.
  private func comparePhotos(_ plans: inout [PlannedContact], _ session: Session) async {
    var places: [String: Int] = [:]
    for (place, plan) in plans.enumerated() where plan.photo != nil {
      if let id = plan.id { places[id] = place }
    }
    guard !places.isEmpty else { return }
    var same: [Int] = []
    var trouble: [(place: Int, failure: Failure)] = []
    await context.working("Reading photos") { (progress) async throws(Never) in
      let photos = ContactPhotos(context: context, session: session)
      await photos.readAll(places.keys.sorted()) { found in
        for (id, picture) in found.pictures {
          guard let place = places[id] else { continue }
          plans[place].hasOldPhoto = true
          if plans[place].photo == picture { same.append(place) }
        }
        for (id, failure) in found.trouble {
          if let place = places[id] { trouble.append((place, failure)) }
        }
      } progress: { count in
        await progress.show("Reading photos: \(count) of \(places.count)")
      }
    }
    for place in same { plans[place].photo = nil }
    for (place, failure) in trouble {
      plans[place].photo = nil
      plans[place].notes.append(
        ImportRow.Note("its photo is left as it is (\(failure.shortWhy))"))
    }
  }
}

extension ImportRow {
  /// What has become of a contact of a file.
  init(_ plan: PlannedContact, _ outcome: ImportOutcome) {
    let status: Status =
      switch (plan.deed, outcome) {
      case (.refused, _): .refused
      case (.skipped, _): .skipped
      case (.unchanged, _) where plan.isSettled: .unchanged
      case (_, .failed): .failed
      case (_, .notSent): .notSent
      case (.create, _): .created
      case (.update, _), (.unchanged, _): .changed
      }
    self.init(line: plan.line, uid: plan.uid, title: plan.title, status: status)
    changes = plan.changes
    notes = plan.notes
    id = plan.id
    take(outcome)
    switch plan.deed {
    case .refused(let words): refuse(line: plan.line, words)
    case .skipped(let words):
      reason = words
      forecast = "\(name(.contacts)): \(words)"
    case .update, .unchanged:
      if status == .changed {
        forecast = "\(name(.contacts)) would change: \(changes.joined(separator: ", "))"
      }
    case .create: break
    }
  }
}
