import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Store

/// What an id of this machine names by now: something that waits in the outbox, what the service has made
/// of it since, or nothing any more.
struct UnsentReference {
  var context: Context
  var session: Session
  /// As it was typed.
  var text: String
  var id: String
  /// Whether the command answers from the copy what waits in the outbox, where it may read that.
  var readsOutbox: Bool

  /// The id to go on with: the same of what waits and can be had here, else that of the service.
  ///
  /// - Throws: `Failure` of kind tryAgain for what waits and the service would be asked for; of kind
  ///   notFound for what was given up.
  func current() async throws(Failure) -> String {
    let series = PendingWrite.occurrence(id)
    let waiting = try await Outbox(context: context, session: session)?.writes() ?? []
    let isWaiting = waiting.contains {
      $0.action == .create && ($0.item == id || $0.item == series?.series)
    }
    if isWaiting {
      if context.options.offline || readsOutbox && !context.options.fresh { return id }
      throw Failure(
        .tryAgain, "\(text) is not sent yet, so the service does not know it",
        hint: "send it first: graphcal sync")
    }
    if let sent = await sent(series?.series ?? id) {
      guard let day = series?.day else { return sent }
      let event =
        context.options.offline
        ? try await copiedEvent(of: sent, on: day) : try await event(of: sent, on: day)
      guard let event else {
        throw Failure(
          .notFound, "the series of \(text) has no event on \(day.heading) any more",
          hint: "graphcal agenda --from \(day) lists what there is")
      }
      await context.state.replace(id, with: session.knownEvent(event))
      return event
    }
    throw Failure(
      .notFound, "\(text) was taken out of the outbox and never sent",
      hint: "list anew what there is: graphcal agenda, graphcal contacts")
  }

  /// The id that the service has given to what was sent from here; nil for what was not.
  private func sent(_ id: String) async -> String? {
    await context.state.items(shortPrefix: ShortID.of(id)).first {
      $0.account == session.accountKey && !PendingWrite.isTemporary($0.id)
    }?.id
  }

  /// The event that a series has for a day of its rule, wherever that is now.
  private func event(
    of series: String, on day: CalendarDate
  ) async throws(Failure) -> String? {
    let snapshot = try await SeriesSnapshot.read(series, session: session, context: context)
    if let changed = snapshot.exceptions[day]?["id"]?.string { return changed }
    do {
      return try await SeriesRestoration(context: context, session: session)
        .instances(of: series, snapshot.master, in: day...day)[day]
    } catch {
      throw Failure(error, doing: "look for \(text)", in: session)
    }
  }

  /// The same, as far as the copy has it.
  private func copiedEvent(
    of series: String, on day: CalendarDate
  ) async throws(Failure) -> String? {
    guard
      let (master, calendar) = try await context.copiedItem(.calendar, series, session: session),
      let store = MailboxFile.store(account: session.accountKey, environment: context.environment)
    else { throw context.notCopied("the local copy does not have the series of \(text) yet") }
    let clock = SeriesClock(of: master, zones: context.zones)
    let midnight = Zone.utc.startOfDay(day)
    let window = midnight.addingTimeInterval(-2 * 86_400)..<midnight.addingTimeInterval(3 * 86_400)
    do {
      return try await store.events(around: window, in: calendar, zones: context.zones).first {
        $0["seriesMasterId"]?.string == series
          && clock.day(orStartOf: $0, zones: context.zones) == day
      }?["id"]?.string
    } catch {
      throw Failure(error, doing: "read the local copy")
    }
  }
}
