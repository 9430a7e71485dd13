import Crypto
import HTTPCurl
import Host
import ICalendarC
import JQ

/// The libraries that are not linked but opened when they are needed.
enum OpenedLibraries {
  /// Opens all of them and asks what they are; nil for one that cannot be opened.
  ///
  /// libical and libjq do not tell their versions to a program, but their files do.
  static func versions() -> [(name: String, version: String?)] {
    [
      ("libcurl", try? CurlTransport.libraryVersion()),
      ("libcrypto", try? CryptoLibrary.version()),
      (
        "libical",
        (try? ContentLineParser.openLibrary()).map { file(ContentLineParser.libraryFile) }
      ),
      ("libjq", (try? JQFilter.openLibrary()).map { file(JQFilter.libraryFile) }),
    ]
  }

  private static func file(_ name: String) -> String {
    LoadedLibraries.file(named: name) ?? "of unknown version"
  }
}
