/// Why a command stopped, in the words the user sees.
package struct Failure: Error, Equatable, Sendable {
  /// The exit status of each kind (`graphcal help exit-codes`).
  package enum Kind: Int32, Sendable, CaseIterable {
    case general = 1
    case usage = 2
    case notFound = 3
    case signedOut = 4
    case refused = 5
    case conflict = 6
    case tryAgain = 7
    case stopped = 8
    case partlyDone = 9
    case interrupted = 130
    /// The reader of stdout has gone; nothing is said about it.
    case outputClosed = 141
  }

  package var kind: Kind
  /// What could not be done; one line, no full stop.
  package var what: String
  /// What the server or library said, secrets removed.
  package var why: String?
  /// The next thing to type or change.
  package var hint: String?
  /// The code of the service, for `--json`; else the kind's own name.
  package var code: String?
  /// The server's whole text, which `--verbose` shows.
  package var detail: String?
  package var requestID: String?
  /// The HTTP status, when there was an answer.
  package var status: Int?

  package init(_ kind: Kind, _ what: String, why: String? = nil, hint: String? = nil) {
    self.kind = kind
    self.what = what
    self.why = why
    self.hint = hint
  }
}

extension Failure {
  /// The code of a failure to write to stdout, which may come after everything was done.
  static let outputCode = "output"
}

extension Failure.Kind {
  /// The word for this kind in `--json` errors, when the service gave no code.
  package var code: String {
    switch self {
    case .general: "failed"
    case .usage: "usage"
    case .notFound: "not_found"
    case .signedOut: "signed_out"
    case .refused: "refused"
    case .conflict: "conflict"
    case .tryAgain: "temporary"
    case .stopped: "stopped"
    case .partlyDone: "partly_done"
    case .interrupted: "interrupted"
    case .outputClosed: "output_closed"
    }
  }

  /// One line of `help exit-codes`.
  package var meaning: String {
    switch self {
    case .general: "failed: an error of the service or of graphcal that is not below"
    case .usage: "usage: bad option, unclear time, ambiguous reference, wrong settings"
    case .notFound: "not found"
    case .signedOut: "sign-in needed"
    case .refused: "refused: permission, consent or a policy of the organisation"
    case .conflict: "conflict: changed on the server meanwhile"
    case .tryAgain: "temporary: network, throttled, service unavailable, lock"
    case .stopped: "stopped: read-only mode, declined, or nobody there to confirm"
    case .partlyDone: "partly done: the lines say which"
    case .interrupted: "interrupted"
    case .outputClosed: "the reader of the output has gone"
    }
  }
}
