import FoundationEssentials
import Testing

import Host
import TestSupport

/// Large files that are read in stretches.
@Suite struct FileSliceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a stretch is exactly the bytes asked for`() throws {
    try folder.put("file", "0123456789")
    let path = folder.at("file")
    let status = try #require(try Files.status(of: path))
    #expect(try Files.read(path, 0..<10, of: status) == Array("0123456789".utf8))
    #expect(try Files.read(path, 3..<5, of: status) == Array("34".utf8))
    #expect(try Files.read(path, 10..<10, of: status).isEmpty)
    let past = try #require(throws: HostError.self) {
      _ = try Files.read(path, 8..<11, of: status)
    }
    #expect(past.reason == .changed)
  }

  @Test func `a file that is not the one it was is told`() throws {
    try folder.put("file", "0123456789")
    let path = folder.at("file")
    let status = try #require(try Files.status(of: path))
    folder.setModified("file", Date(timeIntervalSince1970: 1_000_000))
    #expect(throws: HostError("read", path, .changed)) {
      _ = try Files.read(path, 0..<4, of: status)
    }
    try folder.put("file", "012345678")
    #expect(throws: HostError("read", path, .changed)) {
      _ = try Files.read(path, 0..<4, of: status)
    }
    try Files.remove(path)
    let gone = try #require(throws: HostError.self) { _ = try Files.read(path, 0..<4, of: status) }
    #expect(gone.isMissing)
    try Files.createPrivateFolder(path)
    let other = try #require(try Files.status(of: path))
    #expect(throws: HostError("read", path, .notARegularFile)) {
      _ = try Files.read(path, 0..<0, of: other)
    }
  }
}
