import CalendarTime
import Calendaring
import GraphAPI
import Rendering
import Store

extension Context {
  /// Whether a command that failed like this can be repeated as it was, with `--offline`: no server was
  /// reached, and nothing that it writes can have been done.
  func canWriteOffline(after failure: Failure, _ wiretap: Wiretap) -> Bool {
    failure.kind == .tryAgain && failure.status == nil && failure.code == nil && !options.offline
      && !options.dryRun && tokenGiver == nil && !wiretap.mayHaveWritten
  }
}

extension Context {
  /// Tells with a list of the service, once a run, that changes of the account wait to be sent.
  func tellWaiting(_ session: Session) async {
    guard session.mailbox == nil, await session.memory.tellsWaiting(),
      let writes = try? await Outbox(context: self, session: session)?.writes(), !writes.isEmpty
    else { return }
    let stuck = writes.count { $0.state.isStuck }
    let waiting = writes.count - stuck
    var parts: [String] = []
    if waiting > 0 {
      parts.append(
        "\(Plural.of(waiting, "change")) \(waiting == 1 ? "waits" : "wait"); graphcal sync sends "
          + (waiting == 1 ? "it" : "them"))
    }
    if stuck > 0 {
      parts.append(
        "\(Plural.of(stuck, "change")) \(stuck == 1 ? "is" : "are") stuck; graphcal outbox says why"
      )
    }
    for part in parts { note(part) }
  }
}

extension EventEntry {
  /// Refuses to change one event alone of a series that the service does not know yet.
  ///
  /// - Throws: `Failure` of kind tryAgain for an event of a series that waits in the outbox.
  func requireSentSeries() throws(Failure) {
    guard PendingWrite.occurrence(event.id) != nil else { return }
    throw Failure(
      .tryAgain, "one event of a series that is not sent yet cannot be changed alone",
      hint: "give --scope series, or send it first: graphcal sync")
  }
}

extension Context {
  /// How times are told of an account's items without asking the service: in the zone of the command, as
  /// far as it is known or remembered.
  func rememberedTime(ofAccount account: String) async -> TimeText {
    let fact = await state.fact("mailboxSettings", account: account)
    let settings = fact.map { MailboxSettings($0.value) }
    if options.timeZone == nil, configuration.timeZone == nil, let name = settings?.timeZone,
      let zone = try? zones.zone(named: name)
    {
      return timeText(zone, settings)
    }
    return timeText((try? zoneOfPeople()) ?? .utc, settings)
  }

  /// The same in a zone that is known already.
  func rememberedTime(ofAccount account: String, in zone: Zone) async -> TimeText {
    var time = await rememberedTime(ofAccount: account)
    time.zone = zone
    return time
  }
}
