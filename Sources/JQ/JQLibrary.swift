import CJQ

/// The libjq of the machine, opened once, on first use.
///
/// Unchecked: the table is filled before anybody sees it and never changes.
@safe struct JQLibrary: @unchecked Sendable {
  static let fileName = "libjq.so.1"

  /// The opened library, or why it cannot be used.
  static let shared: Result<JQLibrary, JQError> = open(fileName)

  let table: UnsafePointer<graphcal_jq>

  /// Opens the library of this name; the process keeps it to its end.
  static func open(_ name: String) -> Result<JQLibrary, JQError> {
    let table = UnsafeMutablePointer<graphcal_jq>.allocate(capacity: 1)
    unsafe table.initialize(to: graphcal_jq())
    if let problem = unsafe graphcal_jq_open(name, table) {
      let reason = unsafe String(cString: problem)
      unsafe table.deallocate()
      return .failure(.noLibrary(reason))
    }
    return .success(unsafe JQLibrary(table: UnsafePointer(table)))
  }

  private init(table: UnsafePointer<graphcal_jq>) { unsafe self.table = unsafe table }

  /// The bytes of a string of jq as text; frees it.
  func take(_ text: jv) -> String {
    defer { unsafe table.pointee.jv_free(text) }
    let length = unsafe table.pointee.jv_string_length_bytes(table.pointee.jv_copy(text))
    guard length > 0, let start = unsafe table.pointee.jv_string_value(text) else { return "" }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(length))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
}
