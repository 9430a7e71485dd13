import CCurl
import HTTP

/// The libcurl of the machine, opened and initialised once, on first use.
///
/// Unchecked: the table is filled before anybody sees it and never changes.
@safe struct CurlLibrary: @unchecked Sendable {
  static let fileName = "libcurl.so.4"

  /// The opened library, or why it cannot be used.
  static let shared: Result<CurlLibrary, TransportError> = open(fileName)

  let table: UnsafePointer<graphcal_curl>

  /// Opens the library of this name; the process keeps it to its end.
  static func open(_ name: String) -> Result<CurlLibrary, TransportError> {
    let table = UnsafeMutablePointer<graphcal_curl>.allocate(capacity: 1)
    unsafe table.initialize(to: graphcal_curl())
    if let problem = unsafe graphcal_curl_open(name, table) {
      let reason = unsafe String(cString: problem)
      unsafe table.deallocate()
      return .failure(unusable("\(reason); install the Debian package libcurl4 (or libcurl4t64)"))
    }
    let code = unsafe table.pointee.global_init(Int(CURL_GLOBAL_DEFAULT))
    guard code == CURLE_OK else { return .failure(unusable("libcurl does not start: \(code)")) }
    return .success(unsafe CurlLibrary(table: UnsafePointer(table)))
  }

  private init(table: UnsafePointer<graphcal_curl>) { unsafe self.table = unsafe table }

  /// What libcurl calls itself and the libraries under it, such as `libcurl/7.88.1 OpenSSL/3.0.19 …`.
  var version: String { unsafe Self.text(UnsafePointer(table.pointee.version())) }

  /// The library's words for a status.
  func words(for code: CURLcode) -> String {
    unsafe Self.text(table.pointee.easy_strerror(code))
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    unsafe text.map { unsafe String(cString: $0) } ?? "unknown"
  }

  private static func unusable(_ detail: String) -> TransportError {
    TransportError(reason: .other, host: "", detail: detail, wasNotSent: true)
  }
}
