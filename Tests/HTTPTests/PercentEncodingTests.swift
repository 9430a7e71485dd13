import HTTP
import Testing

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("AAMk+/a=", "AAMk%2B%2Fa%3D"), ("100%", "100%25"), ("%2B", "%252B"), ("a b", "a%20b"),
    ("ü€😀", "%C3%BC%E2%82%AC%F0%9F%98%80"), (".", "%2E"), ("..", "%2E%2E"), ("...", "..."),
    ("a-._~Z9", "a-._~Z9"), ("", ""), ("a?b#c", "a%3Fb%23c"), ("it's", "it%27s"), ("\n", "%0A"),
  ])
  func `an id is encoded once as one path segment`(text: String, encoded: String) {
    #expect(PercentEncoding.segment(text) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
  }

  @Test(arguments: [
    ("$select", "$select"), ("start/dateTime", "start/dateTime"), ("a,b", "a,b"),
    ("subject eq 'O''Neil & Söhne'", "subject%20eq%20%27O%27%27Neil%20%26%20S%C3%B6hne%27"),
    ("2026-01-01T00:00:00+01:00", "2026-01-01T00:00:00%2B01:00"), ("a=b", "a%3Db"),
  ])
  func `a query value stays readable and means the same`(text: String, encoded: String) {
    #expect(PercentEncoding.query(text) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
  }

  @Test(arguments: [
    ("100%", "100%"), ("%zz", "%zz"), ("%4", "%4"), ("%41%6a", "Aj"), ("a+b", "a+b"),
  ])
  func `what is no encoding stays as it is`(encoded: String, text: String) {
    #expect(PercentEncoding.decode(encoded) == text)
  }

  @Test func `a form encodes a blank as %20 and a plus as itself`() {
    let form: QueryItems = ["scope": "User.Read openid", "code": "a+b/c=", "empty": ""]
    #expect(form.form == "scope=User.Read%20openid&code=a%2Bb%2Fc%3D&empty=")
    #expect(QueryItems(parsing: form.form) == form)
    #expect(QueryItems(parsing: "a=b+c&d")["a"] == "b c")
    #expect(QueryItems(parsing: "a=b+c&d", plusIsBlank: false)["a"] == "b+c")
    #expect(QueryItems(parsing: "a=b+c&d")["d"] == "")
  }

  @Test(arguments: [
    ("https://h/p", "https://h/p?$top=1"), ("https://h/p?a=b", "https://h/p?a=b&$top=1"),
    ("https://h/p?", "https://h/p?$top=1"),
  ])
  func `items are added to the query that is there`(url: String, result: String) {
    let items: QueryItems = ["$top": "1"]
    #expect(items.appended(to: url) == result)
    #expect(QueryItems().appended(to: url) == url)
  }

  @Test func `setting an item replaces it where it stands`() {
    var items: QueryItems = ["a": "1", "b": "2", "a": "3"]
    items["a"] = "4"
    items["b"] = nil
    items["c"] = "5"
    items.append("c", "6")
    #expect(items.query == "a=4&c=5&c=6")
  }
}
