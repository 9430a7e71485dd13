import GraphAPI
import HTTP
import Host
import JSON
import Store

import struct FoundationEssentials.Date

/// Keeps the local copy up to date for a program that runs on: asks again and again, less often while
/// that fails, and at once after the machine has slept.
struct CopyFollower: Sendable {
  let context: Context
  let session: Session
  let store: MailboxStore
  var scope: WatchScope
  private let sync: MailboxSync?
  private let listener: RetryAfterListener
  private var schedule: PollSchedule
  private var rounds = 0
  /// Since when the service cannot be reached.
  private var lostSince: Duration?
  /// Calendars and folders that could not be read and whose trouble was told.
  private var toldTrouble: Set<String> = []

  /// Rounds from one look for new calendars and folders to the next.
  private static let roundsALook = 10
  /// How long a wait lasts without a look at the clock.
  private static let slice = Duration.seconds(15)

  /// - Throws: `Failure` of kind usage where nothing may be stored.
  init(
    context: Context, session: Session, scope: WatchScope, interval: Duration
  ) async throws(Failure) {
    let clock = context.machineClock
    let listener = RetryAfterListener(base: LimitedTransport(base: context.wire), now: clock.now)
    // Short trouble is waited out within a round and is nobody's concern.
    var patient = context
    patient.graphTransport = RetryingTransport(
      base: listener,
      policy: RetryPolicy(maximumTotalWait: .seconds(min(10, context.options.maxWait))),
      now: clock.now,
      random: context.randomness.fraction, makeID: context.randomness.uuid,
      sleep: { try await clock.sleep($0) }, notify: { context.detail($0.line) })
    let own =
      context.options.offline
      ? session
      : try await patient.session(
        session, needing: scope.calendars == .none ? .readContacts : .readCalendars)
    let sync = try MailboxSync(context: patient, session: own)
    self.context = context
    self.session = own
    store = sync.store
    self.scope = scope
    self.sync = context.options.offline ? nil : sync
    self.listener = listener
    schedule = PollSchedule(interval: interval)
  }

  /// Makes the copy where there is none, which may take a while and is told.
  mutating func makeCopy() async throws(Failure) {
    guard let sync else {
      guard try await isComplete() else {
        throw Failure(
          .notFound, "there is no complete copy of the mailbox on this machine",
          hint: "graphcal sync, or leave out --offline")
      }
      return
    }
    guard try await !isComplete() else { return }
    context.note("there is no local copy of the mailbox yet: making one, as graphcal sync does")
    var whole = sync
    // A person waits for this one, who is told of each wait.
    whole.context = context
    whole.session = try await context.session(session, needing: .readCalendars)
    let results = try await context.working("Synchronizing") {
      (progress) async throws(Failure) in try await whole.run(progress)
    }
    for result in results where scope.includes(result.collection) {
      if let failure = result.failure { throw failure }
    }
  }

  /// Whether something of what is followed was read whole already.
  private func isComplete() async throws(Failure) -> Bool {
    let known = try await collections()
    if scope.contacts, scope.calendars != .none {
      return known.contains { $0.kind == .calendar } && known.contains { $0.kind == .contactFolder }
    }
    return !known.isEmpty
  }

  /// What is followed and was read whole, in the order of the service.
  func collections() async throws(Failure) -> [CopyCollection] {
    do {
      return try await (store.collections() ?? []).filter {
        $0.synced != nil && scope.includes($0)
      }
    } catch {
      throw Failure(error, doing: "read the local copy")
    }
  }

  /// Asks the service once for all that is followed.
  ///
  /// - Parameter goesOn: whether it will be asked again, which a loss is told with.
  /// - Returns: how long to wait until the next time, and what went wrong for now.
  /// - Throws: what does not mend itself: a refused sign-in, a disk that takes no writes.
  mutating func round(
    goesOn: Bool = true
  ) async throws(Failure) -> (wait: Duration, trouble: Failure?) {
    guard let sync else { return (schedule.step(after: .done).wait, nil) }
    let trouble: Failure?
    do {
      let relists = rounds % Self.roundsALook == 0
      let results = try await sync.round(scope, relists: relists)
      rounds += 1
      trouble = try temporary(in: results ?? [])
    } catch {
      guard error.kind == .tryAgain else { throw error }
      trouble = error
    }
    let asked = listener.take()
    let step = schedule.step(after: trouble == nil ? .done : .failed(retryAfter: asked))
    guard goesOn else { return (step.wait, trouble) }
    let now = context.machineClock.uptime()
    switch step.note {
    case .lost:
      lostSince = now
      let failure = trouble ?? Failure(.tryAgain, "the service cannot be asked")
      context.note(
        "\(failure.what): \(failure.shortWhy); going on, next try in \(Self.words(step.wait))")
    case .returned:
      let minutes = lostSince.map { Self.words(now - $0) } ?? "a while"
      context.note("the service answers again, after \(minutes)")
      lostSince = nil
    case nil: break
    }
    return (step.wait, trouble)
  }

  /// The failure of a round that may mend itself.
  ///
  /// - Throws: the first that does not.
  private mutating func temporary(in results: [MailboxSync.Result]) throws(Failure) -> Failure? {
    var temporary: Failure?
    let failures = results.compactMap { result in result.failure.map { (result.collection, $0) } }
    for (collection, failure) in failures {
      switch failure.kind {
      case .tryAgain: temporary = temporary ?? failure
      case .refused, .notFound, .general, .conflict:
        // Trouble with one of several is the owner's; without an answer it is this machine's.
        guard failure.status != nil, failures.count < results.count else { throw failure }
        if toldTrouble.insert(collection.id).inserted {
          context.note("\(failure.what): \(failure.shortWhy); the others are followed all the same")
        }
      default: throw failure
      }
    }
    return temporary
  }

  /// Whether contacts may be read, or were read before.
  func hasContacts() async throws(Failure) -> Bool {
    if try await collections().contains(where: { $0.kind == .contactFolder }) { return true }
    guard let sync else { return false }
    do {
      let session = try await sync.context.session(session, needing: .readContacts)
      _ = try await ContactBook(context: sync.context, session: session).folders()
      return true
    } catch {
      guard error.kind == .refused else { return true }
      context.note(
        "contacts are left out: the permission \(Permission.readContacts.rawValue) was not given; "
          + "graphcal login --scopes … asks for it")
      return false
    }
  }

  /// The id of the calendar that a person names.
  func calendar(named name: String) async throws(Failure) -> String {
    let known: [CopyCollection]
    do { known = try await store.collections() ?? [] } catch {
      throw Failure(error, doing: "read the local copy")
    }
    let calendars = known.filter { $0.kind == .calendar }.map {
      (id: $0.id, name: $0.name, color: $0.resource["color"]?.string)
    }
    do {
      return try await context.calendar(named: name, among: calendars, session: session).id
    } catch {
      // It may be newer than the copy.
      guard sync != nil, error.kind == .notFound else { throw error }
      return try await context.calendar(named: name, session: session).id
    }
  }

  /// Waits, and says whether the machine seems to have slept, or its clock was set on meanwhile.
  ///
  /// - Throws: `Failure` of kind interrupted when the program is told to end.
  @discardableResult
  mutating func wait(_ duration: Duration) async throws(Failure) -> Bool {
    let clock = context.machineClock
    var rest = duration
    while rest > .zero {
      let piece = min(rest, Self.slice)
      let before = clock.now()
      do { try await clock.sleep(piece) } catch {
        throw Failure(.interrupted, "interrupted")
      }
      rest -= piece
      let passed = Duration.seconds(clock.now().timeIntervalSince(before))
      guard passed < piece + .seconds(30) else {
        schedule.wake()
        return true
      }
    }
    if Task.isCancelled { throw Failure(.interrupted, "interrupted") }
    return false
  }

  /// A wait as a person says it.
  static func words(_ duration: Duration) -> String {
    let seconds = max(0, Int(duration.components.seconds))
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }
}
