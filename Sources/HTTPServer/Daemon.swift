import CMicroHTTPD

/// The running library: its handle, and the callbacks of its polling thread.
@safe actor Daemon {
  nonisolated let port: UInt16
  private var handle: OpaquePointer?
  private let closure: UnsafeMutableRawPointer

  init(port: UInt16, identity: HTTPServer.Identity?, inbox: Inbox) throws(ServerError) {
    let closure = unsafe Unmanaged.passRetained(inbox).toOpaque()
    var error: Int32 = 0
    unsafe self.closure = closure
    let handle = unsafe graphcal_mhd_start(
      port, identity?.certificate, identity?.key,
      { closure, _, _, method, _, piece, size, exchange in
        unsafe Daemon.access(closure, method, piece, size, exchange)
      },
      { _, target, connection in
        guard let target = unsafe target, let connection = unsafe connection else { return nil }
        let exchange = unsafe Exchange(target: String(cString: target), connection: connection)
        return unsafe Unmanaged.passRetained(exchange).toOpaque()
      },
      { _, _, exchange, _ in
        guard let held = unsafe exchange?.pointee else { return }
        unsafe Unmanaged<Exchange>.fromOpaque(held).release()
        unsafe exchange?.pointee = nil
      }, closure, &error)
    guard let handle = unsafe handle else {
      unsafe Unmanaged<Inbox>.fromOpaque(closure).release()
      throw identity == nil || error == EADDRINUSE || error == EACCES
        ? .cannotListen(port: port, reason: unsafe String(cString: strerror(error)))
        : .certificateRefused
    }
    unsafe self.handle = handle
    self.port = unsafe graphcal_mhd_port(handle)
  }

  /// Ends the polling thread and closes every connection; none may be suspended.
  func stop() {
    guard let handle = unsafe handle else { return }
    unsafe self.handle = nil
    unsafe MHD_stop_daemon(handle)
    unsafe Unmanaged<Inbox>.fromOpaque(closure).release()
  }

  /// Called once for the head of a request, once for each piece of its body, once at its end, and
  /// again after the exchange was resumed with its answer.
  private static func access(
    _ closure: UnsafeMutableRawPointer?, _ method: UnsafePointer<CChar>?,
    _ piece: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> MHD_Result {
    guard let closure = unsafe closure, let held = unsafe context?.pointee,
      let method = unsafe method, let size = unsafe size
    else { return .NO }
    let inbox = unsafe Unmanaged<Inbox>.fromOpaque(closure).takeUnretainedValue()
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
    switch exchange.state {
    case .fresh:
      unsafe exchange.readHead(method: String(cString: method))
      return .YES
    case .reading, .tooLarge:
      if unsafe size.pointee > 0 {
        let bytes = unsafe UnsafeRawBufferPointer(start: piece, count: size.pointee)
        unsafe exchange.read(bytes, limit: inbox.bodyLimit)
        unsafe size.pointee = 0
        return .YES
      }
      if case .tooLarge = exchange.state {
        return exchange.send(ServerResponse(status: 413, headers: ["Connection": "close"]))
      }
      exchange.suspend()
      if case .enqueued = inbox.inlet.yield(exchange) { return .YES }
      exchange.resume(with: ServerResponse(status: 503, delivery: .none))
      return .YES
    case .suspended:
      return .YES
    case .answered(let response):
      return exchange.send(response)
    }
  }
}
