package import Host

/// Something a person should know although the work goes on.
package enum SignInNote: Sendable, Equatable {
  /// The token cache was open to other users of the machine; it no longer is.
  case cacheTightened(path: String)
  /// The token cache was a plain file and is encrypted from now on.
  case cacheSealed(path: String, by: TokenKeySource)
  /// The token cache was encrypted and is a plain file from now on.
  case cacheUnsealed(path: String)
  /// The new tokens serve this run only.
  case notStored(HostError)
  /// A damaged cache was kept under another name.
  case damagedCacheKept(path: String, reason: String)
  /// The refresh failed, and the old token is still good for some seconds.
  case oldTokenUsed(secondsLeft: Int, reason: String)
  /// This machine's clock differs from the server's, ahead when positive.
  case clockOff(seconds: Int)
  /// While a device code waits.
  case waiting(DeviceCodeFlow.Hint)
  /// While the browser is out: the page may be showing a refusal that never arrives here.
  case waitingForBrowser
  /// What was pasted is no answer to this sign-in.
  case uselessPaste(PasteProblem)
  /// Somebody else signed in than was asked for.
  case otherAccount(wanted: String, found: String)

  /// Why a pasted line is of no use.
  package enum PasteProblem: Sendable, Equatable {
    case noAnswer
    case otherSignIn
    case cutShort
  }

  /// One line without a full stop.
  package var text: String {
    switch self {
    case .cacheTightened(let path): "\(path) was open to other users; now only you can read it"
    case .cacheSealed(let path, let source):
      "\(path) is encrypted from now on, with the key of \(source.setting)"
    case .cacheUnsealed(let path):
      "\(path) is a plain file from now on, readable by you alone, since no key is configured"
    case .notStored(let error): "the new token serves this run only: \(error)"
    case .damagedCacheKept(let path, let reason):
      "the token cache was damaged (\(reason)); it is kept as \(path)"
    case .oldTokenUsed(let seconds, let reason):
      "the access token could not be renewed (\(reason)); it is good for \(seconds) s more"
    case .clockOff(let seconds): ClockCheck.text(seconds)
    case .waiting(.lookAtBrowser):
      "still waiting; if the browser shows 53003, 530033 or 530035, stop (Ctrl-C) and use "
        + "graphcal login --browser; if it says \"Need admin approval\", graphcal admin-consent prints a "
        + "request to send"
    case .waiting(.connectionTrouble): "cannot reach the identity platform; trying again"
    case .waitingForBrowser:
      "still waiting for the browser; if it shows 53003, 530033 or 530035, stop (Ctrl-C) and ask your "
        + "administrator, or try graphcal login --device-code; if it says \"Need admin approval\", "
        + "graphcal admin-consent prints a request to send"
    case .uselessPaste(.otherSignIn):
      "that address belongs to another sign-in; paste the one of this sign-in"
    case .uselessPaste(.cutShort):
      "that address is cut short; paste the rest of it, or all of it again"
    case .uselessPaste(.noAnswer):
      "that holds no answer of a sign-in; paste the whole address that the browser ended at"
    case .otherAccount(let wanted, let found): "\(found) signed in, not \(wanted)"
    }
  }

  /// Whether it is only of interest with `--verbose`.
  package var isMinor: Bool {
    switch self {
    case .oldTokenUsed: true
    default: false
    }
  }
}
