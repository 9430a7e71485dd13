import Testing

import HTTP
import JSON
import SignIn

@Suite struct DeviceCodeFlowTests {
  typealias Outcome = DeviceCodeFlow.Outcome

  static func refused(_ word: String, _ number: Int? = nil, status: Int = 400) -> Outcome {
    let response = Sample.error(word, number, status: status)
    guard let json = try? JSON(parsing: response.body),
      let error = EntraError(json, status: status, phase: .poll)
    else { preconditionFailure("the sample is an error") }
    return .refused(error)
  }

  static let pending = refused("authorization_pending", 70016)
  static let slowDown = refused("slow_down")
  static let lost = Outcome.unreachable(retryAfter: nil)

  /// The waits before each poll, the polls themselves taking no time.
  private func waits(
    _ outcomes: [Outcome], interval: Int = 5, expiresIn: Int = 900
  ) -> (seconds: [Int], end: DeviceCodeFlow.Step, hints: [DeviceCodeFlow.Hint]) {
    var now = Duration.seconds(1000)
    var flow = DeviceCodeFlow(interval: interval, expiresIn: expiresIn, now: now)
    var seconds: [Int] = []
    var hints: [DeviceCodeFlow.Hint] = []
    var step = flow.start(now: now)
    for outcome in outcomes {
      guard case .wait(let wait) = step else { break }
      seconds.append(Int(wait.components.seconds))
      now += wait
      let next = flow.next(after: outcome, now: now)
      step = next.step
      if let hint = next.hint { hints.append(hint) }
    }
    return (seconds, step, hints)
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let outcomes: [Outcome]
    let seconds: [Int]

    init(_ name: String, _ outcomes: [Outcome], waits seconds: [Int]) {
      testDescription = name
      self.outcomes = outcomes
      self.seconds = seconds
    }
  }

  @Test(arguments: [
    Row("approved at once", [.granted], waits: [5]),
    Row("pending", [pending, pending, .granted], waits: [5, 5, 5]),
    Row(
      "slow down adds up and stays", [slowDown, slowDown, pending, .granted],
      waits: [5, 10, 15, 15]),
    Row("lost connections double", [lost, lost, lost, .granted], waits: [5, 10, 20, 40]),
    Row(
      "never longer than a minute", Array(repeating: lost, count: 6) + [.granted],
      waits: [5, 10, 20, 40, 60, 60, 60]),
    Row(
      "normal again after an answer", [lost, lost, pending, lost, .granted],
      waits: [5, 10, 20, 5, 10]),
    Row("Retry-After", [.unreachable(retryAfter: .seconds(17)), .granted], waits: [5, 17]),
    Row(
      "Retry-After below the interval", [.unreachable(retryAfter: .seconds(1)), .granted],
      waits: [5, 5]),
  ])
  func `waits between polls`(row: Row) {
    let result = waits(row.outcomes)
    #expect(result.seconds == row.seconds)
    #expect(result.end == .done)
  }

  @Test func `the code's end stops the polling after one last look`() {
    let result = waits(Array(repeating: Self.pending, count: 9), interval: 5, expiresIn: 12)
    #expect(result.seconds == [5, 5, 2])
    guard case .failed(let error) = result.end else {
      Issue.record("it goes on")
      return
    }
    #expect(error.kind == .signedOut)
    #expect(error.code == "expired_token")
  }

  @Test func `an approval at the last moment counts`() {
    let result = waits([Self.pending, Self.pending, .granted], interval: 5, expiresIn: 12)
    #expect(result.end == .done)
  }

  @Test func `hints come once each, about the browser after a minute`() {
    let pending = waits(Array(repeating: Self.pending, count: 30))
    #expect(pending.hints == [.lookAtBrowser])
    let early = waits(Array(repeating: Self.pending, count: 11))
    #expect(early.hints == [])
    #expect(waits([Self.lost, Self.lost, Self.pending, Self.lost]).hints == [.connectionTrouble])
  }
}
