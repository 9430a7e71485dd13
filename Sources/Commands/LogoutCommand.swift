package import Arguments
import Host
import JSON
import SignIn
import Store
import Terminal

/// `graphcal logout`: forgets the tokens of an account.
package struct LogoutCommand: Command {
  package static let name = "logout"
  package static let summary = "Sign out: forget the tokens of an account."
  package static let printsRows = false
  package static let discussion = """
    Removes the account's tokens from the token cache, what is remembered about its mailbox, and what \
    is kept of it for undo. What was written offline and not sent yet would be lost, so that is asked \
    first; --keep-copy keeps it. \
    Nothing is sent: the service offers no way to end tokens, so copies of them stay valid until they \
    expire. To end them everywhere, use "Sign out everywhere" at https://myaccount.microsoft.com, or \
    https://account.live.com/consent/Manage for a personal account.
    """
  package static let options: [Option<Self>] = [
    .flag("all", "All accounts.", into: \.all),
    .flag("keep-copy", "Keep what is stored of the mailbox on this machine.", into: \.keepsCopy),
  ]

  var all = false
  var keepsCopy = false

  package init() {}

  /// Asks where something would be lost that was never sent.
  private func confirm(
    _ leaving: SignIn.Leaving, _ access: Access, in context: Context
  ) async throws(Failure) {
    if keepsCopy { return }
    let accounts: [Account]
    do throws(SignInError) {
      switch leaving {
      case .everybody: accounts = try await access.signIn.accounts()
      case .one(let choice): accounts = [try await access.signIn.account(choice)]
      }
    } catch {
      // Who is not there has nothing to lose; what is wrong else, signing out says.
      return
    }
    for account in accounts {
      let store = MailboxFile.store(
        account: account.homeAccountID, environment: context.environment)
      guard let writes = try? await store?.outbox(), !writes.isEmpty else { continue }
      let time = await context.rememberedTime(ofAccount: account.homeAccountID)
      let titles = writes.map { OutboxItem(context: context, write: $0, time: time).what }
      let count = Plural.of(writes.count, "change")
      try context.confirm(
        "\(TextSanitizer.line(account.label)) has \(count) not sent yet, which would be lost: "
          + "\(titles.joined(separator: "; ")). Sign out all the same?",
        refusal: "nobody was signed out: \(count) not sent yet would be lost")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    if let giver = context.tokenGiver {
      context.note(
        giver == AccessTokenVariable.name
          ? "\(giver) is set and stays in use; unset it"
          : "\(giver) plays no part in signing out")
    }
    try context.requireRequests(of: "signing out")
    let access = try context.access()
    let left: [Account]
    let leaving: SignIn.Leaving
    if all || context.options.account?.lowercased() == "all" {
      leaving = .everybody
    } else {
      leaving = .one(try await context.accountChoice())
    }
    try await confirm(leaving, access, in: context)
    do {
      left = try await access.signIn.logout(leaving)
    } catch {
      throw Failure(error)
    }
    for account in left where !keepsCopy {
      await context.state.forget(account: account.homeAccountID)
      MailboxFile.remove(account: account.homeAccountID, environment: context.environment)
    }
    let names = JSON.array(left.map { .string($0.username) })
    if try context.printedForScripts(["signedOut": names]) { return }
    guard !left.isEmpty else { return context.note("nobody was signed in") }
    let labels = left.map { TextSanitizer.line($0.label) }.joined(separator: ", ")
    try context.say("Signed out: \(labels).")
    context.note(
      "copies of the tokens stay valid at Microsoft until they expire; graphcal help logout")
  }
}
