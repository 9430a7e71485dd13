import FoundationEssentials
import HTTP
import Host
import JSON

/// Sends requests to the identity platform and tells its answers from everybody else's.
struct IdentityEndpoint: Sendable {
  /// What came back.
  enum Answer: Sendable {
    /// 200 with a JSON object.
    case granted(JSON, clockOffset: Int?)
    /// An error of the identity platform.
    case refused(EntraError, retryAfter: Duration?, clockOffset: Int?)
    /// No answer at all, or a page of something in between.
    case unreachable(SignInError, retryAfter: Duration?)
  }

  let transport: any Transport
  let clock: Clock
  let randomness: Randomness
  /// The longest total of all waits of one request; `--max-wait`.
  var longestWait = Duration.seconds(60)

  /// The longest wait between two tries that a server may ask for.
  static let longestRetryAfter = Duration.seconds(30)

  /// One request, one answer.
  func post(
    _ url: String, _ parameters: QueryItems, phase: EntraError.Phase,
    mailbox: String? = nil
  ) async -> Answer {
    await attempt(url, parameters, phase: phase, mailbox: mailbox).answer
  }

  /// Up to three tries for what another try may mend: no answer, 408, 429, 5xx, a page of a proxy.
  func postWithRetries(
    _ url: String, _ parameters: QueryItems, phase: EntraError.Phase,
    mailbox: String? = nil
  ) async -> Answer {
    var pause = Duration.seconds(1)
    var waited = Duration.zero
    for _ in 1..<3 {
      let (answer, mayMend) = await attempt(url, parameters, phase: phase, mailbox: mailbox)
      let retryAfter: Duration?
      switch answer {
      case .granted: return answer
      case .refused(let error, let wanted, _):
        guard [Remedy.retry, .wait].contains(error.remedy), error.isOfTheMoment else {
          return answer
        }
        retryAfter = wanted
      case .unreachable(_, let wanted):
        guard mayMend else { return answer }
        retryAfter = wanted
      }
      if let retryAfter, retryAfter > Self.longestRetryAfter { return answer }
      let wait = retryAfter ?? pause * (0.5 + randomness.fraction())
      waited += wait
      guard waited <= longestWait else { return answer }
      do {
        try await clock.sleep(wait)
      } catch {
        return .unreachable(.interrupted, retryAfter: nil)
      }
      pause *= 2
    }
    return await post(url, parameters, phase: phase, mailbox: mailbox)
  }

  /// One request, one answer, and whether another try in a moment may bring a better one.
  private func attempt(
    _ url: String, _ parameters: QueryItems, phase: EntraError.Phase, mailbox: String?
  ) async -> (answer: Answer, mayMend: Bool) {
    var headers: HTTPFields = [
      "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json",
      "client-request-id": randomness.uuid(), "return-client-request-id": "true",
    ]
    // Leads the request to the data centre of the account.
    if let mailbox { headers["X-AnchorMailbox"] = mailbox }
    let request = HTTPRequest(
      method: "POST", url: url, headers: headers, body: Array(parameters.form.utf8),
      repeatability: .onlyWhenNotCarriedOut)
    do {
      return (read(try await transport.send(request), phase: phase), true)
    } catch {
      return (.unreachable(SignInError(error), retryAfter: nil), error.reason.passes)
    }
  }

  private func read(_ response: HTTPResponse, phase: EntraError.Phase) -> Answer {
    let now = clock.now()
    let retryAfter = response.retryAfter(now: now)
    let offset = ClockCheck.offset(response.headers, now: now)
    // Answers hold a few thousand bytes; more is somebody else's.
    let json = response.body.count <= 1 << 20 ? try? JSON(parsing: response.body) : nil
    if response.status == 200, let json, json.object != nil {
      return .granted(json, clockOffset: offset)
    }
    if response.status >= 400, let json,
      let error = EntraError(json, status: response.status, phase: phase)
    {
      return .refused(error, retryAfter: retryAfter, clockOffset: offset)
    }
    let what =
      switch response.status {
      case 300..<400: "an answer that leads elsewhere, which is not followed"
      case 429: "too many requests"
      case 500...: "the service or a proxy failed"
      default: "this is not the answer of an identity platform"
      }
    return .unreachable(
      .noIdentityPlatform("\(what) (status \(response.status))"), retryAfter: retryAfter)
  }
}

extension SignInError {
  /// Something else answered, such as a proxy or the sign-in page of a network.
  static func noIdentityPlatform(_ why: String) -> SignInError {
    SignInError(
      .temporary, "cannot reach the identity platform", why: why,
      hint: "a proxy or a sign-in page of the network may be in between; try again later",
      code: "network")
  }

  /// There was no answer.
  init(_ error: TransportError) {
    if error.reason == .cancelled {
      self = .interrupted
    } else {
      self.init(
        .temporary, error.sentence, why: PlainText.line(error.detail),
        hint: error.hint ?? "try again in a few minutes", code: "network")
    }
  }
}

extension TransportError.Reason {
  /// Whether it may be over in a moment; a certificate or a proxy's rules are not.
  fileprivate var passes: Bool {
    switch self {
    case .cannotResolveHost, .cannotConnect, .cannotReachProxy, .offline, .timedOut,
      .connectionLost:
      true
    case .proxyWantsSignIn, .tls, .tooLarge, .cancelled, .other: false
    }
  }
}

extension EntraError {
  /// Whether the status says that the same request may do better in a moment.
  var isOfTheMoment: Bool {
    status >= 500 || status == 429 || status == 408
      || ["temporarily_unavailable", "server_error"].contains(error)
  }
}
