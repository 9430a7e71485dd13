import FoundationEssentials
import SQLite
import Testing

@Suite struct DatabaseTests {
  @Test(arguments: [
    SQLiteValue.null, .integer(0), .integer(.max), .integer(.min), .real(0.1), .real(-1e300),
    .text(""), .text("Grüße 你好 👩🏽‍💻"), .text("a\u{0}b"), .blob([]), .blob([0, 255, 0]),
  ])
  func `a value comes back as it was bound`(value: SQLiteValue) throws {
    let database = try Database(.memory)
    let back = try database.first("SELECT ?", value) { (row) in row.value(0) }
    #expect(back == value)
  }

  @Test func `Swift values are bound by their type and nil as null`() throws {
    let database = try Database(.memory)
    let nothing: String? = nil
    let kinds = try database.rows(
      "SELECT typeof(?), typeof(?), typeof(?), typeof(?), typeof(?), typeof(?)",
      1, true, 1.5, "x", [UInt8(1)], nothing
    ) { (row) in (0..<row.columnCount).map { row.text($0) } }
    #expect(kinds == [["integer", "integer", "real", "text", "blob", "null"]])
  }

  @Test func `a missing value is an error and not a null`() throws {
    let database = try Database(.memory)
    #expect(throws: SQLiteError.self) { try database.run("SELECT ?, ?", 1) }
  }

  @Test(arguments: [
    ("'Müller'", "ü", true), ("'Müller'", "Müller", true), ("'Müller'", "Müllers", false),
    ("'Müller'", "", true), ("''", "x", false), ("NULL", "x", false), ("NULL", "", true),
    ("'a' || char(0) || 'b'", "b", true), ("1234", "23", true),
  ])
  func `bytes are found in a column`(_ column: String, _ part: String, _ isThere: Bool) throws {
    let found = try Database(.memory).first("SELECT \(column)") { (row) in
      row.text(0, contains: Array(part.utf8))
    }
    #expect(found == isThere)
  }

  @Test func `a second statement in the text is refused`() throws {
    let database = try Database(.memory)
    #expect(throws: SQLiteError.self) { try database.run("SELECT 1; SELECT 2") }
    #expect(throws: SQLiteError.self) { try database.run("  ") }
    try database.run("SELECT 1 ; ")
  }

  @Test func `the same text can be queried inside its own rows`() throws {
    let database = try Database(.memory)
    try database.execute("CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)")
    var pairs: [[Int]] = []
    try database.forEachRow("SELECT x FROM t") { (outer) throws(SQLiteError) in
      let left = outer.int(0)
      pairs += try database.rows("SELECT x FROM t") { (inner) in [left, inner.int(0)] }
      return true
    }
    #expect(pairs == [[1, 1], [1, 2], [2, 1], [2, 2]])
  }

  @Test func `a transaction that throws leaves nothing behind`() throws {
    struct Stop: Error, Equatable {}
    let database = try Database(.memory)
    try database.execute("CREATE TABLE t(x)")
    try database.transaction { () throws(SQLiteError) in
      try database.run("INSERT INTO t VALUES (1)")
      #expect(throws: Stop()) {
        try database.transaction(failure: { $0 as any Error }) {
          try database.run("INSERT INTO t VALUES (2)")
          throw Stop()
        }
      }
      try database.run("INSERT INTO t VALUES (3)")
    }
    #expect(try database.rows("SELECT x FROM t") { (row) in row.int(0) } == [1, 3])
  }

  @Test func `migrations run once and in order`() throws {
    let database = try Database(.memory)
    try database.migrate(["CREATE TABLE a(x)"])
    try database.migrate(["CREATE TABLE a(x)", "ALTER TABLE a ADD COLUMN y"])
    try database.migrate(["CREATE TABLE a(x)", "ALTER TABLE a ADD COLUMN y"])
    #expect(try database.userVersion() == 2)
    #expect(throws: SQLiteError.self) { try database.migrate(["CREATE TABLE a(x)"]) }
  }

  @Test func `a failed migration leaves the old version`() throws {
    let database = try Database(.memory)
    #expect(throws: SQLiteError.self) {
      try database.migrate(["CREATE TABLE a(x)", "CREATE TABLE a(x)"])
    }
    #expect(try database.userVersion() == 0)
    try database.execute("CREATE TABLE a(x)")
  }

  @Test func `counts of changed rows and the last row id`() throws {
    let database = try Database(.memory)
    try database.execute("CREATE TABLE t(x)")
    #expect(try database.run("INSERT INTO t VALUES (?), (?)", 1, 2) == 2)
    #expect(database.lastInsertedRow == 2)
    #expect(try database.run("DELETE FROM t") == 2)
  }
}
