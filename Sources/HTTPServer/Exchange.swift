import CMicroHTTPD

/// One request on its way in and its answer on its way out.
///
/// Owned by the polling thread. While the connection is suspended only the task that answers may
/// touch it, and `resume` hands it back: the library takes one lock in suspending, in resuming and
/// before it calls the polling thread's callback again, so the two sides never meet.
@safe final class Exchange: @unchecked Sendable {
  enum State {
    /// The callback has not yet been called with headers.
    case fresh
    case reading
    /// The body is longer than allowed; what still comes is thrown away.
    case tooLarge
    case suspended
    case answered(ServerResponse)
  }

  let target: String
  private let connection: OpaquePointer
  var state = State.fresh
  var method = ""
  var headers = ServerFields()
  var body: [UInt8] = []

  init(target: String, connection: OpaquePointer) {
    self.target = target
    unsafe self.connection = connection
  }

  /// Reads method and header fields off the connection.
  func readHead(method: String) {
    self.method = method
    state = .reading
    let itself = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe MHD_get_connection_values(
      connection, .HEADER_KIND,
      { closure, _, name, value in
        guard let closure = unsafe closure, let name = unsafe name else { return .YES }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(closure).takeUnretainedValue()
        let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
        exchange.headers.append(unsafe String(cString: name), text)
        return .YES
      }, itself)
  }

  /// Adds a piece of the body, or notes that there is too much of it.
  func read(_ piece: UnsafeRawBufferPointer, limit: Int) {
    guard case .reading = state else { return }
    guard body.count + piece.count <= limit else {
      body = []
      state = .tooLarge
      return
    }
    unsafe body.append(contentsOf: piece)
  }

  var request: ServerRequest {
    ServerRequest(method: method, target: target, headers: headers, body: body)
  }

  /// Takes the connection out of the polling until `resume`.
  func suspend() {
    state = .suspended
    unsafe MHD_suspend_connection(connection)
  }

  /// Leaves `response` for the polling thread and wakes it.
  func resume(with response: ServerResponse) {
    state = .answered(response)
    unsafe MHD_resume_connection(connection)
  }

  /// Gives `response` to the library; `.NO` ends the connection without an answer.
  func send(_ response: ServerResponse) -> MHD_Result {
    guard response.delivery != .none, let status = UInt32(exactly: response.status) else {
      return .NO
    }
    guard let answer = unsafe makeAnswer(response) else { return .NO }
    defer { unsafe MHD_destroy_response(answer) }
    for field in response.headers.fields {
      _ = unsafe MHD_add_response_header(answer, field.name, field.value)
    }
    return unsafe MHD_queue_response(connection, status, answer)
  }

  private func makeAnswer(_ response: ServerResponse) -> OpaquePointer? {
    if response.delivery == .truncated, !response.body.isEmpty {
      let half = Array(response.body.prefix(response.body.count / 2))
      let source = unsafe Unmanaged.passRetained(TruncatedBody(half)).toOpaque()
      return unsafe MHD_create_response_from_callback(
        UInt64(response.body.count), 16 * 1024,
        { closure, offset, buffer, size in
          guard let closure = unsafe closure, let buffer = unsafe buffer else { return -2 }
          let source = unsafe Unmanaged<TruncatedBody>.fromOpaque(closure).takeUnretainedValue()
          return unsafe source.copy(
            from: offset, into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
        }, source,
        { closure in
          if let closure = unsafe closure {
            unsafe Unmanaged<TruncatedBody>.fromOpaque(closure).release()
          }
        })
    }
    return unsafe response.body.withUnsafeBytes { bytes in
      unsafe MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress),
        .RESPMEM_MUST_COPY)
    }
  }
}

/// The bytes that still go out of an answer that is to break off.
private final class TruncatedBody {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes copied, or MHD_CONTENT_READER_END_WITH_ERROR once there are no more.
  func copy(from offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let start = Int(exactly: offset), start < bytes.count else { return -2 }
    let count = min(buffer.count, bytes.count - start)
    unsafe buffer.copyBytes(from: bytes[start..<start + count])
    return count
  }
}
