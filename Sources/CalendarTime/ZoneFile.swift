import Glibc

/// Reads small files whole.
enum ZoneFile {
  /// More than any file of the time zone database has.
  private static let largest = 4 << 20

  /// The bytes of a regular file; nil when there is none, or none that may be read.
  static func bytes(at path: String) -> [UInt8]? {
    // Without O_NONBLOCK a pipe in the place of a file would wait for ever.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= largest
    else { return nil }

    let size = Int(status.st_size)
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
        if got < 0 && errno == EINTR { continue }
        if got <= 0 {
          failed = got < 0
          break
        }
        count += got
      }
    }
    return failed ? nil : bytes
  }
}
