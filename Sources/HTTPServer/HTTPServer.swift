import CMicroHTTPD

/// An HTTP/1.1 server on 127.0.0.1 with one polling thread of libmicrohttpd; answers are made by
/// tasks, as many at once as there are requests.
package final class HTTPServer: Sendable {
  package typealias Handler = @Sendable (ServerRequest) async -> ServerResponse

  /// A certificate with its private key, both as PEM text.
  package struct Identity: Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// The port that is listened on, also where the system chose it.
  package let port: UInt16
  private let daemon: Daemon
  private let inbox: Inbox
  private let work: Task<Void, Never>

  /// Listens and answers from now on, until `stop`.
  ///
  /// - Parameters:
  ///   - port: 0 lets the system choose.
  ///   - identity: with one the server speaks TLS only.
  ///   - bodyLimit: bytes; a longer request body is answered with 413.
  ///   - handler: called for each request, concurrently.
  /// - Throws: `ServerError` when the port is taken or the certificate is of no use.
  package init(
    port: UInt16 = 0, identity: Identity? = nil, bodyLimit: Int = 64 << 20,
    handler: @escaping Handler
  ) throws(ServerError) {
    let (requests, inlet) = AsyncStream.makeStream(of: Exchange.self)
    inbox = Inbox(inlet: inlet, bodyLimit: bodyLimit)
    daemon = try Daemon(port: port, identity: identity, inbox: inbox)
    self.port = daemon.port
    work = Task {
      await withDiscardingTaskGroup { group in
        for await exchange in requests {
          let request = exchange.request
          group.addTask {
            let response = await handler(request)
            if response.delay > .zero { try? await Task.sleep(for: response.delay) }
            exchange.resume(with: response)
          }
        }
        group.cancelAll()
      }
    }
  }

  /// Takes no more requests, cancels and awaits the handlers that run, and closes all connections.
  ///
  /// A second call does nothing.
  package func stop() async {
    // In this order: the library must not be stopped while a connection is suspended.
    inbox.inlet.finish()
    await work.value
    await daemon.stop()
  }
}

/// What the polling thread needs to know of its server.
final class Inbox: Sendable {
  let inlet: AsyncStream<Exchange>.Continuation
  let bodyLimit: Int

  init(inlet: AsyncStream<Exchange>.Continuation, bodyLimit: Int) {
    self.inlet = inlet
    self.bodyLimit = bodyLimit
  }
}
