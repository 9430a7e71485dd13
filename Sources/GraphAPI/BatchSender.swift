package import HTTP
package import struct FoundationEssentials.Date
import JSON

/// Sends batches, and what of a batch has to go again, alone.
///
/// Each part of a batch has its own status and follows the rules of `RetryPolicy` for itself: a part
/// that was throttled goes again after the longest wait that any of them was given, with those that
/// depend on it; one whose outcome is open goes again where it is repeatable. A DELETE that finds nothing
/// after a try that may have been carried out has been done and comes out as 204.
/// Source: Microsoft Graph, "Combine multiple HTTP requests using JSON batching" and "Throttling guidance".
package struct BatchSender: Sendable {
  /// What became of one part: its answer, or why there is no good one.
  package typealias Outcome = Result<HTTPResponse, GraphError>

  private let client: GraphClient
  private let policy: RetryPolicy
  private let now: @Sendable () -> Date
  private let random: @Sendable () -> Double
  private let sleep: @Sendable (Duration) async throws -> Void
  private let notify: @Sendable (String) -> Void

  /// - Parameters:
  ///   - client: sends each batch, the whole of it again where it surely was not carried out.
  ///   - policy: the rules for the parts.
  ///   - now: the clock against which a date in `Retry-After` is read.
  ///   - random: numbers from 0 to 1 that spread the waits.
  ///   - sleep: waits; throws when the task is cancelled meanwhile.
  ///   - notify: told one line before a wait longer than 1 s.
  package init(
    client: GraphClient, policy: RetryPolicy, now: @escaping @Sendable () -> Date,
    random: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    notify: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.client = client
    self.policy = policy
    self.now = now
    self.random = random
    self.sleep = sleep
    self.notify = notify
  }

  /// A part that has no final outcome yet.
  private struct Part {
    var call: BatchCall
    var attempts = 0
    var waited = Duration.zero
    /// Whether an earlier try may have been carried out.
    var mayBeDone = false
  }

  /// What became of each of these, at most 20, by their names.
  ///
  /// A failure of the whole is that of each part.
  package func send(_ calls: [BatchCall]) async -> [String: Outcome] {
    var outcomes: [String: Outcome] = [:]
    var parts = calls.map { Part(call: $0) }
    var isRenewed = false
    while !parts.isEmpty {
      let round = await round(parts.map(\.call))
      var again: [Part] = []
      var challenges: [String]? = nil
      var wait = Duration.zero
      for var part in parts {
        let outcome = outcome(of: part, in: round)
        outcomes[part.call.id] = outcome
        if outcome.status == 424, !Set(part.call.dependsOn).isDisjoint(with: again.map(\.call.id)) {
          again.append(part)
          continue
        }
        if outcome.status == 401, !round.isWhole {
          if isRenewed {
            outcomes[part.call.id] = outcome.refused
          } else {
            challenges =
              (challenges ?? [])
              + (round.answers[part.call.id]?.headers.values(of: "WWW-Authenticate") ?? [])
            again.append(part)
          }
          continue
        }
        part.attempts += 1
        part.mayBeDone = part.mayBeDone || outcome.leavesOutcomeOpen
        if case .wait(let asked) = step(after: outcome, of: part, in: round) {
          again.append(part)
          wait = max(wait, asked)
        }
      }
      if let challenges {
        isRenewed = true
        do {
          try await client.renewToken(challenges: challenges)
        } catch {
          for part in again { outcomes[part.call.id] = .failure(error) }
          return outcomes
        }
      }
      if again.isEmpty { break }
      guard await pause(wait, before: again.count, of: parts.count) else {
        for part in again { outcomes[part.call.id] = .failure(Self.cancelled(part)) }
        break
      }
      let names = Set(again.map(\.call.id))
      parts = again.map { part in
        var part = part
        part.waited += wait
        part.call.dependsOn.removeAll { !names.contains($0) }
        return part
      }
    }
    return outcomes
  }

  // MARK: One round

  /// The answers to one batch.
  private struct Round {
    var answers: [String: HTTPResponse] = [:]
    /// The batch itself came to nothing, for this reason.
    var failure: GraphError?

    var isWhole: Bool { failure != nil }
  }

  private func round(_ calls: [BatchCall]) async -> Round {
    let answer: JSONObject
    do {
      answer = try await client.object(BatchRequests.batch(calls, in: client.mailbox))
    } catch {
      return Round(failure: error)
    }
    var round = Round()
    for response in answer["responses"]?.array ?? [] {
      guard let id = response["id"]?.string ?? response["id"]?.number?.text,
        let status = response["status"]?.int
      else { continue }
      var headers = HTTPFields()
      for (name, value) in response["headers"]?.object ?? [:] {
        if let text = value.string ?? value.number?.text { headers.append(name, text) }
      }
      let body = response["body"] ?? .null
      round.answers[id] = HTTPResponse(
        status: status, headers: headers, body: body.isNull ? [] : body.bytes(.wire))
    }
    return round
  }

  private func outcome(of part: Part, in round: Round) -> Outcome {
    if let failure = round.failure { return .failure(failure) }
    guard let answer = round.answers[part.call.id] else {
      return .failure(
        .notGraph(
          GraphError.NotGraph(
            status: 200, host: client.host,
            what: "a batch without an answer to one of its requests",
            requestID: nil)))
    }
    if (200..<300).contains(answer.status) { return .success(answer) }
    if part.mayBeDone, part.call.request.method == "DELETE", [404, 410].contains(answer.status) {
      return .success(HTTPResponse(status: 204))
    }
    return .failure(.server(ServerError(answer, host: client.host)))
  }

  /// What comes next for a part.
  ///
  /// A batch that was throttled, or never got away, has been tried often enough by the transport.
  private func step(after outcome: Outcome, of part: Part, in round: Round) -> RetryPolicy.Step {
    let tried: RetryPolicy.Outcome
    switch outcome {
    case .failure(.server(let error)):
      if round.isWhole, error.status == 429 { return .finish }
      let asked =
        round.answers[part.call.id]?.retryAfter(now: now())
        ?? error.retryAfter.map { .milliseconds(Int64($0 * 1000)) }
      tried = .answer(status: error.status, retryAfter: asked)
    case .failure(.transport(let error)) where !error.wasNotSent:
      tried = .failure(error.reason, wasNotSent: false)
    default: return .finish
    }
    return policy.step(
      after: tried, repeatability: part.call.request.repeatability, attempt: part.attempts,
      waited: part.waited, jitter: random())
  }

  // MARK: Between rounds

  /// Waits before the next round; false when that was cancelled.
  private func pause(_ wait: Duration, before count: Int, of total: Int) async -> Bool {
    guard wait > .zero else { return true }
    if wait > .seconds(1) {
      let seconds = Int((wait / .seconds(1)).rounded(.up))
      notify("\(client.host) put off \(count) of \(total) requests; trying again in \(seconds) s")
    }
    do {
      try await sleep(wait)
      return true
    } catch {
      return false
    }
  }

  private static func cancelled(_ part: Part) -> GraphError {
    .transport(
      TransportError(
        reason: .cancelled, host: "", detail: "cancelled while waiting to try again",
        wasNotSent: !part.mayBeDone))
  }
}

extension Result<HTTPResponse, GraphError> {
  /// The status of the answer; nil where there was none.
  fileprivate var status: Int? {
    switch self {
    case .success(let response): response.status
    case .failure(.server(let error)): error.status
    case .failure: nil
    }
  }

  /// The same for a token that was refused although it was fresh.
  fileprivate var refused: Self {
    guard case .failure(.server(let error)) = self else { return self }
    return .failure(.tokenRefused(error))
  }

  fileprivate var leavesOutcomeOpen: Bool {
    guard case .failure(let error) = self else { return false }
    return error.leavesOutcomeOpen
  }
}
