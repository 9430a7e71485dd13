import Calendaring
import FoundationEssentials
import Host
import JSON
import Rendering
import Store
import Terminal

/// Gives reminders, each once on this machine.
struct ReminderDesk {
  private let context: Context
  private let store: MailboxStore
  private let time: TimeText
  /// What is started; nil prints a line.
  private let template: ProgramTemplate?
  /// How late a reminder may be given.
  private let missed: Duration
  private var programs: ReminderPrograms
  /// Whether something is due whose program has to wait for the end of another.
  private(set) var hasMore = false

  init(
    context: Context, store: MailboxStore, time: TimeText, template: ProgramTemplate?,
    missed: Duration, pause: Duration
  ) {
    self.context = context
    self.store = store
    self.time = time
    self.template = template
    self.missed = missed
    programs = ReminderPrograms(context: context, pause: pause)
  }

  var isBusy: Bool { programs.isBusy }

  /// Gives what is due now, as far as programs can be started for it.
  ///
  /// A reminder counts as given when its program starts and not before, so that the next run gives what
  /// an end of this one has left.
  ///
  /// - Returns: when the next one comes up.
  mutating func give(_ feed: ReminderFeed) async throws(Failure) -> Date? {
    programs.turn()
    let now = context.now()
    let given: Set<GivenReminder>
    do { given = try await store.givenReminders() } catch {
      throw Failure(error, doing: "read which reminders were given")
    }
    let plan = ReminderPlan(feed.dates, given: given, now: now, missed: missed)
    var passedOver = 0
    for date in plan.passedOver where try await claim(date) { passedOver += 1 }
    if passedOver > 0 {
      context.note(
        "\(Plural.of(passedOver, "reminder")) of events that are not over came up more than "
          + "\(CopyFollower.words(missed)) ago and \(passedOver == 1 ? "is" : "are") passed over; "
          + "--missed sets how late one may be given")
    }
    hasMore = false
    for date in plan.due {
      if template != nil, !programs.hasRoom {
        hasMore = true
        break
      }
      guard let entry = feed.entries[date.event], try await claim(date) else { continue }
      let text = ReminderText(entry: entry, date: date, now: now, time: time)
      if let template {
        programs.add(template.filled(text.values))
        continue
      }
      do {
        try await print(text)
      } catch {
        // Nobody has seen it.
        try? await store.unclaim(date.key)
        throw error
      }
    }
    return plan.next
  }

  /// Gives what is due now, all of it, and waits for the programs.
  ///
  /// - Throws: `Failure` of kind partlyDone when some failed.
  mutating func giveAll(_ feed: ReminderFeed) async throws(Failure) {
    _ = try await give(feed)
    while hasMore {
      try await programs.waitForRoom()
      _ = try await give(feed)
    }
    try await close()
  }

  /// Waits for the programs.
  ///
  /// - Throws: `Failure` of kind partlyDone when some failed.
  private mutating func close() async throws(Failure) {
    try await programs.finish()
    guard programs.failures > 0 else { return }
    throw Failure(
      .partlyDone, "\(Plural.of(programs.failures, "reminder")) could not be given",
      hint: "see what \(template?.program ?? "the program") says above")
  }

  private func claim(_ date: ReminderDate) async throws(Failure) -> Bool {
    do {
      return try await store.claim(date.key, at: context.machineClock.now())
    } catch {
      throw Failure(error, doing: "remember that a reminder was given")
    }
  }

  private func print(_ text: ReminderText) async throws(Failure) {
    let shorts = await context.state.remember([text.entry.known])
    if context.options.jsonLines {
      let selection = try Listing(context: context, fields: ReminderText.fieldNames).selection()
      let item = selection?.select(from: text.json) ?? text.json
      return try context.console.print(item.text(.compact) + "\n")
    }
    try context.print([
      text.line(on: Surface(context.console.terminal), short: shorts.first ?? "")
    ])
  }
}
