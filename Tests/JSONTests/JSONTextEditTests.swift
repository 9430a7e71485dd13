import JSON
import Testing

@Suite struct JSONTextEditTests {
  private static func text(_ edit: JSONTextEdit) -> String {
    String(decoding: edit.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", "{\n  \"a\": 1\n}\n"),
    ("// mine\n", "// mine\n{\n  \"a\": 1\n}\n"),
    ("{}", "{\n  \"a\": 1\n}"),
    ("{\n  // nothing yet\n}\n", "{\n  // nothing yet\n  \"a\": 1\n}\n"),
    ("{\"b\": 2}", "{\"b\": 2,\n  \"a\": 1}"),
    ("{\n    \"b\": 2 // two\n}\n", "{\n    \"b\": 2, // two\n    \"a\": 1\n}\n"),
    ("{\r\n\t\"b\": [1, \"}\"]\r\n}\r\n", "{\r\n\t\"b\": [1, \"}\"],\r\n\t\"a\": 1\r\n}\r\n"),
    ("{\n  \"a\": \"x\", # old\n  \"b\": 2\n}\n", "{\n  \"a\": 1, # old\n  \"b\": 2\n}\n"),
    ("{ \"a\": { \"c\": [] } /* long */ }", "{ \"a\": 1 /* long */ }"),
    ("\u{FEFF}{ \"a\": 0 }", "{ \"a\": 1 }"),
  ])
  func `one member is set and all else stays`(before: String, after: String) throws {
    var edit = JSONTextEdit(Array(before.utf8))
    edit.set(["a"], to: "1")
    #expect(Self.text(edit) == after)
    #expect(try JSONDocument(parsing: edit.bytes, options: [.comments]).root["a"] == 1)
  }

  @Test(arguments: [
    ("{}", "{\n  \"x\": { \"y\": \"z\" }\n}"),
    (
      "{\n  \"x\": {\n    \"w\": 1\n  }\n}",
      "{\n  \"x\": {\n    \"w\": 1,\n    \"y\": \"z\"\n  }\n}"
    ),
    ("{\n  \"x\": {}\n}", "{\n  \"x\": {\n    \"y\": \"z\"\n  }\n}"),
    ("{ \"x\": { \"y\": false } }", "{ \"x\": { \"y\": \"z\" } }"),
  ])
  func `a member within a member`(before: String, after: String) {
    var edit = JSONTextEdit(Array(before.utf8))
    edit.set(["x", "y"], to: "\"z\"")
    #expect(Self.text(edit) == after)
  }

  @Test(arguments: [
    ("{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{\n  \"b\": 2\n}\n"),
    ("{\n  \"b\": 2,\n  // of a\n  \"a\": 1\n}\n", "{\n  \"b\": 2\n  // of a\n}\n"),
    ("{ \"a\": 1 }", "{  }"),
    ("{ \"a\": 1, \"b\": 2 }", "{  \"b\": 2 }"),
    (
      "{\r\n  \"c\": 3,\r\n  \"a\": {\r\n  },\r\n  \"b\": 2\r\n}",
      "{\r\n  \"c\": 3,\r\n  \"b\": 2\r\n}"
    ),
  ])
  func `a member is taken out with its line`(before: String, after: String) throws {
    var edit = JSONTextEdit(Array(before.utf8))
    let isGone = edit.remove(["a"])
    #expect(isGone)
    #expect(Self.text(edit) == after)
    _ = try JSONDocument(parsing: edit.bytes, options: [.comments])
    let again = edit.bytes
    let isGoneAgain = edit.remove(["a"])
    #expect(!isGoneAgain && edit.bytes == again)
  }
}
