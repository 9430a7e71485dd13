import Glibc

/// A value behind a POSIX mutex, which the thread sanitizer understands.
///
/// For places that cannot wait as an actor makes one wait: callbacks of C libraries, plain threads.
/// Unchecked: the value is touched only while the mutex is held.
@safe package final class Locked<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: sending Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    self.value = value
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs `body` with the value to itself; `body` must not come back here.
  package func withLock<Result, Problem>(
    _ body: (inout Value) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
