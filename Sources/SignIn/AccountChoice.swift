/// Which account is meant.
package enum AccountChoice: Sendable, Equatable {
  /// By `--account` or `GRAPHCAL_ACCOUNT`: a sign-in name or an id.
  case named(String)
  /// The stored default if it is still there, else the only one.
  case preferred(String?)

  /// The accounts of that name; where there is none, those whose name begins so.
  package static func called(_ name: String, among accounts: [Account]) -> [Account] {
    let exact = accounts.filter { $0.isCalled(name) }
    if !exact.isEmpty || name.isEmpty { return exact }
    return accounts.filter { $0.username.lowercased().hasPrefix(name.lowercased()) }
  }

  /// The account among those signed in.
  ///
  /// Several that fit are an error that lists them.
  func pick(from accounts: [Account]) throws(SignInError) -> Account? {
    let wanted =
      switch self {
      case .named(let name): Self.called(name, among: accounts)
      case .preferred(.some(let name)): accounts.filter { $0.isCalled(name) }
      case .preferred(nil): accounts
      }
    if wanted.count == 1 { return wanted[0] }
    if case .named = self, wanted.isEmpty { return nil }
    let candidates = wanted.isEmpty ? accounts : wanted
    guard candidates.count > 1 else { return candidates.first }
    let isSameName = Set(candidates.map { $0.username.lowercased() }).count < candidates.count
    let list = candidates.map { account in
      isSameName ? "\(account.label) (\(account.homeAccountID))" : account.label
    }
    throw SignInError(
      .usage, "more than one account is signed in", why: list.joined(separator: ", "),
      hint: "add --account \(candidates[0].label), or choose one: graphcal accounts use NAME; "
        + "--account all shows the calendars of all",
      code: "ambiguous_account")
  }
}
