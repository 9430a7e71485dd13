import FoundationEssentials
import Host
import SignIn
import Store

extension Doctor {
  /// Whether the files of mailboxes are whole; nil where nobody has one.
  func copyCheck() async -> HealthCheck? {
    guard context.tokenGiver == nil, let entries = try? await signIn?.status().entries else {
      return nil
    }
    var found: [String] = []
    for entry in entries {
      guard
        let store = MailboxFile.store(
          account: entry.account.homeAccountID, environment: context.environment)
      else { continue }
      let path = store.path
      switch await store.examine(exists: LocalCopy.exists) {
      case .missing: continue
      case .sound:
        let writes = (try? await store.outbox()) ?? []
        if let stuck = writes.first(where: \.state.isStuck) {
          return .warning(
            .copy,
            "\(path): \(Plural.of(writes.count, "change")) not sent yet, and \(stuck.title) is stuck",
            why: Failure(trouble: stuck).what, repair: "graphcal outbox shows it and the ways out")
        }
        let waiting =
          writes.isEmpty ? "" : ", \(Plural.of(writes.count, "change")) not sent yet"
        found.append("\(path)\(await age(of: store))\(waiting)")
      case .newer:
        return .warning(
          .copy, "\(path) was made by a newer graphcal, so nothing of it is used",
          repair: "use the newer graphcal, or move \(path) away")
      case .closed(let reason):
        return .warning(
          .copy, "\(path) cannot be looked at", why: reason, repair: "try again in a moment")
      case .damaged(let reason):
        return .failed(
          .copy,
          Failure(
            .general, "\(path) is damaged", why: reason,
            hint: "graphcal sync --forget, which keeps the damaged file beside it, then "
              + "graphcal sync"))
      }
    }
    return found.isEmpty ? nil : .ok(.copy, found.joined(separator: "; "))
  }

  private func age(of store: MailboxStore) async -> String {
    guard let collections = try? await store.collections(), !collections.isEmpty else {
      return ", without a copy of the mailbox"
    }
    guard let time = LocalCopy.time(of: collections) else {
      return ", not synchronized to the end yet"
    }
    return ", as of \(LocalCopy.age(since: time, now: context.now()))"
  }
}
