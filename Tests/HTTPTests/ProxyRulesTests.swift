import HTTP
import Testing

@Suite struct ProxyRulesTests {
  private func proxy(_ environment: [String: String], _ url: String) throws -> ProxyRules.Proxy? {
    ProxyRules(environment: environment).proxy(for: try #require(HTTPURL(url)))
  }

  @Test(arguments: [
    (["HTTPS_PROXY": "http://p:1"], "p:1"), (["https_proxy": "http://p:1"], "p:1"),
    (["ALL_PROXY": "http://p:1"], "p:1"), (["all_proxy": "socks5h://p:1"], "p:1"),
    (["HTTPS_PROXY": "p:1"], "p:1"), (["HTTPS_PROXY": "http://u:p%40ss@p:1/"], "p:1"),
    (["https_proxy": "a:1", "HTTPS_PROXY": "b:2", "ALL_PROXY": "c:3"], "a:1"),
    (["https_proxy": "", "ALL_PROXY": "c:3"], "c:3"),
    (["HTTP_PROXY": "p:1", "http_proxy": "p:1"], nil),
    ([:], nil),
  ])
  func `the variables of curl name the proxy`(environment: [String: String], authority: String?)
    throws
  {
    #expect(try proxy(environment, "https://graph.microsoft.com/")?.authority == authority)
  }

  @Test func `plain http stays within the machine`() throws {
    let environment = ["ALL_PROXY": "p:1", "http_proxy": "p:1"]
    #expect(try proxy(environment, "http://127.0.0.1:80/") == nil)
  }

  @Test(arguments: [
    ("graph.microsoft.com", true), (".microsoft.com,localhost", true), ("microsoft.com", true),
    ("*", true), ("other, *", true), ("localhost graph.microsoft.com", true),
    ("GRAPH.Microsoft.com", true), ("graph.microsoft.com:443", true), ("microsoft.com.", true),
    ("graph.microsoft.com:8443", false), ("soft.com", false), ("raph.microsoft.com", false),
    ("x.graph.microsoft.com", false), ("", false), ("*.microsoft.com", true), ("10.0.0.0/8", false),
  ])
  func `NO_PROXY is matched on the borders of names`(list: String, isDirect: Bool) throws {
    let environment = ["HTTPS_PROXY": "p:1", "NO_PROXY": list]
    #expect(try (proxy(environment, "https://graph.microsoft.com/") == nil) == isDirect)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.1.2.3", false),
    ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false),
    ("10.1.2.3", "10.1.2.3", true), ("0.0.0.0/0", "1.2.3.4", true),
    ("10.0.0.0/33", "10.0.0.1", false),
    ("::1", "[::1]", true), ("[::1]", "[::1]", true), ("fd00::/8", "[fd12::5]", true),
    ("fd00::/8", "[fe80::5]", false), ("fd00::/8", "10.0.0.1", false), ("::/0", "[::2]", true),
  ])
  func `NO_PROXY may name addresses and networks`(list: String, host: String, isDirect: Bool) throws
  {
    let environment = ["HTTPS_PROXY": "p:1", "no_proxy": list]
    #expect(try (proxy(environment, "https://\(host)/") == nil) == isDirect)
  }

  @Test func `the variables that count are named`() {
    let rules = ProxyRules(
      environment: [
        "https_proxy": "", "HTTPS_PROXY": "http://a", "ALL_PROXY": "http://b", "NO_PROXY": "c",
      ])
    #expect(rules.variable == "HTTPS_PROXY")
    #expect(rules.exceptionsVariable == "NO_PROXY")
    let none = ProxyRules(environment: ["HTTP_PROXY": "http://a", "no_proxy": ""])
    #expect(none.variable == nil)
    #expect(none.exceptionsVariable == nil)
  }
}
