package import Arguments
import CalendarTime
import GraphAPI
import JSON
import SignIn
import Terminal

/// `graphcal token`: an access token for another program.
package struct TokenCommand: Command {
  package static let name = "token"
  package static let summary = "Print an access token for another program."
  package static let printsRows = false
  package static let discussion = """
    The token alone goes to stdout. Anybody who has it can act as you until it expires, so it is not \
    printed on a terminal without --force.
    """
  package static let options: [Option<Self>] = [
    .flag("force", "Print it on a terminal too.", into: \.force)
  ]
  package static let examples = [
    Example("token | wc -c", "How long it is.")
  ]

  var force = false

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if context.console.terminal.isOutputTerminal, !force {
      throw Failure(
        .usage, "a token is not printed on a terminal",
        why: "whoever sees it can act as you until it expires",
        hint: "send it to a program (graphcal token | …), or give --force")
    }
    let token = try await context.accessToken()
    let item: JSON = [
      "accessToken": .string(token.secret.exposed),
      "expiresOn": .string(orNull: token.expiresOn?.rfc3339()),
      "scopes": .array(token.scopes.map { .string($0) }),
    ]
    if try context.printedForScripts(item) { return }
    try context.console.print(token.secret.exposed + "\n")
  }
}
