import CJQ

/// One value that a filter gives.
package enum JQResult: Hashable, Sendable {
  /// A string, as it is.
  case text(String)
  /// Any other value as JSON in one line, keys sorted.
  case json(String)
}

/// A compiled filter of the jq language, run by libjq on one JSON value after another.
///
/// The whole language is there but for reading files: `import` and `include` are refused, and `inputs`
/// is empty. `env` and `$ENV` are what the caller says, not what the process has. A filter that never ends
/// never returns from `next()`, and can use all memory; nothing but the end of the process stops it.
@safe package final class JQFilter {
  private let library: JQLibrary
  private let filter: UnsafeMutablePointer<graphcal_jq_filter>

  /// Compiles a filter; one of blanks alone gives each value back.
  ///
  /// `environment` is a JSON object of texts, for `env` and `$ENV`.
  ///
  /// - Throws: `JQError`: without the library, and for what jq does not understand.
  package init(_ text: String, environment: [UInt8] = Array("{}".utf8)) throws(JQError) {
    guard !text.utf8.contains(0) else { throw .notUnderstood(["it has a NUL character"]) }
    let library = try JQLibrary.shared.get()
    guard let filter = unsafe graphcal_jq_make(library.table) else {
      throw .noLibrary("libjq does not start")
    }
    self.library = library
    unsafe self.filter = unsafe filter
    let isBlank = text.allSatisfy(\.isWhitespace)
    let program = Self.prefix + (isBlank ? "." : text)
    let variables =
      Array(#"{"graphcal_env":"#.utf8) + environment
      + Array(#","ARGS":{"named":{},"positional":[]}}"#.utf8)
    guard compile(program, variables) else {
      throw .notUnderstood(
        JQError.problems(errors, isOneLine: !text.contains("\n")))
    }
  }

  deinit { unsafe graphcal_jq_free(filter) }

  /// The library's file without its number.
  package static let libraryFile = "libjq.so"

  /// Opens the library, unless it is open already.
  ///
  /// - Throws: `JQError.noLibrary`.
  package static func openLibrary() throws(JQError) { _ = try JQLibrary.shared.get() }

  /// What stands before the filter, on its first line.
  ///
  /// It binds what the environment is, and a directive of modules cannot stand behind it.
  private static let prefix = "def env: $graphcal_env; $graphcal_env as $ENV | "

  /// Begins with a value; what was left of the one before is forgotten.
  ///
  /// - Throws: `JQError.valueTooLarge` for what jq does not read as one JSON value in UTF-8.
  package func begin(_ json: [UInt8]) throws(JQError) {
    guard let length = Int32(exactly: json.count) else { throw .valueTooLarge }
    let isRead = unsafe json.withUnsafeBytes { bytes in
      unsafe graphcal_jq_begin(
        filter, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length)
    }
    guard isRead != 0 else { throw .valueTooLarge }
  }

  /// What the filter gives next; nil when it is done with the value.
  ///
  /// `halt` ends it like the last value, and `isHalted` then says so.
  ///
  /// - Throws: `JQError.stopped` for an error that the filter does not catch, `halt_error` among them.
  package func next() throws(JQError) -> JQResult? {
    var text = unsafe jv()
    let kind = unsafe graphcal_jq_next(filter, &text)
    switch kind {
    case graphcal_jq_string: return .text(unsafe library.take(text))
    case graphcal_jq_json: return .json(unsafe library.take(text))
    case graphcal_jq_error:
      var message = unsafe library.take(text)
      while message.last?.isNewline == true { message.removeLast() }
      throw .stopped(message)
    default:
      unsafe library.table.pointee.jv_free(text)
      isHalted = kind == graphcal_jq_halt
      return nil
    }
  }

  /// Whether the filter has asked for no further values.
  package private(set) var isHalted = false

  /// What the filter gave to `debug` since the last call, as JSON texts.
  package func takeDebugged() -> [String] {
    defer { unsafe graphcal_jq_forget_debugged(filter) }
    return unsafe messages(filter.pointee.debugged)
  }

  private var errors: [String] { unsafe messages(filter.pointee.errors) }

  private func messages(_ kept: jv) -> [String] {
    var found: [String] = []
    var text = unsafe jv()
    while unsafe graphcal_jq_message(library.table, kept, Int32(found.count), &text) != 0 {
      unsafe found.append(library.take(text))
    }
    return found
  }

  private func compile(_ program: String, _ variables: [UInt8]) -> Bool {
    guard let length = Int32(exactly: variables.count) else { return false }
    return unsafe variables.withUnsafeBytes { bytes in
      unsafe graphcal_jq_compile(
        filter, program, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length) != 0
    }
  }
}
