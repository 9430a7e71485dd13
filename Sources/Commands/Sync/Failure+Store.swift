import Host
import Store

extension Failure {
  /// What an error of a mailbox's file means to the user; `action` is what was done.
  init(_ error: MailboxStoreError, doing action: String) {
    let folder = Paths.folder(of: error.path)
    let (kind, why, hint): (Kind, String, String) =
      switch error.reason {
      case .newer:
        (.general, error.message, "update graphcal, or move \(error.path) away")
      case .damaged:
        (
          .general, "\(error.path) is damaged: \(error.message)",
          "graphcal sync --forget, which keeps the damaged file beside it, then graphcal sync"
        )
      case .full: (.general, error.message, "free some space on the disk of \(folder)")
      case .busy:
        (.tryAgain, "\(error.path) is in use: \(error.message)", "try again in a moment")
      case .readOnly:
        (
          .general, error.message,
          "make \(folder) a folder you may write to, or set XDG_STATE_HOME to another"
        )
      case .other: (.general, "\(error.path): \(error.message)", "graphcal doctor")
      }
    self.init(kind, "cannot \(action)", why: why, hint: hint)
  }

  /// What answers that are no round of changes mean.
  init(_ error: DeltaError, doing action: String) {
    let why =
      switch error {
      case .noList: "the answer holds no list"
      case .noWayOn: "a page has neither a next page nor a link for the next round"
      case .repeatedLink: "the service sent the same next page twice; the round did not end"
      case .tooManyPages(let ceiling): "more than \(ceiling) pages; the round did not end"
      }
    self.init(
      .general, "cannot \(action)", why: why,
      hint: "try again; if it stays, report it with --trace FILE.har")
  }
}
