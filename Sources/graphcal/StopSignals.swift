import Dispatch
import Glibc
import Host
import Synchronization

/// Ends a run in good order at Ctrl-C or SIGTERM; what does not end soon is ended.
///
/// The handlers run on a queue of the background, since the main one may be busy, so they are made
/// here and not in `main.swift`, whose closures belong to the main actor.
struct StopSignals {
  /// Whether it was SIGTERM, by which a program that would run for ever is told that it is done.
  static let isTermination = Atomic<Bool>(false)

  private let sources: [any DispatchSourceSignal]

  init(cancelling run: Task<Void, Never>) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // A pager makes of Ctrl-C what it wants.
        if number == SIGINT, SpawnedProgram.hasTerminal.load(ordering: .acquiring) { return }
        if number == SIGTERM { Self.isTermination.store(true, ordering: .releasing) }
        run.cancel()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) {
          SpawnedProgram.terminateCaptured()
          LockFile.releaseAll()
          RawTerminal.restoreAll()
          _exit(130)
        }
      }
      source.activate()
      return source
    }
  }
}
