import GraphAPI
import HTTP
import JSON
import TestSupport
import Testing

/// Files that go up in ranges, by what the service says it has.
@Suite struct UploadTests {
  private static let range = AttachmentRequests.range
  private static let size = 2 * range + 10

  @Test func `a range is a multiple of 320 KiB and fits into 4 MB`() {
    #expect(Self.range.isMultiple(of: 320 * 1024))
    #expect(Self.range <= 4_000_000 && Self.range + 320 * 1024 > 4_000_000)
    #expect(
      AttachmentRequests.fields(0..<Self.range, of: Self.size)["Content-Range"]
        == "bytes 0-3932159/7864330")
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var outcomes: [UploadProgress.Outcome]
    var last: UploadProgress.Step

    init(_ name: String, _ outcomes: [UploadProgress.Outcome], _ last: UploadProgress.Step) {
      testDescription = name
      self.outcomes = outcomes
      self.last = last
    }
  }

  @Test(arguments: [
    Row("the first range", [], .send(0..<range)),
    Row("goes on where the service says", [.has(range)], .send(range..<2 * range)),
    Row("goes on where it ended when nothing is said", [.has(nil)], .send(range..<2 * range)),
    Row("a part of a range came", [.has(100)], .send(100..<range + 100)),
    Row("the rest is shorter", [.has(range), .has(2 * range)], .send(2 * range..<size)),
    Row("attached", [.has(range), .has(2 * range), .attached], .done),
    Row("a lost answer is asked about", [.has(range), .open], .ask),
    Row("the range had come", [.has(range), .open, .has(2 * range)], .send(2 * range..<size)),
    Row("the range had not come", [.has(range), .open, .has(range)], .send(range..<2 * range)),
    Row("everything had come", [.has(2 * range), .open, .has(size)], .look),
    Row("the session is over", [.has(2 * range), .open, .gone], .look),
    Row("nonsense is asked about", [.has(range), .has(size + 1)], .ask),
    Row("going back is asked about", [.has(2 * range), .has(range)], .ask),
    Row("patience ends", [.open, .open, .open, .open, .open, .open], .giveUp),
    Row(
      "patience ends also where the service takes nothing",
      [.has(0), .has(0), .has(0), .has(0), .has(0), .has(0)], .giveUp),
    Row(
      "a byte gives patience back",
      [.open, .open, .open, .open, .open, .has(range), .open], .ask),
  ])
  func `the next step of an upload`(row: Row) {
    var progress = UploadProgress(size: Self.size)
    var step = progress.start()
    for outcome in row.outcomes { step = progress.step(after: outcome) }
    #expect(step == row.last)
  }

  @Test(arguments: [
    ("https://outlook.office.com/api/v2.0/Users('x')/AttachmentSessions('y')?authtoken=z", true),
    ("https://outlook.office365.com/api", true), ("https://outlook.live.com/x", false),
    ("https://graph.microsoft.com/v1.0/x", true), ("http://outlook.office.com/x", false),
    ("https://outlook.office.com:8443/x", false), ("https://notoffice.com/x", false),
    ("https://outlook.office.com.evil.example/x", false),
    ("https://me@outlook.office.com/x", false),
    ("http://127.0.0.1:9/x", false), ("file:///etc/passwd", false), ("", false),
  ])
  func `a file goes to Outlook only`(url: String, isTaken: Bool) {
    let address = UploadAddress(url, root: "https://graph.microsoft.com/v1.0")
    #expect((address?.url == url) == isTaken)
  }

  @Test func `on this machine the same origin is meant and no other`() {
    let root = "http://127.0.0.1:8080/v1.0"
    #expect(UploadAddress("http://127.0.0.1:8080/api/v2.0/x", root: root) != nil)
    #expect(UploadAddress("http://127.0.0.1:8081/api/v2.0/x", root: root) == nil)
    #expect(UploadAddress("https://outlook.office.com/x", root: root) == nil)
  }

  @Test(arguments: [
    (#"["teamsForBusiness"]"#, "teamsForBusiness", Optional("teamsForBusiness")),
    (#"["skypeForBusiness","teamsForBusiness"]"#, "TeamsForBusiness", "teamsForBusiness"),
    (#"["skypeForConsumer"]"#, "unknown", "skypeForConsumer"), ("[]", "unknown", nil),
    (#"["unknown"]"#, "unknown", nil), ("null", "teamsForBusiness", nil),
  ])
  func `the provider of online meetings`(
    allowed: String, usual: String, provider: String?
  ) throws {
    let calendar = try JSON(
      parsing: Array(
        #"{"allowedOnlineMeetingProviders":\#(allowed),"defaultOnlineMeetingProvider":"\#(usual)"}"#
          .utf8))
    #expect(OnlineMeetings.provider(of: try #require(calendar.object)) == provider)
  }
}
