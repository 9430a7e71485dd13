import Arguments
import CalendarTime
import Commands
import FoundationEssentials
import JSON
import Rendering

/// Files of the machine, and words of its user.
extension FuzzTarget {
  /// A zone of any file has an offset within a day at any time, and finds back what it made.
  static func readZone(_ bytes: [UInt8]) {
    guard let zone = try? Zone(name: "Fuzz/Zone", file: bytes) else { return }
    for seconds in stride(from: -4e9, through: 8e9, by: 4.7e8) {
      let instant = Date(timeIntervalSince1970: seconds)
      let offset = zone.offset(at: instant)
      precondition(abs(offset) < 26 * 3600, "an offset of more than a day")
      _ = zone.instant(of: zone.wallTime(at: instant))
    }
    _ = zone.transitions(in: now..<now.addingTimeInterval(2e8))
  }

  /// A template that is understood prints something of any item, and nothing that a terminal obeys.
  static func readTemplate(_ text: String) {
    guard let template = try? OutputTemplate(text) else { return }
    let item: JSON = [
      "subject": "Review\u{1B}[31m\u{202E}", "isAllDay": false,
      "attendees": [["emailAddress": ["name": "Åke"]]],
      "start": ["dateTime": "2026-12-01T09:00:00.0000000", "timeZone": "Europe/Berlin"],
      "graphcal": ["start": "2026-12-01T09:00:00+01:00", "durationMinutes": 30],
    ]
    for zone in [berlin, nil] { _ = template.text(item, zone: zone) }
  }

  /// Words are understood, or refused with a reason.
  static func readOptions(_ text: String) {
    let words = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    do {
      _ = try graphcalProgram.parse(words)
    } catch {
      precondition(!error.message.isEmpty, "words are refused without a reason")
    }
  }
}
