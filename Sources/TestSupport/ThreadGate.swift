import Glibc

/// Holds threads back until so many have come, then lets all through.
@safe package final class ThreadGate: @unchecked Sendable {
  private let barrier: UnsafeMutablePointer<pthread_barrier_t>

  package init(count: Int) {
    unsafe barrier = .allocate(capacity: 1)
    unsafe barrier.initialize(to: pthread_barrier_t())
    unsafe pthread_barrier_init(barrier, nil, UInt32(count))
  }

  deinit {
    unsafe pthread_barrier_destroy(barrier)
    unsafe barrier.deallocate()
  }

  /// Waits, for ever when too few come.
  package func pass() { unsafe pthread_barrier_wait(barrier) }
}
