import CCurl
import HTTP

/// One libcurl easy handle, which its single owner frees.
///
/// Used on one thread at a time.
@safe final class EasyHandle {
  let raw: UnsafeMutableRawPointer
  private let library: CurlLibrary
  /// Where libcurl writes what went wrong; it must outlive every transfer.
  private let words: UnsafeMutablePointer<CChar>
  private var headerList: UnsafeMutablePointer<curl_slist>?

  init(library: CurlLibrary) throws(TransportError) {
    guard let raw = unsafe library.table.pointee.easy_init() else {
      throw TransportError(
        reason: .other, host: "", detail: "libcurl gives no handle: out of memory", wasNotSent: true
      )
    }
    unsafe self.raw = raw
    self.library = library
    unsafe words = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    unsafe library.table.pointee.easy_cleanup(raw)
    unsafe library.table.pointee.slist_free_all(headerList)
    unsafe words.deallocate()
  }

  /// Back to libcurl's defaults; connections live in the multi handle and stay open.
  func reset() {
    unsafe library.table.pointee.easy_reset(raw)
    unsafe library.table.pointee.slist_free_all(headerList)
    unsafe headerList = nil
    unsafe words[0] = 0
    _ = unsafe graphcal_curl_set_pointer(
      library.table, raw, Int32(bitPattern: CURLOPT_ERRORBUFFER.rawValue), words)
  }

  /// Sets a whole-number option.
  func set(_ option: CURLoption, to value: Int) throws(TransportError) {
    try check(
      unsafe graphcal_curl_set_long(library.table, raw, Self.number(option), value), option)
  }

  /// Sets an option that older libraries do not know; false when this one does not.
  func setIfKnown(_ option: Int, to value: Int) -> Bool {
    unsafe graphcal_curl_set_long(library.table, raw, Int32(option), value) == CURLE_OK
  }

  /// Sets a size option, one of the `_LARGE` kind.
  func setSize(_ option: CURLoption, to value: Int) throws(TransportError) {
    try check(
      unsafe graphcal_curl_set_offset(library.table, raw, Self.number(option), curl_off_t(value)),
      option)
  }

  /// Sets a text option; libcurl keeps its own copy.
  func set(_ option: CURLoption, to value: String) throws(TransportError) {
    let code = unsafe value.withCString {
      unsafe graphcal_curl_set_text(library.table, raw, Self.number(option), $0)
    }
    try check(code, option)
  }

  /// Sets the object that the callbacks get.
  func set(_ option: CURLoption, to object: AnyObject) throws(TransportError) {
    let pointer = unsafe Unmanaged.passUnretained(object).toOpaque()
    try check(
      unsafe graphcal_curl_set_pointer(library.table, raw, Self.number(option), pointer), option)
  }

  /// Sets one of the callbacks that move bytes.
  func set(_ option: CURLoption, to function: @escaping graphcal_curl_data) throws(TransportError) {
    try check(
      unsafe graphcal_curl_set_data_function(library.table, raw, Self.number(option), function),
      option)
  }

  /// Sets the callback that winds the request body back.
  func setSeek(_ function: @escaping graphcal_curl_seek) throws(TransportError) {
    try check(
      unsafe graphcal_curl_set_seek_function(library.table, raw, function), CURLOPT_SEEKFUNCTION)
  }

  /// Sets the callback that is told, a few times a second, how many bytes have come and gone.
  func setProgress(_ function: @escaping graphcal_curl_progress) throws(TransportError) {
    try check(
      unsafe graphcal_curl_set_progress_function(library.table, raw, function),
      CURLOPT_XFERINFOFUNCTION)
  }

  /// Sets the callback before each time the request goes out; false when the library has none.
  func setBeforeRequest(_ function: @escaping graphcal_curl_prereq, object: AnyObject) -> Bool {
    let pointer = unsafe Unmanaged.passUnretained(object).toOpaque()
    guard
      unsafe graphcal_curl_set_prereq_function(library.table, raw, function) == CURLE_OK
    else { return false }
    return unsafe graphcal_curl_set_pointer(
      library.table, raw, Int32(graphcal_curlopt_prereqdata), pointer) == CURLE_OK
  }

  /// Sets the header lines of the request.
  func setHeaders(_ lines: [String]) throws(TransportError) {
    for line in lines {
      guard let longer = unsafe library.table.pointee.slist_append(headerList, line) else {
        throw TransportError(
          reason: .other, host: "", detail: "libcurl takes no more headers: out of memory",
          wasNotSent: true)
      }
      unsafe headerList = longer
    }
    try check(
      unsafe graphcal_curl_set_pointer(
        library.table, raw, Self.number(CURLOPT_HTTPHEADER), headerList),
      CURLOPT_HTTPHEADER)
  }

  /// A whole-number fact about the last transfer; 0 when the library does not know it.
  func info(_ which: CURLINFO) -> Int { unsafe graphcal_curl_info(library.table, raw, which) }

  /// What went wrong in the last transfer, one line.
  func words(for code: CURLcode) -> String {
    let text = unsafe String(cString: words)
    return text.isEmpty ? library.words(for: code) : text
  }

  private static func number(_ option: CURLoption) -> Int32 {
    Int32(bitPattern: option.rawValue)
  }

  private func check(_ code: CURLcode, _ option: CURLoption) throws(TransportError) {
    guard code == CURLE_OK else {
      throw TransportError(
        reason: .other, host: "",
        detail: "libcurl refuses option \(option.rawValue): \(library.words(for: code))",
        wasNotSent: true)
    }
  }
}
