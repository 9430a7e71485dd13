import Host

/// The programs that reminders have started, a few at once.
///
/// One that fails is started once more after a pause: what it needs may be late itself, as a desktop is
/// after a sign-in.
struct ReminderPrograms {
  /// A program and its arguments that is to be started.
  private struct Start {
    var words: [String]
    /// Whether it has failed before.
    var isRepeated = false
    /// The uptime from which on it may be started.
    var notBefore = Duration.zero

    var name: String { words.first ?? "" }
  }

  private let context: Context
  private let pause: Duration
  private var running: [(program: SpawnedProgram, start: Start)] = []
  private var waiting: [Start] = []
  /// How many could not be started, or ended with another status than 0, twice.
  private(set) var failures = 0

  /// So many at most at the same time.
  static let limit = 4

  /// - Parameters:
  ///   - context: starts them.
  ///   - pause: how long to wait before a program that failed is started again.
  init(context: Context, pause: Duration) {
    self.context = context
    self.pause = pause
  }

  var isBusy: Bool { !running.isEmpty || !waiting.isEmpty }

  /// Whether one more would start at once.
  var hasRoom: Bool { running.count < Self.limit }

  mutating func add(_ words: [String]) {
    waiting.append(Start(words: words))
    turn()
  }

  /// Takes note of what has ended, and starts what waits.
  mutating func turn() {
    var ended: [(start: Start, status: Int32)] = []
    running = running.filter { program, start in
      guard let status = program.exitStatus() else { return true }
      ended.append((start, status))
      return false
    }
    for (start, status) in ended where status != 0 {
      fail(start, "\(start.name) ended with status \(status)")
    }
    let now = context.machineClock.uptime()
    while running.count < Self.limit, let index = waiting.firstIndex(where: { $0.notBefore <= now })
    {
      let start = waiting.remove(at: index)
      do {
        if let program = try context.programs.start(start.words, .speaking) {
          running.append((program, start))
        }
      } catch {
        fail(start, "cannot start \(start.name): \(error.explanation)")
      }
    }
  }

  /// Waits until one more would start at once.
  mutating func waitForRoom() async throws(Failure) {
    turn()
    while !hasRoom { try await pass() }
  }

  /// Waits until all have ended, however long that takes.
  mutating func finish() async throws(Failure) {
    turn()
    while isBusy { try await pass() }
  }

  private mutating func pass() async throws(Failure) {
    do { try await context.machineClock.sleep(.milliseconds(50)) } catch {
      throw Failure(.interrupted, "interrupted")
    }
    turn()
  }

  private mutating func fail(_ start: Start, _ what: String) {
    guard start.isRepeated else {
      let again = Start(
        words: start.words, isRepeated: true, notBefore: context.machineClock.uptime() + pause)
      waiting.append(again)
      return context.note("\(what); it is started once more in \(CopyFollower.words(pause))")
    }
    failures += 1
    context.note("\(what) again; the reminder is lost")
  }
}
