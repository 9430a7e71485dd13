import FoundationEssentials
import SQLite
import Testing

/// A folder of its own for each test, gone afterwards.
private final class Folder {
  let path = FileManager.default.temporaryDirectory.appending(path: "sqlite-\(UUID())").path
  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
}

private func kind(of body: () throws -> Void) -> SQLiteError.Kind? {
  do {
    try body()
    return nil
  } catch let error as SQLiteError { return error.kind } catch { return nil }
}

@Suite struct FailureTests {
  @Test func `a missing folder is told as not to be opened`() {
    #expect(
      kind { _ = try Database(.file(path: "/nonexistent/folder/a.sqlite", .create)) } == .cannotOpen
    )
  }

  @Test func `a missing file is only made when asked for`() throws {
    let folder = try Folder()
    let path = folder.path + "/a.sqlite"
    #expect(kind { _ = try Database(.file(path: path, .existing)) } == .cannotOpen)
    #expect(kind { _ = try Database(.file(path: path, .readOnly)) } == .cannotOpen)
    try Database(.file(path: path, .create)).execute("CREATE TABLE t(x)")
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [Database.Access.readOnly, .immutable])
  func `a file opened for reading takes no writes`(access: Database.Access) throws {
    let folder = try Folder()
    let path = folder.path + "/50%? #1.sqlite"
    try Database(.file(path: path, .create)).execute("CREATE TABLE t(x); INSERT INTO t VALUES (7)")
    let reader = try Database(.file(path: path, access))
    #expect(try reader.first("SELECT x FROM t") { (row) in row.int(0) } == 7)
    #expect(kind { try reader.run("INSERT INTO t VALUES (1)") } == .readOnly)
  }

  @Test func `a file that is no database is corrupt`() throws {
    let folder = try Folder()
    let path = folder.path + "/a.sqlite"
    let noise = Data(repeating: 0x41, count: 4096)
    try noise.write(to: URL(filePath: path))
    let database = try Database(.file(path: path, .existing))
    #expect(kind { try database.execute("SELECT * FROM sqlite_schema") } == .corrupt)
  }

  @Test func `a broken page is corrupt`() throws {
    let folder = try Folder()
    let path = folder.path + "/a.sqlite"
    try Database(.file(path: path, .create)).execute(
      "CREATE TABLE t(x); INSERT INTO t VALUES (zeroblob(9000))")
    var bytes = try Data(contentsOf: URL(filePath: path))
    for index in 4096..<8192 { bytes[index] = 0xFF }
    try bytes.write(to: URL(filePath: path))
    let database = try Database(.file(path: path, .existing))
    #expect(kind { try database.run("SELECT x FROM t") } == .corrupt)
  }

  @Test func `no room left is full and leaves the database usable`() throws {
    let database = try Database(.memory)
    try database.execute("PRAGMA page_size = 4096; CREATE TABLE t(x); PRAGMA max_page_count = 4")
    let failed = kind {
      _ = try database.transaction { () throws(SQLiteError) in
        try database.run("INSERT INTO t VALUES (zeroblob(100000))")
      }
    }
    #expect(failed == .full)
    try database.transaction { () throws(SQLiteError) in
      try database.run("INSERT INTO t VALUES (1)")
    }
    #expect(try database.first("SELECT count(*) FROM t") { (row) in row.int(0) } == 1)
  }

  @Test func `a lock held elsewhere is busy`() throws {
    let folder = try Folder()
    let path = folder.path + "/a.sqlite"
    let first = try Database(.file(path: path, .create))
    let second = try Database(.file(path: path, .create), busyTimeout: 0)
    try first.execute("CREATE TABLE t(x)")
    try first.transaction { () throws(SQLiteError) in
      #expect(kind { try second.run("INSERT INTO t VALUES (1)") } == .busy)
      #expect(kind { try second.transaction { () throws(SQLiteError) in } } == .busy)
    }
    try second.run("INSERT INTO t VALUES (1)")
  }

  @Test func `with a write-ahead log a reader goes on beside the writer`() throws {
    let folder = try Folder()
    let path = folder.path + "/a.sqlite"
    let writer = try Database(.file(path: path, .create))
    #expect(try writer.useWriteAheadLog())
    try writer.execute("CREATE TABLE t(x)")
    let reader = try Database(.file(path: path, .readOnly), busyTimeout: 0)
    try writer.transaction { () throws(SQLiteError) in
      try writer.run("INSERT INTO t VALUES (1)")
      #expect(kind { try reader.run("SELECT * FROM t") } == nil)
    }
    #expect(try reader.first("SELECT count(*) FROM t") { (row) in row.int(0) } == 1)
  }

  @Test func `broken rules of the schema are constraints`() throws {
    let database = try Database(.memory)
    try database.enforceForeignKeys()
    try database.execute(
      "CREATE TABLE p(id INTEGER PRIMARY KEY); CREATE TABLE c(p REFERENCES p(id), u UNIQUE)")
    #expect(kind { try database.run("INSERT INTO c VALUES (1, 1)") } == .constraint)
    try database.run("INSERT INTO c VALUES (NULL, 1)")
    #expect(kind { try database.run("INSERT INTO c VALUES (NULL, 1)") } == .constraint)
  }
}
