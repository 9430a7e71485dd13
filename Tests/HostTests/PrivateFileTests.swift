import FoundationEssentials
import Glibc
import Testing

import Host
import TestSupport

@Suite struct PrivateFileTests {
  let folder: TemporaryFolder
  let now = Date()

  init() throws { folder = try TemporaryFolder() }

  @Test func `a folder without a name cannot be made`() {
    #expect(throws: HostError.self) { try Files.createPrivateFolder("") }
    // It is there, and takes no folder.
    #expect(throws: HostError.self) { try Files.createPrivateFolder("/proc/graphcal/folder") }
  }

  @Test func `a new file is 0600 in a 0700 folder and holds what was written`() throws {
    let file = PrivateFile(path: folder.at("a/b/cache.json"))
    #expect(try file.read(limit: 100) == nil)
    #expect(try !file.write(Array("secret".utf8), now: now).tightened)
    #expect(try file.read(limit: 100) == Array("secret".utf8))
    #expect(try Files.status(of: file.path)?.mode == 0o600)
    #expect(try Files.status(of: folder.at("a"))?.mode == 0o700)
    #expect(try Files.status(of: folder.at("a/b"))?.mode == 0o700)
    #expect(try Files.names(in: folder.at("a/b")) == ["cache.json"])
  }

  @Test func `a file open to others is read, and closed to them by the next write`() throws {
    try folder.put("cache", "old", mode: 0o644)
    let file = PrivateFile(path: folder.at("cache"))
    #expect(try file.read(limit: 100) == Array("old".utf8))
    #expect(try file.write([1], now: now).tightened)
    #expect(try Files.status(of: file.path)?.mode == 0o600)
    #expect(try !file.write([2], now: now).tightened)
  }

  @Test func `a file size limit costs neither the old content nor the process`() throws {
    try folder.put("cache", "old")
    // Far above what any other test writes at the same time.
    var old = rlimit()
    getrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &old)
    signal(SIGXFSZ, SIG_IGN)
    var low = old
    low.rlim_cur = 24 << 20
    setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &low)
    defer { setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &old) }
    let large = [UInt8](repeating: 7, count: 25 << 20)
    let error = #expect(throws: HostError.self) {
      try PrivateFile(path: folder.at("cache")).write(large, now: now)
    }
    #expect(error?.description == "cannot write \(folder.at("cache")): file too large")
    #expect(error?.isOutOfSpace == true)
    #expect(try folder.text("cache") == "old")
    #expect(try folder.names() == ["cache"])
  }

  @Test func `a link to an own file is followed and stays a link`() throws {
    try Files.createPrivateFolder(folder.at("dotfiles"))
    try folder.put("dotfiles/real", "old")
    symlink(folder.at("dotfiles/real"), folder.at("cache"))
    let file = PrivateFile(path: folder.at("cache"))
    try file.write(Array("new".utf8), now: now)
    #expect(try Files.status(of: folder.at("cache"), followLink: false)?.kind == .link)
    #expect(try folder.text("dotfiles/real") == "new")
    #expect(try Files.names(in: folder.at("dotfiles")) == ["real"])
  }

  @Test func `a link that leads nowhere is refused and nothing is made at its end`() throws {
    symlink(folder.at("nowhere"), folder.at("cache"))
    let file = PrivateFile(path: folder.at("cache"))
    for attempt in [{ _ = try file.read(limit: 9) }, { try file.write([1], now: now) }] {
      let error = #expect(throws: HostError.self) { try attempt() }
      #expect(error?.reason == .danglingLink)
    }
    #expect(try folder.names() == ["cache"])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `files, folders and link targets of other users are refused`() throws {
    try Files.createPrivateFolder(folder.at("theirs"))
    try folder.put("theirs/file", "x")
    try folder.put("file", "x")
    chown(folder.at("theirs"), 12345, 12345)
    chown(folder.at("file"), 12345, 12345)
    symlink(folder.at("file"), folder.at("link"))
    for name in ["theirs/file", "theirs/new", "file", "link"] {
      let file = PrivateFile(path: folder.at(name))
      for attempt in [{ _ = try file.read(limit: 9) }, { try file.write([1], now: now) }] {
        let error = #expect(throws: HostError.self) { try attempt() }
        #expect(error?.reason == .ownedByOther(user: 12345), "\(name)")
      }
    }
    #expect(try folder.text("file") == "x")
  }

  @Test func `pipes, folders and devices are refused at once`() throws {
    mkfifo(folder.at("pipe"), 0o600)
    try Files.createPrivateFolder(folder.at("folder"))
    symlink("/dev/zero", folder.at("zero"))
    for name in ["pipe", "folder"] {
      let error = #expect(throws: HostError.self) {
        try PrivateFile(path: folder.at(name)).read(limit: 9)
      }
      #expect(error?.reason == .notARegularFile)
    }
    #expect(throws: HostError.self) { try PrivateFile(path: folder.at("zero")).read(limit: 9) }
  }

  @Test func `more than the limit is refused`() throws {
    try folder.put("cache", "0123456789")
    let file = PrivateFile(path: folder.at("cache"))
    #expect(try file.read(limit: 10)?.count == 10)
    let error = #expect(throws: HostError.self) { try file.read(limit: 9) }
    #expect(error?.reason == .tooLarge(limit: 9))
  }

  @Test func `a damaged file is kept under another name`() throws {
    try folder.put("cache", "{", mode: 0o644)
    let file = PrivateFile(path: folder.at("cache"))
    let moment = Date(timeIntervalSince1970: 1_800_000_000)
    #expect(try file.setAside(now: moment) == folder.at("cache.corrupt-20270115T080000Z"))
    try file.write(Array("good".utf8), now: now)
    #expect(try file.setAside(now: moment) == folder.at("cache.corrupt-20270115T080000Z-2"))
    #expect(try folder.text("cache.corrupt-20270115T080000Z") == "{")
    #expect(try Files.status(of: folder.at("cache.corrupt-20270115T080000Z"))?.mode == 0o600)
  }

  @Test func `a pipe in the place of the file is moved away`() throws {
    mkfifo(folder.at("cache"), 0o600)
    let file = PrivateFile(path: folder.at("cache"))
    _ = try file.setAside(now: now)
    try file.write([1], now: now)
    #expect(try file.read(limit: 9) == [1])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `a folder that may not be written to is named`() throws {
    try folder.put("cache", "old")
    chmod(folder.path, 0o500)
    let error = #expect(throws: HostError.self) {
      try PrivateFile(path: folder.at("cache")).write([1], now: now)
    }
    #expect(error?.isForbidden == true)
    #expect(try folder.text("cache") == "old")
  }
}
