import Glibc

/// One of the process's own streams, written through to the kernel without a buffer.
///
/// The program ignores SIGPIPE at its start, so a closed pipe comes back as an error here.
package struct OutputStream: Sendable, Equatable {
  package let descriptor: Int32
  /// The name used in errors.
  package let name: String

  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  package static let standardOutput = OutputStream(descriptor: 1, name: "standard output")
  package static let standardError = OutputStream(descriptor: 2, name: "standard error")

  /// Writes all of `bytes`, also through short writes and signals.
  ///
  /// - Throws: `HostError`; `isClosedPipe` when the reader has gone, `isOutOfSpace` for a full disk,
  ///   `EBADF` for a stream that was closed before the program started.
  package func write(_ bytes: [UInt8]) throws(HostError) {
    try Descriptor.write(bytes, to: descriptor, named: name)
  }

  /// Writes `text` as UTF-8, whatever the locale.
  package func write(_ text: String) throws(HostError) { try write(Array(text.utf8)) }
}

/// The three streams that a program is started with.
package enum StandardStreams {
  /// Makes a closed pipe an error of the write instead of a signal that ends the process.
  package static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Makes the file size limit of the process an error of the write instead of a signal that ends it.
  package static func ignoreSizeLimitSignal() { signal(SIGXFSZ, SIG_IGN) }

  /// Keeps streams that came closed from being taken by the next file opened.
  ///
  /// Without this, a program started with `>&-` would print into its own database. The place is
  /// filled so that any use still fails with `EBADF`. Call it before anything opens a file.
  package static func occupyClosed() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      let wrongWay = descriptor == 0 ? O_WRONLY : O_RDONLY
      // The lowest free number is taken, which is this one.
      _ = unsafe open("/dev/null", wrongWay)
    }
  }
}
