/// Lets only so many requests be on their way to one host at a time; the others wait in order.
///
/// Outlook serves four requests of an app at once for a mailbox and answers 429 to the fifth.
/// Source: Microsoft Graph, "Throttling limits", Outlook service.
package struct LimitedTransport: Transport {
  private let base: any Transport
  private let gate: Gate

  package init(base: any Transport, limit: Int = 4) {
    self.base = base
    gate = Gate(limit: limit)
  }

  package func prepare() { base.prepare() }

  package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let host = HTTPURL(request.url)?.authority ?? ""
    guard await gate.enter(host) else {
      throw TransportError(
        reason: .cancelled, host: host, detail: "cancelled while waiting for its turn",
        wasNotSent: true)
    }
    do {
      let response = try await base.send(request)
      await gate.leave(host)
      return response
    } catch {
      await gate.leave(host)
      throw error
    }
  }

  /// Counts who is inside, a host.
  private actor Gate {
    private struct Waiter {
      let id: Int
      let continuation: CheckedContinuation<Bool, Never>
    }

    private let limit: Int
    private var inside: [String: Int] = [:]
    private var waiting: [String: [Waiter]] = [:]
    private var lastID = 0

    init(limit: Int) {
      precondition(limit > 0, "a gate that lets nobody in")
      self.limit = limit
    }

    /// Waits for a place; false when the task is cancelled before it has one.
    func enter(_ host: String) async -> Bool {
      if inside[host, default: 0] < limit {
        inside[host, default: 0] += 1
        return true
      }
      lastID += 1
      let id = lastID
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          waiting[host, default: []].append(Waiter(id: id, continuation: continuation))
        }
      } onCancel: {
        // Reaches the actor after the waiter stands in line, since that happens without a pause.
        Task { await self.giveUp(id, host) }
      }
    }

    /// Hands the place to the first who waits.
    func leave(_ host: String) {
      if let next = waiting[host]?.first {
        waiting[host]?.removeFirst()
        next.continuation.resume(returning: true)
      } else {
        inside[host, default: 1] -= 1
      }
    }

    private func giveUp(_ id: Int, _ host: String) {
      guard let place = waiting[host]?.firstIndex(where: { $0.id == id }) else { return }
      waiting[host]?.remove(at: place).continuation.resume(returning: false)
    }
  }
}
