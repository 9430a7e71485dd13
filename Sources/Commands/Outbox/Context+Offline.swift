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
}
