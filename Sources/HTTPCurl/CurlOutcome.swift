import CCurl
import HTTP

/// How a transfer ended, in the words of `HTTP`.
struct CurlOutcome {
  private let transfer: CurlTransfer
  private let code: CURLcode
  private let detail: String
  private let status: Int
  /// The proxy's answer to CONNECT; 0 when there was none.
  private let connectStatus: Int
  private let version: String?

  /// Reads the facts from the handle, which may be used again afterwards.
  init(_ transfer: CurlTransfer, _ handle: EasyHandle, _ code: CURLcode) {
    self.transfer = transfer
    self.code = code
    detail = Self.clean(handle.words(for: code), proxy: transfer.proxy)
    status = handle.info(CURLINFO_RESPONSE_CODE)
    connectStatus = handle.info(CURLINFO_HTTP_CONNECTCODE)
    version = Self.versions[handle.info(CURLINFO_HTTP_VERSION)]
  }

  var answer: CurlTransfer.Answer {
    guard code == CURLE_OK else { return .failure(error) }
    guard transfer.headersEnded else {
      return .failure(failure(.connectionLost, detail: "the answer ended within its headers"))
    }
    guard status != 407 else { return .failure(wantsSignIn) }
    guard status >= 200 else {
      return .failure(failure(.other, detail: "the answer has no usable status"))
    }
    return .success(
      HTTPResponse(
        status: status, headers: transfer.headers, body: transfer.body, version: version))
  }

  private var error: TransportError {
    if transfer.wasRepeatRefused {
      return failure(
        .connectionLost, detail: "the connection broke before an answer came; not sent again")
    }
    if transfer.isTooLarge {
      return failure(.tooLarge, detail: "more than \(transfer.bodyLimit) bytes, or endless headers")
    }
    if transfer.isSilent {
      return failure(.timedOut, detail: "nothing came for \(transfer.longestSilence)")
    }
    if !transfer.isStarted || connectStatus >= 300 {
      if connectStatus == 407 { return wantsSignIn }
      if connectStatus >= 300 {
        return failure(
          .cannotConnect, detail: "\(proxyName) answered \(connectStatus) to CONNECT")
      }
    }
    return failure(reason, detail: detail)
  }

  /// Whether it broke off before the proxy had said anything.
  private var isAtProxy: Bool {
    transfer.proxy != nil && !transfer.isStarted && connectStatus == 0
  }

  private var reason: TransportError.Reason {
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .cannotReachProxy
    case CURLE_COULDNT_RESOLVE_HOST: return .cannotResolveHost
    case CURLE_COULDNT_CONNECT: return isAtProxy ? .cannotReachProxy : .cannotConnect
    case CURLE_OPERATION_TIMEDOUT: return .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ENGINE_NOTFOUND,
      CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
      return .tls
    case CURLE_SSL_CONNECT_ERROR:
      // The other side hung up during the handshake, which says nothing about certificates.
      let hungUp = detail.contains("SSL_ERROR_SYSCALL") || detail.contains("unexpected eof")
      return hungUp ? .connectionLost : .tls
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND, CURLE_AGAIN:
      return isAtProxy ? .cannotReachProxy : .connectionLost
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge
    case CURLE_ABORTED_BY_CALLBACK: return .cancelled
    default: return .other
    }
  }

  private var wantsSignIn: TransportError {
    TransportError(
      reason: .proxyWantsSignIn, host: transfer.proxy?.authority ?? transfer.url.authority,
      detail: "status 407", wasNotSent: true)
  }

  private var proxyName: String { "proxy \(transfer.proxy?.authority ?? "")" }

  private func failure(_ reason: TransportError.Reason, detail: String) -> TransportError {
    let isProxyToBlame = reason == .cannotReachProxy || reason == .timedOut && isAtProxy
    let proxy = isProxyToBlame ? transfer.proxy?.authority : nil
    return TransportError(
      reason: reason, host: proxy ?? transfer.url.authority, detail: detail,
      wasNotSent: !transfer.isStarted)
  }

  private static let versions: [Int: String] = [
    CURL_HTTP_VERSION_1_0: "HTTP/1.0", CURL_HTTP_VERSION_1_1: "HTTP/1.1",
    CURL_HTTP_VERSION_2_0: "HTTP/2", CURL_HTTP_VERSION_3: "HTTP/3",
  ].reduce(into: [:]) { $0[Int($1.key)] = $1.value }

  /// One line, without the address of the proxy, which may hold a password.
  private static func clean(_ words: String, proxy: ProxyRules.Proxy?) -> String {
    let line = words.split { $0.isNewline }.joined(separator: " ")
    guard let proxy, proxy.url != proxy.authority else { return line }
    return line.replacing(proxy.url, with: proxy.authority)
  }
}
