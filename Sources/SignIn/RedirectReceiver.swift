import HTTP
import Host

/// Waits on loopback for the browser that comes back from the sign-in page.
///
/// Whatever else knocks is answered and forgotten: other paths and hosts, wrong states, too much, too
/// slow. Source: RFC 8252 sections 7.3 and 8.3; RFC 9700 section 4.
actor RedirectReceiver {
  /// The port that `localhost` has to be asked at.
  nonisolated let port: UInt16
  private let listener: LoopbackListener
  private let clock: Clock
  /// The visit that brought the answer, until it is known how the sign-in ended.
  private var held: LoopbackVisit?
  private var isAnswered = false
  /// What a person has pasted of an address that came in pieces.
  private var pasted = ""

  /// Between two looks at the sockets; a person does not notice it.
  private static let pause = Duration.milliseconds(15)

  init(clock: Clock) throws(SignInError) {
    do {
      let listener = try LoopbackListener()
      port = listener.port
      self.listener = listener
    } catch {
      throw SignInError(
        .failed, "cannot wait for the browser on this machine", why: error.explanation,
        hint: "graphcal login --device-code", code: "no_listener")
    }
    self.clock = clock
  }

  /// What may come while nobody has come back yet.
  enum Event {
    case answer(RedirectAnswer)
    /// A line that the person pasted, and that is no answer to this attempt.
    case uselessLine(RedirectAnswer.Mismatch)
  }

  /// The next thing that happens, nil after `deadline`.
  ///
  /// `pastedLine` gives the next line that a person has entered, if there is one, and never waits. The
  /// error is that of a cancelled task.
  func next(
    state: Secret, until deadline: Duration, pastedLine: (@Sendable () -> String?)?
  ) async throws(SignInError) -> Event? {
    while true {
      if let answer = turn(state) { return .answer(answer) }
      if let line = pastedLine?(), line.contains(where: { !$0.isWhitespace }) {
        let whole = pasted + line
        pasted = ""
        if let answer = try? RedirectAnswer(pasted: line, state: state) { return .answer(answer) }
        do throws(RedirectAnswer.Mismatch) {
          return .answer(try RedirectAnswer(pasted: whole, state: state))
        } catch {
          // A terminal or a mail may have broken the address over lines.
          if error == .cutShort { pasted = whole }
          return .uselessLine(error)
        }
      }
      guard clock.uptime() < deadline else { return nil }
      do { try await Task.sleep(for: Self.pause) } catch { throw .interrupted }
    }
  }

  /// Shows in the browser how the sign-in ended.
  func finish(_ page: RedirectPage) {
    isAnswered = true
    held?.answer(page.bytes)
    held = nil
  }

  /// Answers whoever comes while the code is redeemed, until the task is cancelled.
  func attend() async {
    while !Task.isCancelled {
      _ = turn(nil)
      do { try await Task.sleep(for: Self.pause) } catch { break }
    }
  }

  /// Goes on answering reloads for half a second, then closes the port.
  func linger() async {
    for _ in 0..<30 {
      _ = turn(nil)
      do { try await Task.sleep(for: Self.pause) } catch { break }
    }
    listener.close()
  }

  func close() {
    held = nil
    listener.close()
  }

  /// Answers what has come; gives the answer of the sign-in page if it was among that.
  private func turn(_ state: Secret?) -> RedirectAnswer? {
    var found: RedirectAnswer?
    for visit in listener.turn(now: clock.uptime(), isWhole: RedirectRequest.isWhole) {
      let isDone = found != nil || isAnswered || held != nil
      switch Self.judge(visit, port: port, state: isDone ? nil : state) {
      case .page(let page): visit.answer(page.bytes)
      case .answer(let answer):
        found = answer
        held = visit
      }
    }
    return found
  }

  private enum Verdict {
    case page(RedirectPage)
    case answer(RedirectAnswer)
  }

  /// What to do with a visit; `state` is nil when no answer is waited for any more.
  private static func judge(_ visit: LoopbackVisit, port: UInt16, state: Secret?) -> Verdict {
    if visit.isTooLarge { return .page(.tooLarge) }
    guard let request = RedirectRequest(visit.bytes), ["GET", "POST"].contains(request.method)
    else { return .page(.malformed) }
    // Another name in `Host` is a page elsewhere that was led here (DNS rebinding).
    let hosts = ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)"]
    guard hosts.contains(request.host), request.path == "/" else { return .page(.notFound) }
    guard let state else { return .page(.alreadyDone) }
    do throws(RedirectAnswer.Mismatch) {
      return .answer(try RedirectAnswer(request.items, state: state))
    } catch {
      return .page(error == .wrongState ? .wrongState : .notFound)
    }
  }
}
