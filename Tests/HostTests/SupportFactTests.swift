import Testing

@testable import Host

/// What is told about the machine to whoever helps.
@Suite struct SupportFactTests {
  private static let maps = """
    55d0c0a00000-55d0c0a01000 r--p 00000000 fd:01 131 /usr/bin/graphcal
    7f10a0000000-7f10a0021000 rw-p 00000000 00:00 0 
    7f10a4000000-7f10a4010000 r--p 00000000 fd:01 132                        /opt/my libs/libjq.so.1.0.4
    7f10a5000000-7f10a5010000 r-xp 00001000 fd:01 133                        /usr/lib/libjqx.so.1
    7f10a6000000-7f10a6010000 r--p 00000000 fd:01 134                        /usr/lib/libical.so.3.0.16
    7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0                          [stack]
    """

  @Test(arguments: [
    ("libjq.so", "/opt/my libs/libjq.so.1.0.4"), ("libical.so", "/usr/lib/libical.so.3.0.16"),
    ("libjqx.so.1", "/usr/lib/libjqx.so.1"), ("libcurl.so", nil), ("[stack]", nil),
  ])
  func `a library is found by its name, whatever its number`(name: String, file: String?) {
    #expect(LoadedLibraries.file(named: name, in: Self.maps) == file)
  }

  @Test func `the C library of this process has a file`() {
    #expect(LoadedLibraries.file(named: "libc.so")?.hasPrefix("/") == true)
    #expect(LoadedLibraries.file(named: "libnothing.so") == nil)
  }

  @Test func `the platform names kernel and C library`() {
    let words = Platform.description.split(separator: " ")
    #expect(words.first == "Linux")
    #expect(words.count >= 5 && words.suffix(2).first == "glibc")
  }
}
