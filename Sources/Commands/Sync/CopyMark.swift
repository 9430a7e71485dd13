import HTTP
import Host
import Store

/// Notes that something was written, so that whoever made an event sees it in the next list: a copy that
/// does not know of the last write is brought up to date first, however young it is.
enum CopyMark {
  private static let name = "lastWrite"

  /// The last write there was; nil for none that is known.
  static func last(in state: StateStore) async -> String? { await state.setting(name) }

  /// The same wire, on which each write is noted before it is sent.
  static func noting(
    _ transport: any Transport, in state: StateStore, randomness: Randomness
  ) -> any Transport {
    NotingTransport(base: transport) { await state.set(name, randomness.uuid()) }
  }

  private struct NotingTransport: Transport {
    var base: any Transport
    var note: @Sendable () async -> Void

    func prepare() { base.prepare() }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      if !["GET", "HEAD"].contains(request.method) { await note() }
      return try await base.send(request)
    }
  }
}
