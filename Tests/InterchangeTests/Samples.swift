import CalendarTime
import Calendaring
import FoundationEssentials
import TestSupport
import Testing

@testable import Interchange

/// The zone data of the machine.
let machineZones = ZoneDatabase.system(environment: [:])

func zone(_ name: String) throws -> Zone { try machineZones.zone(named: name) }

func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(parsing: text)) }

func instant(_ text: String) throws -> Date { try #require(Date(parsingRFC3339: text)) }

/// What is read of a text whose floating times lie in UTC unless told otherwise.
func read(_ text: String, floating: Zone = .utc) throws -> [ReadItem] {
  try CalendarReader(zones: machineZones, floating: floating)
    .items(of: CalendarFile(Array(text.utf8)))
}

/// A calendar around the lines of components, with CR LF at their ends.
func calendar(_ lines: String) -> String {
  ("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\n" + lines + "\nEND:VCALENDAR\n")
    .replacing("\n", with: "\r\n")
}

/// One event of these lines.
func event(_ lines: String) -> String {
  calendar("BEGIN:VEVENT\nUID:u1@example.org\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VEVENT")
}

/// The one item of a text, which is to be understood.
func item(_ text: String, floating: Zone = .utc) throws -> FiledItem {
  let items = try read(text, floating: floating)
  #expect(items.count == 1)
  return try #require(items.first).outcome.get()
}

extension FiledEvent.Time {
  /// Start and end as RFC 3339 writes them in UTC, or as dates.
  var words: String {
    switch self {
    case .timed(let start, let end, let zone):
      "\(start.rfc3339()) \(end.rfc3339()) \(zone.name)"
    case .allDay(let first, let end): "\(first) \(end)"
    }
  }
}
