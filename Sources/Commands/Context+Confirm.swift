import GraphAPI
import Host
import JSON
import Terminal

extension Context {
  /// Asks before something that cannot be taken back; returns when the answer is yes.
  ///
  /// `refusal` says what was not done, for the `Failure` of kind stopped that is thrown when the
  /// answer is no, or when nobody is there to give one.
  func confirm(_ question: String, refusal: String) throws(Failure) {
    if options.yes { return }
    switch console.prompt(mayAsk: !options.noInput).confirm(question) {
    case .yes: return
    case .no: throw Failure(.stopped, "stopped: \(refusal)", why: "the answer was no")
    case .cannotAsk:
      var failure = Failure(
        .stopped, "\(refusal): nobody is there to confirm", why: question,
        hint: "repeat the command with --yes")
      failure.code = Failure.confirmationCode
      throw failure
    }
  }

  /// Prints what `--dry-run` would send; `session` says into whose mailbox.
  func printDryRun(_ requests: [GraphRequest], by session: Session? = nil) throws(Failure) {
    let style: JSONStyle = console.terminal.isOutputTerminal ? .pretty : .compact
    let previews = requests.map { $0.addressed(to: session?.mailbox).preview }
    try print(requests: JSON.array(previews).text(style) + "\n")
  }

  /// Prints what `--dry-run` would send, piece by piece where it is much; nothing for nothing, but to a
  /// program.
  func printDryRun(
    pieces requests: some Collection<GraphRequest>, by session: Session
  ) throws(Failure) {
    let whole = Array(requests.prefix(101))
    guard whole.count > 100 else {
      if whole.isEmpty, !options.isForScripts { return }
      return try printDryRun(whole, by: session)
    }
    var separator = "["
    for request in requests {
      let preview = request.addressed(to: session.mailbox).preview
      try print(requests: separator + preview.text(.compact))
      separator = ","
    }
    try print(requests: "]\n")
  }

  /// Requests go through a filter, and not through a template, which is for items.
  private func print(requests text: String) throws(Failure) {
    if console.shaper?.isTemplate == true { return try console.print(unshaped: text) }
    try console.print(text)
  }

  /// The text of a file, or of standard input for `-`; at most 4 MB.
  @Sendable func text(ofFile path: String) throws(Failure) -> String {
    try text(ofFile: path, limit: 4 << 20)
  }

  /// The text of a file of at most `limit` bytes, or of standard input for `-`.
  func text(ofFile path: String, limit: Int) throws(Failure) -> String {
    let bytes: [UInt8]
    do {
      bytes = try path == "-" ? StandardInput.readAll(limit: limit) : Files.read(path, limit: limit)
    } catch {
      throw Failure(
        .usage, "cannot read \(path == "-" ? "standard input" : path)", why: error.explanation,
        hint: "give a readable text file of at most \(limit >> 20) MB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.usage, "\(path) is not UTF-8", hint: "convert it with iconv")
    }
    return text
  }
}

extension Failure {
  /// The code of a confirmation that nobody could give.
  static let confirmationCode = "confirmation_needed"
}
