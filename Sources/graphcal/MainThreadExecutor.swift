import Dispatch
import Glibc
import Synchronization

/// Runs what a command does one after the other on the main thread, and what can be done besides on
/// the threads of the pool.
///
/// Most commands do one thing at a time, but go from actor to actor; on the pool each of these steps
/// can wake a sleeping thread, which takes longer than what a command asks of its files. See
/// docs/decisions/0022.
final class MainThreadExecutor: TaskExecutor {
  private struct State {
    /// What the main thread does next.
    var next: UnownedJob?
    var isBusy = false
  }

  private enum Place {
    case next
    case nextOfSleeper
    case pool
  }

  private let state = Mutex(State())
  private let wakeUp = DispatchSemaphore(value: 0)
  private let thread = pthread_self()

  /// Keeps the job of a thread that is about to be done with its own; the job of another thread, or
  /// a second one, goes to the pool so that it does not wait.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHere = pthread_equal(pthread_self(), thread) != 0
    let place: Place = state.withLock { state in
      guard state.next == nil, isHere || !state.isBusy else { return .pool }
      state.next = job
      return state.isBusy ? .next : .nextOfSleeper
    }
    switch place {
    case .next: break
    case .nextOfSleeper: wakeUp.signal()
    case .pool:
      DispatchQueue.global(qos: .userInitiated).async {
        job.runSynchronously(on: self.asUnownedTaskExecutor())
      }
    }
  }

  /// Does what there is to do, for ever; to be called on the thread that made this.
  func run() -> Never {
    while true {
      let job = state.withLock { state in
        defer { state.next = nil }
        state.isBusy = state.next != nil
        return state.next
      }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else {
        wakeUp.wait()
      }
    }
  }
}
