import Glibc
import Host
import TestSupport
import Testing

/// Files of foreign names and content, put down on this machine.
@Suite struct NewFileTests {
  @Test(arguments: [
    ("plan.pdf", "plan.pdf"), ("../../etc/passwd", "_.._etc_passwd"),
    ("/etc/passwd", "_etc_passwd"),
    ("..", "attachment"), ("", "attachment"), ("  . ", "attachment"), (".bashrc", "bashrc"),
    ("a\u{0}b\u{1b}[31m.txt", "ab[31m.txt"), ("line\nfeed\t.txt", "linefeed.txt"),
    ("gnp\u{202E}exe.scr", "gnpexe.scr"), ("\u{FEFF}bom.txt", "bom.txt"),
    ("C:\\Users\\x.doc", "C__Users_x.doc"), ("what?*<>|\".txt", "what______.txt"),
    ("CON", "_CON"), ("con.txt", "_con.txt"), ("Com1.log", "_Com1.log"), ("COM10.log", "COM10.log"),
    ("lpt\u{B9}", "_lpt\u{B9}"), ("nul.tar.gz", "_nul.tar.gz"), ("name. . .", "name"),
    ("Überblick 2026.pdf", "Überblick 2026.pdf"), ("会議.docx", "会議.docx"),
    ("👩‍👩‍👧‍👦.png", "👩‍👩‍👧‍👦.png"), ("v1.2 final", "v1.2 final"), ("a.b.c", "a.b.c"),
  ])
  func `a name can do no harm and stays what it was where it can`(sent: String, kept: String) {
    #expect(SafeFileName(sent).text() == kept)
  }

  @Test(arguments: ["x", "é", "会", "👩‍👩‍👧‍👦"])
  func `a long name is cut between characters and keeps its ending`(letter: String) {
    let name = SafeFileName(String(repeating: letter, count: 300) + ".pdf").text()
    #expect(name.utf8.count <= SafeFileName.longest)
    #expect(name.hasSuffix(".pdf"))
    #expect(name.dropLast(4).allSatisfy { String($0) == letter })
  }

  @Test func `nothing is ever replaced, not even a link that leads nowhere`() throws {
    let folder = try TemporaryFolder()
    let name = SafeFileName("plan.pdf")
    #expect(try NewFile.write([1], named: name, in: folder.path) == folder.path + "/plan.pdf")
    #expect(try NewFile.write([2], named: name, in: folder.path) == folder.path + "/plan (2).pdf")
    #expect(symlink("/nowhere/at/all", folder.at("plan (3).pdf")) == 0)
    #expect(try NewFile.write([4], named: name, in: folder.path) == folder.path + "/plan (4).pdf")
    #expect(try Files.read(folder.path + "/plan.pdf", limit: 9) == [1])
    #expect(try Files.read(folder.path + "/plan (2).pdf", limit: 9) == [2])
    // Nothing is left of the way there.
    #expect(
      try Files.names(in: folder.path).sorted()
        == ["plan (2).pdf", "plan (3).pdf", "plan (4).pdf", "plan.pdf"])
  }

  @Test func `a folder that is not there is an error and makes nothing`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: HostError.self) {
      try NewFile.write([1], named: SafeFileName("x"), in: folder.path + "/missing")
    }
    #expect(try Files.names(in: folder.path).isEmpty)
  }
}

/// A file under the very name that a person gave.
@Suite struct NamedFileTests {
  @Test func `a file is made, kept or replaced, and nothing is left beside it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a"
    try NewFile.write([1], to: path, replacing: false)
    #expect(throws: HostError("write", path, .system(EEXIST))) {
      try NewFile.write([2], to: path, replacing: false)
    }
    #expect(try Files.read(path, limit: 9) == [1])
    try Files.setMode(0o640, of: path)
    try NewFile.write([2], to: path, replacing: true)
    #expect(try Files.read(path, limit: 9) == [2])
    #expect(try Files.status(of: path)?.mode == 0o640)
    #expect(try Files.names(in: folder.path) == ["a"])
    #expect(throws: HostError.self) {
      try NewFile.write([3], to: folder.path + "/none/a", replacing: false)
    }
  }
}
