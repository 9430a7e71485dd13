import Contacts
import GraphAPI
import Host
import JSON

/// Sends what was planned for the contacts of a file, a few at once, and writes it down for `undo`.
struct ContactImportRun {
  var context: Context
  var session: Session
  /// Where new contacts go; nil for the default folder.
  var folder: ContactFolder?
  var habits: ContactHabits
  /// What the journal calls it.
  var deed: String

  /// So many changes are one step of `undo`; what is written down for one is read again as a whole.
  private static let mostSteps = 500

  /// The requests of a plan, as a dry run prints them; those about the picture of a new contact need an
  /// id that only the service can give.
  func requests(_ planned: PlannedContact) -> [GraphRequest] {
    var requests: [GraphRequest] = []
    switch planned.deed {
    case .create(let body):
      return [ContactRequests.create(.object(body), in: folder?.place ?? .standard)]
    case .update(let changes, let base): requests.append(ContactUpdate.request(changes, base))
    case .unchanged, .skipped, .refused: break
    }
    if let id = planned.id, let photo = Self.content(planned.photo) {
      requests.append(ContactRequests.setPhoto(photo, of: id))
    }
    if let id = planned.id, planned.losesPhoto {
      requests.append(ContactRequests.removePhoto(of: id))
    }
    return requests
  }

  private static func content(_ photo: [UInt8]?) -> GraphRequest.Content? {
    guard let photo, let kind = ContactPhoto.kind(of: photo) else { return nil }
    return GraphRequest.Content(bytes: photo, type: kind.rawValue)
  }

  /// Sends plans; the outcomes come in the order of the plans.
  ///
  /// After a failure that all others would meet too the rest is not sent.
  func send(
    _ plans: [PlannedContact], progress: (Int) async -> Void
  ) async -> [ImportOutcome] {
    var outcomes = plans.map { ImportOutcome.done(id: $0.id, trouble: []) }
    var journal = newDeed
    let work = plans.indices.filter { !plans[$0].isSettled }
    var isStopped = false
    for start in stride(from: 0, to: work.count, by: ImportRun.width) {
      let chunk = work[start..<min(start + ImportRun.width, work.count)]
      guard !isStopped, !Task.isCancelled else {
        for place in chunk { outcomes[place] = .notSent }
        continue
      }
      for (place, outcome) in await create(chunk.map { ($0, plans[$0]) }, &journal) {
        outcomes[place] = outcome
      }
      for place in chunk {
        switch plans[place].deed {
        case .create: continue
        default: outcomes[place] = await change(plans[place], &journal)
        }
      }
      isStopped = chunk.contains { outcomes[$0].stopsRun }
      if journal.record.steps.count >= Self.mostSteps {
        await journal.finish()
        journal = newDeed
      }
      await progress(start + chunk.count)
    }
    await journal.finish()
    return outcomes
  }

  private var newDeed: ContactDeed { ContactDeed(deed, context: context, session: session) }

  /// Makes the new ones among these, at once.
  private func create(
    _ plans: [(place: Int, plan: PlannedContact)], _ journal: inout ContactDeed
  ) async -> [(Int, ImportOutcome)] {
    let run = self
    let made = await withTaskGroup(of: (Int, Result<JSONObject, Failure>).self) { group in
      for (place, plan) in plans {
        guard case .create(let body) = plan.deed else { continue }
        group.addTask { (place, await run.create(body)) }
      }
      return await group.reduce(into: [(Int, Result<JSONObject, Failure>)]()) { $0.append($1) }
    }
    var outcomes: [(Int, ImportOutcome)] = []
    var created: [(place: Int, id: String)] = []
    for (place, result) in made.sorted(by: { $0.0 < $1.0 }) {
      switch result {
      case .failure(let failure): outcomes.append((place, .failed(failure)))
      case .success(let contact):
        let id = contact["id"]?.string ?? ""
        await journal.note(
          .created(id: id, ContactCopy.values(of: ContactCopy.properties, in: contact)))
        created.append((place, id))
      }
    }
    for (place, id) in created {
      let photo = plans.first { $0.place == place }?.plan.photo
      outcomes.append((place, .done(id: id, trouble: await set(photo, of: id))))
    }
    return outcomes
  }

  private func create(_ body: JSONObject) async -> Result<JSONObject, Failure> {
    do {
      return .success(
        try await session.graph.createContact(
          body, key: context.randomness.uuid(), in: folder?.place ?? .standard))
    } catch {
      return .failure(
        Failure(error, writing: "create the contact", check: "importing the file again finds it"))
    }
  }

  private func change(
    _ planned: PlannedContact, _ journal: inout ContactDeed
  ) async -> ImportOutcome {
    do throws(Failure) {
      if case .update(let changes, let base) = planned.deed {
        _ = try await journal.change(
          base, by: ContactUpdate(context: context, session: session) { _ in changes })
      }
      let id = planned.id ?? ""
      // What picture it had is not kept, so only a first one can be taken away again.
      if planned.photo != nil, !planned.hasOldPhoto { await journal.note(.pictured(id: id)) }
      var trouble = await set(planned.photo, of: id)
      if planned.losesPhoto { trouble += await removePhoto(of: id) }
      return .done(id: id, trouble: trouble)
    } catch {
      return .failed(error)
    }
  }

  /// Takes the picture of a contact away; what went wrong with that.
  private func removePhoto(of id: String) async -> [String] {
    do {
      _ = try await session.graph.send(ContactRequests.removePhoto(of: id))
      return []
    } catch {
      return error.isMissing
        ? [] : ["its photo is still there: \(Failure(error, doing: "remove the photo").shortWhy)"]
    }
  }

  /// Gives a contact its picture; what went wrong with it.
  private func set(_ photo: [UInt8]?, of id: String) async -> [String] {
    guard let content = Self.content(photo) else { return [] }
    do {
      _ = try await session.graph.send(ContactRequests.setPhoto(content, of: id))
      return []
    } catch {
      return ["it has no photo: \(Failure(error, doing: "set the photo").shortWhy)"]
    }
  }
}
