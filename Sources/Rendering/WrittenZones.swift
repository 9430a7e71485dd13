package import CalendarTime
import Calendaring
import FoundationEssentials
import Terminal

/// The zones an event was written in, which say what clocks it was meant for.
package struct WrittenZones: Hashable, Sendable {
  /// Names as they were stored; nil and empty are the same.
  package var start: String?
  package var end: String?
  /// The same as zones, where anybody here knows them.
  package var startZone: Zone?
  package var endZone: Zone?

  package init(
    start: String?, end: String? = nil, startZone: Zone? = nil, endZone: Zone? = nil
  ) {
    self.start = start
    self.end = end
    self.startZone = startZone
    self.endZone = endZone
  }

  /// What is said beside the zone that times are shown in; nil where nothing differs.
  func note(for span: EventSpan, beside time: TimeText) -> String? {
    guard case .timed(let from, let to) = span else { return nil }
    guard let startZone else {
      let isUsable = { (name: String) in
        // Outlook's word for zones of its users' own making.
        !name.isEmpty && name != time.zone.name && !name.hasPrefix("tzone://")
      }
      return start.flatMap { isUsable($0) ? "written in \($0)" : nil }
    }
    let endZone = endZone ?? startZone
    let startDiffers = startZone.offset(at: from) != time.zone.offset(at: from)
    let endDiffers = endZone.offset(at: to) != time.zone.offset(at: to)
    guard startDiffers || endDiffers else { return nil }
    let texts = EventTimeText(time: TimeText(zone: startZone, clock: time.clock), symbols: .unicode)
    if endZone.name == startZone.name {
      return "written in \(startZone.name): \(texts.whole(span))"
    }
    let there = TimeText(zone: endZone, clock: time.clock)
    return "begins \(moment(from, TimeText(zone: startZone, clock: time.clock))) in "
      + "\(startZone.name), ends \(moment(to, there)) in \(endZone.name)"
  }

  private func moment(_ instant: Date, _ time: TimeText) -> String {
    "\(time.zone.date(at: instant).heading) \(time.time(instant))"
  }
}
