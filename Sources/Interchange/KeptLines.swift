import CalendarTime
import Calendaring

/// Takes along what a file says beyond what the service holds of an event, when the file is written anew.
package struct KeptLines {
  /// What people set who made a file for themselves is in no event of the service; with `keepsPeople`
  /// they stay in the file.
  package var keepsPeople: Bool

  package init(keepsPeople: Bool) { self.keepsPeople = keepsPeople }

  /// A file with what was taken along, and the names of what was not.
  package struct Outcome: Hashable, Sendable {
    package var bytes: [UInt8]
    package var lost: [String] = []
  }

  /// What is written from an event, and so is not taken along.
  ///
  /// `DURATION` says what `DTEND` says.
  private static let written: Set<String> = [
    "BEGIN", "CATEGORIES", "CLASS", "CREATED", "DESCRIPTION", "DTEND", "DTSTAMP", "DTSTART",
    "DURATION", "END", "EXDATE", "EXRULE", "LAST-MODIFIED", "LOCATION", "PRIORITY", "RDATE",
    "RECURRENCE-ID", "RRULE", "SEQUENCE", "STATUS", "SUMMARY", "TRANSP", "UID", "X-ALT-DESC",
    "X-GRAPHCAL-LOCATION", "X-GRAPHCAL-RESPONSES", "X-GRAPHCAL-SENSITIVITY",
    "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-CDO-BUSYSTATUS", "X-MICROSOFT-CDO-IMPORTANCE",
  ]
  private static let people: Set<String> = ["ATTENDEE", "ORGANIZER"]
  /// The ways into a meeting, which the service may know.
  private static let links: Set<String> = [
    "CONFERENCE", "URL", "X-GOOGLE-CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL",
  ]
  /// What is of no use where the place is another one.
  private static let places: Set<String> = ["GEO", "X-APPLE-STRUCTURED-LOCATION"]
  private static let ofFile: Set<String> = ["CALSCALE", "METHOD", "PRODID", "VERSION"]

  /// The names of what only a file holds, in its order, each once.
  package static func names(in bytes: [UInt8]) -> [String] {
    guard let file = try? FileTree(bytes) else { return [] }
    var names: [String] = []
    for event in file.children.flatMap(\.children) where event.kind == "VEVENT" {
      for line in event.lines where isForeign(line) && !names.contains(line.name) {
        names.append(line.name)
      }
    }
    return names
  }

  private static func isForeign(_ line: FileTree.Line) -> Bool {
    !written.contains(line.name) && !people.contains(line.name)
      && (!links.contains(line.name) || JoinLink(in: String(line.value)) == nil)
  }

  /// A file as it is written now with what the one that was there said beside it.
  ///
  /// Files that cannot be read give nothing.
  package func outcome(_ new: [UInt8], keeping old: [UInt8]) -> Outcome {
    guard let before = try? FileTree(old), var after = try? FileTree(new),
      let calendar = before.children.first, var written = after.children.first
    else { return Outcome(bytes: new) }
    var lost: [String] = []
    for line in calendar.lines where !Self.ofFile.contains(line.name) && written[line.name] == nil {
      written.lines.append(line)
    }
    let events = calendar.children.filter { $0.kind == "VEVENT" }
    for event in events {
      let place = written.children.firstIndex {
        $0.kind == "VEVENT" && Self.day(of: $0) == Self.day(of: event)
      }
      if let place {
        lost += keep(event, in: &written.children[place])
      } else {
        lost += event.lines.filter(Self.isForeign).map(\.name)
      }
    }
    written.children += calendar.children.filter {
      $0.kind != "VEVENT" && $0.kind != "VTIMEZONE"
    }
    keepZones(of: calendar, in: &written)
    after.children[0] = written
    return Outcome(
      bytes: after.bytes,
      lost: lost.reduce(into: []) { names, name in
        if !names.contains(name) { names.append(name) }
      })
  }

  /// By which a special day of a series is known again; nil for the event itself.
  private static func day(of event: FileTree) -> String? {
    event["RECURRENCE-ID"].map { $0.value.trimmed.uppercased() }
  }

  private func keep(_ old: FileTree, in new: inout FileTree) -> [String] {
    var lost: [String] = []
    let isElsewhere = old["LOCATION"]?.value.trimmed != new["LOCATION"]?.value.trimmed
    let hasPeople = new.lines.contains { Self.people.contains($0.name) }
    let hasLink = new["URL"] != nil
    for line in old.lines {
      if Self.people.contains(line.name) {
        if keepsPeople, !hasPeople { new.lines.append(line) }
      } else if isElsewhere, Self.places.contains(line.name) {
        lost.append(line.name)
      } else if Self.isForeign(line), !(hasLink && Self.links.contains(line.name)) {
        new.lines.append(line)
      }
    }
    keepAlarms(of: old, in: &new)
    new.children += old.children.filter { $0.kind != "VALARM" }
    return lost
  }

  /// The service knows one alarm; the others stay, and so does the one as long as it means the same.
  private func keepAlarms(of old: FileTree, in new: inout FileTree) {
    let alarms = old.children.filter { $0.kind == "VALARM" }
    guard let place = alarms.firstIndex(where: { Self.lead(of: $0) != nil }) else {
      new.children += alarms
      return
    }
    let known = new.children.first { $0.kind == "VALARM" }
    if let known, Self.lead(of: known) == Self.lead(of: alarms[place]) {
      new.children.removeAll { $0.kind == "VALARM" }
      new.children += alarms
    } else {
      new.children += alarms[..<place] + alarms[(place + 1)...]
    }
  }

  /// Minutes before the start at which an alarm shows itself; nil for another kind of alarm.
  private static func lead(of alarm: FileTree) -> Int? {
    let action = alarm["ACTION"]?.value.trimmed.uppercased() ?? "DISPLAY"
    guard ["DISPLAY", "AUDIO"].contains(action), let trigger = alarm["TRIGGER"],
      !trigger.parameters.uppercased().contains("RELATED=END"),
      let length = WrittenDuration(String(trigger.value))?.length
    else { return nil }
    let seconds = -(length.days * 86_400 + length.seconds)
    return seconds < 0 ? nil : (seconds + 59) / 60
  }

  /// The zones that lines name which were taken along.
  private func keepZones(of old: FileTree, in new: inout FileTree) {
    var there = Set(new.children.filter { $0.kind == "VTIMEZONE" }.compactMap { $0["TZID"]?.value })
    for zone in old.children where zone.kind == "VTIMEZONE" {
      guard let name = zone["TZID"]?.value, there.insert(name).inserted,
        new.children.contains(where: { $0.names("TZID=\(name)") || $0.names("TZID=\"\(name)\"") })
      else { continue }
      new.children.insert(zone, at: 0)
    }
  }
}

extension FileTree {
  /// Whether a property in it has this parameter.
  fileprivate func names(_ parameter: String) -> Bool {
    lines.contains {
      $0.parameters.split(separator: ";").contains { $0 == parameter || $0 == parameter + ":" }
    }
      || children.contains { $0.names(parameter) }
  }
}
