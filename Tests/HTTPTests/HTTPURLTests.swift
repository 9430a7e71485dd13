import HTTP
import Testing

@Suite struct HTTPURLTests {
  @Test(arguments: [
    (
      "https://graph.microsoft.com/v1.0/me?$top=1#x", "https://graph.microsoft.com",
      "/v1.0/me?$top=1"
    ),
    ("HTTPS://Graph.Microsoft.COM:443", "https://graph.microsoft.com", "/"),
    ("https://h.:8443/", "https://h:8443", "/"), ("http://[::1]:80/a", "http://[::1]", "/a"),
    ("http://127.0.0.1:5000?q", "http://127.0.0.1:5000", "/?q"), ("https://h:", "https://h", "/"),
  ])
  func `an address is taken apart`(text: String, origin: String, target: String) throws {
    let url = try #require(HTTPURL(text))
    #expect(url.origin == origin)
    #expect(url.target == target)
  }

  @Test(arguments: [
    "", "graph.microsoft.com", "ftp://h/", "https:/h", "https://", "https:///p", "https://u@h/",
    "https://u:p@h/", "https://h\\@evil/", "https://h /", "https://h/a b", "https://h/\u{7F}",
    "https://h/\n", "https://h:0/", "https://h:65536/", "https://h:+80/", "https://h:8a/",
    "https://h:1:2/", "https://[::1/", "https://[h]/", "https://[::1]x/", "https://h%2e/", "//h/",
  ])
  func `what could be read in two ways is refused`(text: String) {
    #expect(HTTPURL(text) == nil)
  }

  @Test(arguments: [
    ("https://graph.microsoft.com:443/x", true), ("https://GRAPH.microsoft.com./", true),
    ("http://graph.microsoft.com/", false), ("https://graph.microsoft.com:8443/", false),
    ("https://graph.microsoft.com.evil.example/", false), ("https://microsoft.com/", false),
  ])
  func `an origin is scheme, host and port`(text: String, isSame: Bool) throws {
    let root = try #require(HTTPURL("https://graph.microsoft.com/v1.0"))
    let other = try #require(HTTPURL(text))
    #expect(other.hasSameOrigin(as: root) == isSame)
  }

  @Test(arguments: [
    ("localhost", true), ("LOCALHOST:81", true), ("127.0.0.1", true), ("127.1.2.3:9", true),
    ("[::1]", true), ("127.0.0.1.example", false), ("127.example", false), ("127.0.0.256", false),
    ("128.0.0.1", false), ("localhost.example", false), ("[::2]", false), ("127.0.1", false),
  ])
  func `loopback is this machine and nothing that only looks like it`(
    host: String, isLoopback: Bool
  ) throws {
    #expect(try #require(HTTPURL("http://\(host)/")).isLoopback == isLoopback)
  }

  @Test func `path and query are handed out as written`() throws {
    let url = try #require(HTTPURL("https://h/a%2Fb/c?x=%20&y"))
    #expect(url.path == "/a%2Fb/c")
    #expect(url.query == "x=%20&y")
    #expect(HTTPURL("https://h/a")?.query == nil)
  }
}
