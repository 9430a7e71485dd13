/// One request, read to its end.
package struct ServerRequest: Sendable {
  package var method: String
  /// Path and query as they were sent, with every percent-escape still in place.
  package var target: String
  package var headers: ServerFields
  package var body: [UInt8]

  package init(
    method: String, target: String, headers: ServerFields = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}

/// One answer, with the ways it can go wrong on its way to the client.
package struct ServerResponse: Sendable {
  package enum Delivery: Sendable, Equatable {
    case whole
    /// Half of the announced body is sent, then the connection ends.
    case truncated
    /// The connection ends without a status line.
    case none
  }

  package var status: Int
  /// Without `Date`, `Content-Length` and `Connection`, which the server adds.
  package var headers: ServerFields
  package var body: [UInt8]
  package var delivery: Delivery
  /// Waited before the first byte is sent; cut short when the server stops.
  package var delay: Duration

  package init(
    status: Int, headers: ServerFields = [:], body: [UInt8] = [], delivery: Delivery = .whole,
    delay: Duration = .zero
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delivery = delivery
    self.delay = delay
  }
}
