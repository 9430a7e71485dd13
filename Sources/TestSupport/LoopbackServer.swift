import Glibc
import Host

/// A server on 127.0.0.1 that speaks raw bytes: whatever a test wants a server to do wrong.
///
/// Every connection is served by a thread of its own, so that scripts may block. The port is picked
/// by the system. It stops when the last reference goes, and ends every connection.
package final class LoopbackServer: Sendable {
  package let port: Int
  private let state: Locked<State>

  private struct State {
    var requests: [RawRequest] = []
    /// Those that are still served.
    var connections: [RawConnection] = []
    var connectionCount = 0
    var isStopped = false
  }

  /// Serves every connection with `serve`, which gets the whole conversation into its hands.
  package init(serving serve: @escaping @Sendable (RawConnection) -> Void) throws(SocketError) {
    let listener = try Socket.listening()
    port = try listener.port()
    let state = Locked(State())
    self.state = state
    let record: @Sendable (RawRequest) -> Void = { request in
      state.withLock { $0.requests.append(request) }
    }
    self.listener = listener
    try startThread {
      while let socket = listener.accept() {
        let connection: RawConnection? = state.withLock { state in
          guard !state.isStopped else { return nil }
          state.connectionCount += 1
          let connection = RawConnection(socket, number: state.connectionCount, record: record)
          state.connections.append(connection)
          return connection
        }
        guard let connection else { break }
        try? startThread {
          serve(connection)
          connection.close()
          state.withLock { $0.connections.removeAll { $0 === connection } }
        }
      }
    }
  }

  private let listener: Socket

  /// Answers every request by `answer`; requests are counted from 1 over all connections.
  package convenience init(
    answering answer: @escaping @Sendable (RawRequest, Int) -> RawAnswer
  ) throws(SocketError) {
    let count = Locked(0)
    try self.init { connection in
      while let request = connection.readRequest() {
        let number = count.withLock { count in
          count += 1
          return count
        }
        guard connection.give(answer(request, number)) else { return }
      }
    }
  }

  /// Answers with these, one a request; the last one stands for all that follow.
  package convenience init(_ answers: RawAnswer...) throws(SocketError) {
    precondition(!answers.isEmpty, "a server without answers")
    try self.init { _, number in answers[min(number, answers.count) - 1] }
  }

  deinit { stop() }

  /// `http://127.0.0.1:PORT`, without a slash at the end.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// What was asked so far, in the order in which it was read.
  package var requests: [RawRequest] { state.withLock { $0.requests } }

  /// How many connections were taken so far.
  package var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// Ends everything; nothing is listening afterwards.
  package func stop() {
    let connections = state.withLock { state in
      state.isStopped = true
      defer { state.connections = [] }
      return state.connections
    }
    listener.shutDown()
    for connection in connections { connection.shutDown() }
  }

  /// A port on which nothing listens: it was free a moment ago.
  package static func closedPort() throws(SocketError) -> Int {
    try Socket.listening().port()
  }
}
