import Host
import Store

extension MailboxSync {
  /// One round of what is followed and of nothing else: one request each where nothing has changed.
  ///
  /// - Parameters:
  ///   - scope: what is followed.
  ///   - relists: whether new calendars and folders are looked for as well.
  /// - Returns: one result each; nil while another process brings the copy up to date.
  /// - Throws: what kept it from asking at all.
  func round(_ scope: WatchScope, relists: Bool) async throws(Failure) -> [Result]? {
    let lock: FileLock
    do {
      lock = try await FileLock.acquire(
        store.path + ".lock", wait: .seconds(2), clock: context.machineClock,
        randomness: context.randomness)
    } catch {
      if Task.isCancelled { throw Failure(.interrupted, "interrupted") }
      if error.reason == .lockedByOther { return nil }
      throw Failure(
        .general, "cannot synchronize", why: error.description,
        hint: "make \(Paths.folder(of: store.path)) a folder you may write to")
    }
    defer { lock.release() }
    let known = try await known()
    var results: [Result] = []
    if scope.calendars != .none {
      let ready = known.filter { $0.kind == .calendar && scope.includes($0) }
      if relists || ready.isEmpty {
        results += try await list(.calendar, try await calendars())
      } else {
        results += ready.map { Result(collection: $0, state: .synced) }
      }
    }
    if scope.contacts {
      let ready = known.filter { $0.kind == .contactFolder }
      if relists || ready.isEmpty {
        guard let folders = try await contactFolders() else {
          throw Failure(
            .refused, "contacts cannot be followed",
            why: "the permission \(Permission.readContacts.rawValue) was not given",
            hint: "graphcal login --scopes … asks for it")
        }
        results += try await list(.contactFolder, folders)
      } else {
        results += ready.map { Result(collection: $0, state: .synced) }
      }
    }
    return try await rounds(results.filter { scope.includes($0.collection) }, nil)
  }

  /// What the copy holds; nothing where there is none.
  func known() async throws(Failure) -> [CopyCollection] {
    do { return try await store.collections() ?? [] } catch {
      throw Failure(error, doing: "read the local copy")
    }
  }
}
