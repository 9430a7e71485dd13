import HTTP
import Host
import SignIn
import TestSupport
import Testing

@Suite struct RegistrationTestTests {
  private func ask(_ answers: ScriptedTransport.Answer...) async throws -> (
    test: RegistrationTest, requests: [HTTPRequest]
  ) {
    let bed = try SignInTestBed()
    let transport = ScriptedTransport(answers: answers)
    let test = await (try bed.signIn(transport)).testRegistration()
    #expect(try Files.status(of: bed.cachePath) == nil)
    return (test, await transport.requests)
  }

  /// What the test came to, in a word.
  private func word(_ test: RegistrationTest) -> String {
    switch test {
    case .works: "works"
    case .blocked: "blocked"
    case .incomplete: "incomplete"
    case .wrong: "wrong"
    case .undecided: "undecided"
    }
  }

  @Test func `a device code is proof enough, and one request`() async throws {
    let (test, requests) = try await ask(
      .success(
        .json(
          #"{"device_code":"d","user_code":"U","verification_uri":"https://x.test","expires_in":900}"#
        )))
    #expect(test == .works)
    #expect(requests.count == 1)
    #expect(requests[0].url.hasSuffix("/oauth2/v2.0/devicecode"))
  }

  @Test(arguments: [
    ("unauthorized_client", 700_016, "wrong"), ("invalid_request", 90_002, "wrong"),
    ("invalid_request", 50_194, "wrong"), ("invalid_request", 50_059, "wrong"),
    ("invalid_request", 9_002_332, "wrong"), ("invalid_resource", 500_011, "wrong"),
    ("invalid_scope", 70_011, "wrong"), ("invalid_request", 900_439, "wrong"),
    ("invalid_client", 7_000_218, "incomplete"),
    ("invalid_grant", 53_003, "blocked"), ("invalid_grant", 530_035, "blocked"),
    ("access_denied", 90_094, "blocked"), ("invalid_grant", 65_001, "blocked"),
    ("invalid_request", 900_144, "undecided"), ("some_new_error", 1, "undecided"),
  ])
  func `every refusal says something about the registration`(
    error: String, number: Int, expected: String
  ) async throws {
    let (test, requests) = try await ask(
      .success(
        .json(
          #"{"error":"\#(error)","error_codes":[\#(number)],"error_description":"AADSTS\#(number): No."}"#,
          status: 400)))
    #expect(word(test) == expected)
    #expect(requests.count == 1)
  }

  @Test func `no answer, and somebody else's, decide nothing`() async throws {
    let lost = TransportError(
      reason: .cannotConnect, host: "login.test", detail: "refused", wasNotSent: true)
    #expect(word(try await ask(.failure(lost)).test) == "undecided")
    let page = HTTPResponse(status: 200, body: Array("<html>hotspot</html>".utf8))
    #expect(word(try await ask(.success(page)).test) == "undecided")
    #expect(word(try await ask(.success(.json("{}"))).test) == "undecided")
  }
}
