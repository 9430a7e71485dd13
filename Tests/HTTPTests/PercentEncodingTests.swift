import HTTP
import Testing

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("AAMk+/a=", "AAMk%2B%2Fa%3D"), ("100%", "100%25"), ("a b", "a%20b"), ("ü", "%C3%BC"),
    ("..", "%2E%2E"), ("-._~", "-._~"),
  ])
  func `an id is encoded once as one path segment`(text: String, encoded: String) {
    #expect(PercentEncoding.segment(text) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
  }
}
