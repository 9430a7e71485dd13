import Glibc

/// The machine below the program, for support.
package enum Platform {
  /// Kernel, processor and C library: `Linux 6.1.0-13-amd64 x86_64, glibc 2.36`.
  package static var description: String {
    var names = utsname()
    var words: [String] = []
    if unsafe uname(&names) == 0 {
      words.append(text(names.sysname) + " " + text(names.release) + " " + text(names.machine))
    }
    var library = [CChar](repeating: 0, count: 64)
    if unsafe confstr(Int32(_CS_GNU_LIBC_VERSION), &library, library.count) > 0 {
      let bytes = library.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      words.append(String(decoding: bytes, as: UTF8.self))
    }
    return words.joined(separator: ", ")
  }

  /// The text of a field of `utsname`, which ends at its first zero.
  private static func text<Field>(_ field: Field) -> String {
    unsafe withUnsafeBytes(of: field) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
