package import HTTP

/// The network: sends requests through the libcurl of the machine.
///
/// Connections are kept open and used again, over HTTP/2 where the server offers it. No cookie is
/// kept, no redirect followed; TLS is verified always. The proxy and the trusted certificates come
/// from the environment. A 407 is an error whoever sends it, since only a proxy may.
package final class CurlTransport: Transport {
  package struct Configuration: Sendable {
    /// Where `https_proxy`, `no_proxy`, `SSL_CERT_FILE` and their kin are looked up.
    package var environment: [String: String]
    /// The longest time to reach a server, and the longest time without a byte after that.
    package var timeLimit: Duration
    /// The largest body of an answer, decompressed, in bytes.
    package var bodyLimit: Int
    /// Sent where the request names none.
    package var userAgent: String

    package init(
      environment: [String: String] = [:], timeLimit: Duration = .seconds(30),
      bodyLimit: Int = 256 << 20, userAgent: String = "graphcal"
    ) {
      self.environment = environment
      self.timeLimit = timeLimit
      self.bodyLimit = bodyLimit
      self.userAgent = userAgent
    }
  }

  private let configuration: Configuration
  private let proxies: ProxyRules
  private let loop: CurlLoop

  /// Costs nothing: libcurl is opened, and its thread started, by the first request.
  package init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    proxies = ProxyRules(environment: configuration.environment)
    loop = CurlLoop(settings: CurlSettings(configuration))
  }

  deinit { loop.stop() }

  /// What libcurl calls itself and the libraries under it; opens it.
  ///
  /// - Throws: `TransportError` naming the package to install when there is no libcurl.
  package static func libraryVersion() throws(TransportError) -> String {
    try CurlLibrary.shared.get().version
  }

  /// Starts the thread, which opens libcurl.
  package func prepare() { loop.prepare() }

  package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard let url = HTTPURL(request.url) else {
      throw TransportError(
        reason: .other, host: "", detail: "this is no usable http or https address",
        wasNotSent: true)
    }
    let transfer = CurlTransfer(
      request: request, url: url, proxy: proxies.proxy(for: url),
      bodyLimit: configuration.bodyLimit)
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transfer.resume(on: continuation)
        loop.submit(transfer)
      }
    } onCancel: {
      loop.cancel(transfer)
    }
    return try answer.get()
  }
}
