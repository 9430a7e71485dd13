import Host

/// The programs that reminders have started, a few at once; the others wait for their turn.
struct ReminderPrograms {
  private let context: Context
  private var running: [(program: SpawnedProgram, name: String)] = []
  private var waiting: [[String]] = []
  /// How many could not be started, or ended with another status than 0.
  private(set) var failures = 0

  /// So many at most at the same time.
  static let limit = 4

  init(context: Context) { self.context = context }

  var isBusy: Bool { !running.isEmpty || !waiting.isEmpty }

  mutating func add(_ words: [String]) {
    waiting.append(words)
    turn()
  }

  /// Takes note of what has ended, and starts what waits.
  mutating func turn() {
    running = running.filter { program, name in
      guard let status = program.exitStatus() else { return true }
      if status != 0 { fail("\(name) ended with status \(status)") }
      return false
    }
    while running.count < Self.limit, !waiting.isEmpty {
      let words = waiting.removeFirst()
      let name = words.first ?? ""
      do {
        if let program = try context.programs.start(words, .speaking) {
          running.append((program, name))
        }
      } catch {
        fail("cannot start \(name): \(error.explanation)")
      }
    }
  }

  /// Waits until all have ended, however long that takes.
  mutating func finish() async throws(Failure) {
    turn()
    while isBusy {
      do { try await context.machineClock.sleep(.milliseconds(50)) } catch {
        throw Failure(.interrupted, "interrupted")
      }
      turn()
    }
  }

  private mutating func fail(_ what: String) {
    failures += 1
    context.note(what)
  }
}
