import Testing

@testable import JQ

/// Filters, run by the libjq of the machine.
@Suite struct JQFilterTests {
  private func results(
    _ filter: String, of json: String = "{}", environment: String = "{}"
  ) throws -> [JQResult] {
    let filter = try JQFilter(filter, environment: Array(environment.utf8))
    try filter.begin(Array(json.utf8))
    var found: [JQResult] = []
    while let result = try filter.next() { found.append(result) }
    return found
  }

  @Test(arguments: [
    (".a", #"{"a":"é\u0000ñ"}"#, [JQResult.text("é\u{0}ñ")]),
    (
      ".[]", #"["x",1,null,true,{"b":1,"a":[]}]"#,
      [
        .text("x"), .json("1"), .json("null"), .json("true"), .json(#"{"a":[],"b":1}"#),
      ]
    ),
    ("", "[1]", [.json("[1]")]), (" \n ", "[1]", [.json("[1]")]),
    ("empty", "1", []), ("def f: . + 1; f, f", "1", [.json("2"), .json("2")]),
    ("[.[] | select(. > 1)] | length", "[1,2,3]", [.json("2")]),
    (#"map("\(.)!") | @tsv"#, "[1,2]", [.text("1!\t2!")]),
    ("[inputs]", "1", [.json("[]")]), ("$__loc__.line", "1", [.json("1")]),
    ("# a remark\n.", "1", [.json("1")]), ("$ARGS.named", "1", [.json("{}")]),
    (#"test("^a+$")"#, #""aaa""#, [.json("true")]), ("label $f | 1, break $f", "0", [.json("1")]),
  ])
  func `the language is that of jq`(
    filter: String, json: String, expected: [JQResult]
  ) throws {
    #expect(try results(filter, of: json) == expected)
  }

  @Test func `a filter is compiled once and takes value after value`() throws {
    let filter = try JQFilter(".n, .n + 1")
    for number in 1...200 {
      try filter.begin(Array(#"{"n":\#(number)}"#.utf8))
      // The second result of each is left where it is.
      #expect(try filter.next() == .json(String(number)))
    }
    #expect(try filter.next() == .json("201"))
    #expect(try filter.next() == nil)
  }

  @Test func `the environment is what the caller says`() throws {
    let environment = #"{"A":"x"}"#
    #expect(
      try results("env, $ENV.A, env.HOME", environment: environment)
        == [.json(#"{"A":"x"}"#), .text("x"), .json("null")])
  }

  @Test(arguments: [
    (".[ $", "syntax error"), ("foo", "foo/0 is not defined"), (".a | if .b then", "if"),
    (#"import "a" as a; ."#, "import reads other files"),
    (#"include "/etc/hostname"; ."#, "include reads other files"), ("$x", "$x is not defined"),
    (".a\u{0}", "NUL"), ("{a: }", "syntax error"),
  ])
  func `what is not understood is said in words`(filter: String, words: String) throws {
    let error = try #require(throws: JQError.self) { _ = try JQFilter(filter) }
    guard case .notUnderstood(let problems) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!problems.isEmpty)
    let text = problems.joined(separator: "\n")
    #expect(text.contains(words), "\(text)")
    for word in ["jq:", "graphcal_env", "compile error", "<top-level>", "$end", "line 1"] {
      #expect(!text.contains(word), "\(text)")
    }
  }

  @Test func `of several lines the number is told`() throws {
    let error = try #require(throws: JQError.self) { _ = try JQFilter(".\n| foo") }
    #expect(error == .notUnderstood(["foo/0 is not defined, line 2"]))
  }

  @Test(arguments: [
    (#""a" | .b"#, "Cannot index string"), (#"error("so")"#, "so"), ("error({a: 1})", #"{"a":1}"#),
    (#""out\n" | halt_error"#, "out"), ("input", ""), ("1, error(\"x\")", "x"),
  ])
  func `an error that the filter does not catch stops it`(filter: String, words: String) throws {
    let error = try #require(throws: JQError.self) { _ = try results(filter) }
    guard case .stopped(let message) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(message.contains(words))
    #expect(message.last != "\n")
  }

  @Test func `halt ends it like the last value`() throws {
    let filter = try JQFilter(".[] | if . > 1 then halt else . end")
    try filter.begin(Array("[1,2,3]".utf8))
    #expect(try filter.next() == .json("1"))
    #expect(!filter.isHalted)
    #expect(try filter.next() == nil)
    #expect(filter.isHalted)
  }

  @Test func `a value goes on after an error of the one before`() throws {
    let filter = try JQFilter(".a.b")
    try filter.begin(Array(#"{"a":"text"}"#.utf8))
    #expect(throws: JQError.self) { try filter.next() }
    try filter.begin(Array(#"{"a":{"b":1}}"#.utf8))
    #expect(try filter.next() == .json("1"))
  }

  @Test func `debug is kept apart`() throws {
    let filter = try JQFilter("debug")
    try filter.begin(Array("[1]".utf8))
    #expect(try filter.next() == .json("[1]"))
    #expect(filter.takeDebugged().map { $0.contains("[1]") } == [true])
    #expect(filter.takeDebugged().isEmpty)
  }

  @Test func `what is no JSON is refused and harms nothing`() throws {
    let filter = try JQFilter(".")
    for text in ["", "{", "nope"] {
      #expect(throws: JQError.self) { try filter.begin(Array(text.utf8)) }
    }
    try filter.begin(Array("1".utf8))
    #expect(try filter.next() == .json("1"))
  }

  @Test func `a machine without the library says what the loader says`() throws {
    let opened = JQLibrary.open("libjq-that-is-not-there.so.1")
    guard case .failure(.noLibrary(let reason)) = opened else {
      Issue.record("opened")
      return
    }
    #expect(reason.contains("libjq-that-is-not-there"))
  }
}
