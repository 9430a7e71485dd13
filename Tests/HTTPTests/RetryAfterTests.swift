import FoundationEssentials
import HTTP
import Testing

@Suite struct RetryAfterTests {
  /// The moment of the examples in RFC 9110: Sun, 06 Nov 1994 08:49:37 GMT.
  static let sunday = Date(timeIntervalSince1970: 784_111_777)

  @Test(arguments: [
    ("2", Duration.seconds(2)), (" 2 ", .seconds(2)), ("0", .zero), ("0.249", .milliseconds(249)),
    ("1.0001", .milliseconds(1001)), ("86400", .seconds(86400)), ("007", .seconds(7)),
    ("-1", nil), ("soon", nil), ("", nil), ("1e3", nil), ("+1", nil), ("1.", nil), (".5", nil),
    ("2 s", nil), ("1,5", nil), ("٣", nil), ("inf", nil), ("0x10", nil),
    ("99999999999999999999", .seconds(32_000_000_000)),
    ("Sun, 06 Nov 1994 08:49:40 GMT", .seconds(3)),
    ("Sunday, 06-Nov-94 08:49:40 GMT", .seconds(3)), ("Sun Nov  6 08:49:40 1994", .seconds(3)),
    ("Sun, 06 Nov 1994 08:49:30 GMT", .zero), ("Sun, 06 Nov 1994 08:49:40 CET", nil),
    ("Sun, 06 Foo 1994 08:49:40 GMT", nil), ("Sun, 06 Nov 1994 25:49:40 GMT", nil),
    ("Sun, 06 Nov 1994 08:49 GMT", nil), ("06 Nov 1994", nil),
  ])
  func `every kind of Retry-After`(text: String, wait: Duration?) {
    #expect(RetryAfter.parse(text, now: Self.sunday) == wait)
  }

  @Test(arguments: [
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777.0),
    ("Saturday, 01-Jan-77 00:00:00 GMT", 220_924_800),
    ("Tuesday, 01-Jan-75 00:00:00 GMT", 3_313_526_400),
    ("Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800),
    ("Tuesday, 31-Dec-69 23:59:59 GMT", 3_155_759_999),
  ])
  func `a two-digit year is never more than fifty years ahead`(text: String, seconds: Double) {
    let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
    #expect(HTTPDate.parse(text, now: now)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800.0),
    ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
  ])
  func `dates are counted across leap days and leap seconds`(text: String, seconds: Double) {
    #expect(HTTPDate.parse(text, now: Self.sunday)?.timeIntervalSince1970 == seconds)
  }

  @Test func `the header is found whatever its letter case`() {
    let response = HTTPResponse(status: 429, headers: ["retry-AFTER": "2", "Request-Id": "r"])
    #expect(response.retryAfter(now: Self.sunday) == .seconds(2))
    #expect(response.requestID == "r")
    #expect(HTTPResponse(status: 429).retryAfter(now: Self.sunday) == nil)
  }
}
