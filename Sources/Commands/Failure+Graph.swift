import FoundationEssentials
import GraphAPI
import HTTP
import SignIn

extension Failure {
  /// What an error of a Graph call means to the user; `action` is what was done: `read the calendar`.
  init(_ error: GraphError, doing action: String) {
    switch error {
    case .server(let server): self.init(server, doing: action)
    case .transport(let error): self.init(error, doing: action)
    case .authorization(let error):
      switch error {
      case let failure as Failure: self = failure
      case let error as SignInError: self.init(error)
      default: self.init(.general, "cannot \(action)", why: "\(error)")
      }
    case .tokenRefused(let server): self.init(tokenRefused: server, doing: action)
    case .notGraph(let answer):
      self.init(
        .tryAgain, "cannot \(action): the answer is not from Graph",
        why: "HTTP \(answer.status) from \(answer.host), \(answer.what)",
        hint: "check the network: a sign-in page of a hotspot or a proxy answers like this")
      requestID = answer.requestID
      status = answer.status
    case .paging(let paging): self.init(paging, doing: action)
    }
  }

  /// What an error of a write means.
  ///
  /// Where the service may have done it although no answer says so, that is said, with `check` as the way
  /// to find out.
  init(_ error: GraphError, writing action: String, check: String) {
    self.init(error, doing: action)
    guard error.leavesOutcomeOpen else { return }
    what = "it is not known whether the service has done it: \(action)"
    hint = "look before you repeat it: \(check)"
  }

  private init(_ paging: GraphError.Paging, doing action: String) {
    let why =
      switch paging {
      case .repeatedLink: "the service sent the same next page twice; paging did not end"
      case .tooManyPages(let ceiling): "more than \(ceiling) pages; paging did not end"
      case .foreignLink(let host):
        "the next page is on another server (\(host)); it was not asked, and nothing was sent there"
      }
    self.init(
      .general, "cannot \(action): the list is incomplete", why: why,
      hint: "ask for fewer days; if it stays, report it with --trace FILE.har")
  }

  private init(_ server: ServerError, doing action: String) {
    let reason = [server.code, server.message].compactMap(\.self).joined(separator: ": ")
    var why = "HTTP \(server.status)" + (reason.isEmpty ? "" : ", \(reason)")
    if server.isHTML {
      let host = server.host.map { " from \($0)" } ?? ""
      why = "HTTP \(server.status)\(host), the body is HTML (a proxy or gateway?)"
    }
    if let code = server.code, OfflineService.codes.contains(code) { why = server.message ?? why }
    let (kind, hint) = Self.advice(for: server)
    if let skew = Self.clockSkew(server.date) { why += "; \(skew)" }
    self.init(kind, "cannot \(action)", why: why, hint: hint)
    code = server.code
    status = server.status
    requestID = server.requestID ?? server.clientRequestID
  }

  private static func advice(for server: ServerError) -> (Kind, String) {
    switch server.status {
    case 401: (.signedOut, "graphcal login")
    case 403
    where server.code == "ErrorAccessDenied" || server.code == "Authorization_RequestDenied":
      (
        .refused,
        "graphcal status shows the granted scopes; graphcal login --scopes … asks for more"
      )
    case 403: (.refused, "ask the owner of the mailbox or your administrator")
    case 404 where server.code == "MailboxNotEnabledForRESTAPI":
      (.refused, "this account has no Exchange Online mailbox; sign in with one that has")
    case 404 where server.code == OfflineService.notCopied:
      (.notFound, "graphcal sync, or leave out --offline")
    case 404, 410: (.notFound, "list again: it may have been moved or deleted")
    case 409 where server.code == OfflineService.stuck:
      (
        .conflict,
        "graphcal outbox says why; outbox retry sends it, outbox drop gives it up; then repeat this"
      )
    case 409, 412: (.conflict, "list again and repeat the change on what is there now")
    case 429 where server.code == OfflineService.unsent:
      (.tryAgain, "send it first: graphcal sync")
    case 429, 503:
      (
        .tryAgain,
        server.retryAfter.map {
          "try again in \(Int($0.rounded(.up))) s, or give a larger --max-wait"
        }
          ?? "try again in a few minutes, or give a larger --max-wait"
      )
    case 408, 500, 502, 504: (.tryAgain, "try again in a few minutes")
    case 507, 509: (.general, "make room in the mailbox")
    default:
      (.general, "graphcal … --verbose shows the request; --trace FILE.har the whole exchange")
    }
  }

  private init(tokenRefused server: ServerError, doing action: String) {
    var why = "the service refused the token (\(server.code ?? "HTTP 401"))"
    if let skew = Self.clockSkew(server.date) { why += "; \(skew)" }
    self.init(.signedOut, "cannot \(action): sign-in needed", why: why, hint: "graphcal login")
    code = server.code
    status = server.status
    requestID = server.requestID ?? server.clientRequestID
  }

  /// A sentence when the machine's clock is far off the server's.
  private static func clockSkew(_ date: String?) -> String? {
    guard let date else { return nil }
    return ClockCheck.offset(["Date": date], now: Date()).map(ClockCheck.text)
  }

  /// What a transport error means to the user.
  init(_ error: TransportError, doing action: String) {
    let kind: Kind = error.reason == .cancelled ? .interrupted : .tryAgain
    let why = error.detail.isEmpty ? error.sentence : "\(error.sentence) (\(error.detail))"
    self.init(
      kind, "cannot \(action)", why: why, hint: error.hint ?? "check the network and try again")
  }

  /// The reason alone, for a note that the command goes on without.
  var shortWhy: String { why ?? what }
}
