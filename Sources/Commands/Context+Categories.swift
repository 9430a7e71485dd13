import Host
import JSON
import Store
import Terminal

extension Context {
  /// Asks, or tells where nobody can be asked, about categories that the mailbox does not have.
  ///
  /// Outlook takes any word, so a misspelt one would be kept; where categories cannot be read nothing
  /// is said.
  ///
  /// - Throws: `Failure` of kind stopped when a person says no.
  func checkCategories(_ names: [String], session: Session) async throws(Failure) {
    guard !names.isEmpty, session.mailbox == nil else { return }
    var known = await categoryPresets(session: session).object
    if let found = known, !names.allSatisfy({ Self.has($0, in: found) }) {
      // One made in Outlook today is not in what was remembered.
      known = await categoryPresets(fresh: true, session: session).object
    }
    guard let known, !known.isEmpty else { return }
    for name in names where !Self.has(name, in: known) {
      let what = "there is no category \"\(name)\" in this mailbox"
      let near = known.keys.first { FoldedText($0) == FoldedText(name) }
      let hint = near.map { "did you mean \"\($0)\"?" } ?? "graphcal new-category makes one"
      let prompt = console.prompt(mayAsk: !options.noInput && !options.yes && !options.dryRun)
      switch prompt.confirm("There is no category \"\(name)\" (\(hint)). Use it without colour?") {
      case .yes: continue
      case .no: throw Failure(.stopped, "stopped: \(what)", hint: hint)
      case .cannotAsk: note("\(what), so it has no colour; \(hint)")
      }
    }
  }

  /// Adds a category to what is remembered, so that the next command knows it.
  func rememberCategory(_ name: String, color: String, session: Session) async {
    guard var known = await categoryPresets(session: session).object else { return }
    known[name] = .string(color)
    await state.remember(
      "categories", .object(known), account: session.accountKey, at: machineClock.now())
  }

  private static func has(_ name: String, in known: JSONObject) -> Bool {
    known.keys.contains { $0.lowercased() == name.lowercased() }
  }
}
