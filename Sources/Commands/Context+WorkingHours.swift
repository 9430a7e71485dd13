import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI

extension Context {
  /// The owner's working hours; nil when the mailbox does not say them in a way to be understood.
  ///
  /// Hours of a zone that nobody knows are taken to be those of `zone`.
  func workingTime(_ settings: MailboxSettings?, zone: Zone) -> WorkingTime? {
    let mailboxZone = settings?.timeZone.flatMap { try? zones.zone(named: $0) }
    return workingTime(settings?.workingHours, zone: mailboxZone ?? zone)
  }

  /// Hours of work as a value; nil for none and for what cannot be understood.
  ///
  /// Hours that name no zone anybody knows are taken to be those of `zone`.
  func workingTime(_ hours: WorkingHours?, zone: Zone) -> WorkingTime? {
    guard let hours, let start = WrittenClock.seconds(hours.start),
      let end = WrittenClock.seconds(hours.end)
    else { return nil }
    let named = hours.timeZone.flatMap { try? zones.zone(named: $0) }
    let ruled = hours.zoneRule.flatMap { Zone(posixRule: $0, name: hours.timeZone ?? $0) }
    return WorkingTime(
      days: Set(hours.days.compactMap { Weekday(named: $0) }), start: start, end: end,
      zone: named ?? ruled ?? zone)
  }

  /// The stretches of a range in which a meeting may be: those of work, else, with a note, Monday to
  /// Friday from eight to five.
  func workingWindows(
    _ settings: MailboxSettings?, zone: Zone, in range: Range<Date>
  ) -> [Range<Date>] {
    if let work = workingTime(settings, zone: zone) { return work.windows(in: range) }
    note("the mailbox does not say its working hours; Monday to Friday 08:00 to 17:00 is taken")
    return WorkingTime.usual(in: zone).windows(in: range)
  }
}

/// Times of day as settings have them.
private enum WrittenClock {
  /// The seconds after midnight of `08:30`; nil for any other text.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
      (0..<60).contains(minute)
    else { return nil }
    return hour * 3600 + minute * 60
  }
}
