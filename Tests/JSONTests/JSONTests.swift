import Testing

import JSON

@Suite struct JSONReadingTests {
  @Test func `order of keys and spelling of numbers survive`() throws {
    let text = #"{"b":1.00,"a":[-0,1e2,12345678901234567890],"c":"x/y"}"#
    #expect(try JSON(parsing: text).text(.wire) == text)
  }

  @Test(arguments: [
    ("{", 1, 2), ("[1,]", 1, 4), ("{\"a\":1,\n\"a\" 2}", 2, 5), ("[01]", 1, 2), ("\"\u{1}\"", 1, 2),
    ("[1] 2", 1, 5), ("nul", 1, 4), ("", 1, 1), ("[1.]", 1, 4), ("\"\\x\"", 1, 3),
    ("{'a':1}", 1, 2),
  ])
  func `errors name line and column`(text: String, line: Int, column: Int) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
    #expect([error?.line, error?.column] == [line, column])
  }

  @Test func `escapes, pairs and lone surrogates`() throws {
    let text = #""\u00e9\ud83d\ude00\ud83d\/\n\udc00x\ud83d\u0041""#
    #expect(try JSON(parsing: text).string == "é😀\u{FFFD}/\n\u{FFFD}x\u{FFFD}A")
  }

  @Test func `a byte-order mark is skipped, bytes that are not UTF-8 are refused`() throws {
    #expect(try JSON(parsing: [0xEF, 0xBB, 0xBF, 0x31]) == 1)
    let error = #expect(throws: JSONError.self) {
      try JSON(parsing: [0x22, 0x61, 0xC3, 0x28, 0x22])
    }
    #expect(error?.column == 3)
  }

  @Test func `depth is bounded`() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try JSON(parsing: text) }
  }

  @Test func `duplicate keys are reported and the last value stands`() throws {
    let document = try JSONDocument(parsing: Array("{\"a\":1,\n \"a\":2}".utf8))
    #expect(document.root["a"] == 2)
    #expect(document.duplicateKeys.map(\.key) == ["a"])
    #expect(document.duplicateKeys.map(\.at.line) == [2])
    let many = (0..<100).map { "\"k\($0)\":0" }.joined(separator: ",")
    let large = try JSONDocument(parsing: Array("{\(many),\"k7\":1,\"k70\":1}".utf8))
    #expect(large.duplicateKeys.map(\.key) == ["k7", "k70"])
  }

  @Test func `comments and key positions are for files that people write`() throws {
    let text = "// settings\n{ # one\n  \"a\": /* x */ {\"b\": 1}\n}"
    let document = try JSONDocument(parsing: Array(text.utf8), options: [.comments, .keyPositions])
    #expect(document.root == ["a": ["b": 1]])
    #expect(document.keyPositions[["a", "b"]] == .init(line: 3, column: 17))
    #expect(throws: JSONError.self) { try JSON(parsing: text) }
  }
}

@Suite struct JSONWritingTests {
  @Test func `compact output has sorted keys and nothing a terminal would obey`() {
    let value: JSON = ["b": "\u{1B}[31m\u{9B}\u{7F}\u{202E}/é", "a": [nil, true, 1.5], "A": [:]]
    #expect(
      value.text(.compact)
        == #"{"A":{},"a":[null,true,1.5],"b":"\u001b[31m\u009b\u007f\u202e/é"}"#)
  }

  @Test func `MSAL style is Python's json.dumps with indent 4`() {
    let value: JSON = ["b": "é😀/\u{7F}", "a": [], "c": [1]]
    #expect(
      value.text(.msal)
        == "{\n    \"b\": \"\\u00e9\\ud83d\\ude00/\u{7F}\",\n    \"a\": [],\n    \"c\": [\n        1\n    ]\n}"
    )
  }
}
