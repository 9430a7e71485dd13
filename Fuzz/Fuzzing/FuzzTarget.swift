import CalendarTime
import Calendaring
import Cards
import FoundationEssentials
import Interchange

/// A reader of what strangers write, with what must hold whatever it is given.
///
/// A target ends the process where something does not hold, as a fuzzer wants it.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case vcard, csv, ics, date, rrule
  case event, error, challenge, cache, trace, tzif, template, options

  /// Reads the bytes and looks at what came out.
  package func run(_ bytes: [UInt8]) {
    switch self {
    case .vcard: Self.readCards(bytes)
    case .csv: Self.readTable(bytes)
    case .ics: Self.readCalendar(bytes)
    case .date: Self.readDate(String(decoding: bytes, as: UTF8.self))
    case .rrule: Self.readRule(String(decoding: bytes, as: UTF8.self))
    case .event: Self.readResource(bytes)
    case .error: Self.readError(bytes)
    case .challenge: Self.readChallenge(String(decoding: bytes, as: UTF8.self))
    case .cache: Self.readCache(bytes)
    case .trace: Self.writeTrace(String(decoding: bytes, as: UTF8.self))
    case .tzif: Self.readZone(bytes)
    case .template: Self.readTemplate(String(decoding: bytes, as: UTF8.self))
    case .options: Self.readOptions(String(decoding: bytes, as: UTF8.self))
    }
  }

  static let now = Date(timeIntervalSince1970: 1_796_025_600)

  // MARK: People

  /// Cards are the same in one piece and in several, and what is written of one can be read again.
  private static func readCards(_ bytes: [UInt8]) {
    let items = CardReader.items(of: bytes)
    var reader = CardReader()
    let size = 1 + bytes.count / 3
    var parts: [ContactFileItem] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      parts += reader.add(Array(bytes[start..<min(bytes.count, start + size)]))
    }
    parts += reader.finish()
    precondition(parts == items, "cards in pieces are other cards")
    for case .contact(let read) in items {
      for version in CardWriter.Version.allCases {
        guard let card = try? CardWriter(version).card(of: read.contact) else {
          preconditionFailure("a card that was read cannot be written")
        }
        let again = CardReader.items(of: card)
        precondition(again.count == 1, "a card that was written is not one card")
      }
    }
  }

  private static func readTable(_ bytes: [UInt8]) {
    guard let table = try? ContactTable(bytes) else { return }
    for case .refused(_, let line, let reason) in table.items {
      precondition(line > 0 && !reason.isEmpty, "a row is refused without its line or a reason")
    }
  }

  // MARK: Events

  /// What is taken from a file can be written, and the file that is written has as much in it.
  private static func readCalendar(_ bytes: [UInt8]) {
    guard let file = try? CalendarFile(bytes) else { return }
    let reader = CalendarReader(zones: zones, floating: .utc)
    guard let items = try? reader.items(of: file) else { return }
    let kept = items.compactMap { try? $0.outcome.get() }
    let written = CalendarWriter(maker: "-//fuzz//EN", now: now).file(kept)
    guard let again = try? CalendarFile(written), (try? reader.items(of: again)) != nil else {
      preconditionFailure("a file that was written cannot be read")
    }
  }

  static let zones = ZoneDatabase.system(environment: [:])

  /// Whatever is understood is a time of the years that there are, and no day ends before it begins.
  private static func readDate(_ text: String) {
    for zone in [Zone.utc, berlin] {
      if let time = try? TimeExpression.parse(text, now: now, zone: zone) {
        precondition(time.start(in: zone) <= time.end(in: zone), "a time ends before it begins")
      }
      _ = try? MonthExpression.parse(text, now: now, zone: zone)
      if let week = try? WeekExpression.parse(text, now: now, zone: zone, firstWeekday: .sunday) {
        precondition(week.firstDay < week.endDay, "a week has no days")
      }
      _ = try? EventPhraseReader(now: now, zone: zone).read(text)
    }
    if let duration = try? CalendarDuration(parsing: text) {
      _ = duration.end(from: now, in: berlin)
    }
  }

  static let berlin = (try? zones.zone(named: "Europe/Berlin")) ?? .utc

  /// A rule that was read is written as one that reads the same.
  private static func readRule(_ text: String) {
    guard let start = CalendarDate(year: 2026, month: 11, day: 30) else { return }
    let time = SeriesTime(zone: berlin, secondOfDay: 9 * 3600)
    guard let reading = try? RecurrenceReader(start: start, time: time).read(text) else { return }
    let rule = reading.rule
    let again = try? RecurrenceReader(start: rule.start, time: time).read(rule.rrule(at: time))
    precondition(again?.rule == rule, "a rule that was written reads as another")
  }
}
