package import CalendarTime
package import Calendaring
package import FoundationEssentials
package import JSON

/// What one person's entry of `getSchedule` says.
package struct ScheduleInformation: Sendable, Hashable {
  /// The address that was asked for.
  package var id: String
  /// As sent, times in the zone that was asked for; those of several ranges are joined.
  package var json: JSONObject
  /// Why there is nothing about this person; the code is Exchange's.
  package var error: (code: String?, message: String)? {
    guard let error = json["error"], error.object != nil else { return nil }
    return (error["responseCode"]?.string, error["message"]?.string ?? "no reason was given")
  }

  package init?(_ json: JSON) {
    guard let object = json.object, let id = object["scheduleId"]?.string else { return nil }
    self.id = id
    self.json = object
  }

  /// Adds what a later range says; an item that reaches from one into the other is kept once.
  package mutating func join(_ later: ScheduleInformation) {
    if json["error"]?.object != nil { return }
    if let error = later.json["error"], error.object != nil {
      json["error"] = error
      return
    }
    if let view = later.json["availabilityView"]?.string {
      json["availabilityView"] = .string((json["availabilityView"]?.string ?? "") + view)
    }
    var items = json["scheduleItems"]?.array ?? []
    let known = Set(items)
    items += (later.json["scheduleItems"]?.array ?? []).filter { !known.contains($0) }
    json["scheduleItems"] = .array(items)
  }

  /// The hours of work, where they are told.
  package var workingHours: WorkingHours? { WorkingHours(json["workingHours"]) }

  /// When the person is taken; `start` is where the view begins, with a digit for `interval` minutes.
  ///
  /// Where there are no items, as for a distribution list, the view says it.
  package func schedule(from start: Date, interval: Int, zones: ZoneDatabase) -> Schedule {
    var items = (json["scheduleItems"]?.array ?? []).compactMap { item -> Schedule.Item? in
      guard let from = GraphDateTime(item["start"])?.instant(zones: zones),
        let to = GraphDateTime(item["end"])?.instant(zones: zones), from < to
      else { return nil }
      return Schedule.Item(
        range: from..<to,
        status: CalendarEvent.ShowAs(graph: item["status"]?.string) ?? .unknown)
    }
    if items.isEmpty, let view = json["availabilityView"]?.string {
      let length = Double(interval * 60)
      for (index, digit) in view.enumerated() {
        guard let status = Self.statuses[digit] else { continue }
        let from = start.addingTimeInterval(Double(index) * length)
        items.append(Schedule.Item(range: from..<from.addingTimeInterval(length), status: status))
      }
    }
    return Schedule(items: items)
  }

  private static let statuses: [Character: CalendarEvent.ShowAs] = [
    "1": .tentative, "2": .busy, "3": .oof, "4": .workingElsewhere,
  ]

  package static func == (left: Self, right: Self) -> Bool { left.json == right.json }
  package func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension ScheduleInformation {
  /// An entry about somebody of whom nothing can be known.
  package init(id: String, errorCode: String?, message: String) {
    self.id = id
    json = [
      "scheduleId": .string(id),
      "error": ["responseCode": .string(orNull: errorCode), "message": .string(message)],
    ]
  }

  /// An entry computed from what calendars hold, in the form of the service.
  package init(id: String, schedule: Schedule, range: Range<Date>, interval: Int) {
    self.id = id
    var view = ""
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start.addingTimeInterval(Double(interval * 60)), range.upperBound)
      view += Self.digit(schedule.status(in: start..<end))
      start = end
    }
    let items = schedule.items.sorted { $0.range.lowerBound < $1.range.lowerBound }
    json = [
      "scheduleId": .string(id), "availabilityView": .string(view),
      "scheduleItems": .array(
        items.map { item in
          [
            "status": .string(item.status.rawValue),
            "start": GraphDateTime.json(
              Zone.utc.wallTime(at: item.range.lowerBound), timeZone: "UTC"),
            "end": GraphDateTime.json(
              Zone.utc.wallTime(at: item.range.upperBound), timeZone: "UTC"),
          ]
        }),
    ]
  }

  private static func digit(_ status: CalendarEvent.ShowAs) -> String {
    switch status {
    case .free, .workingElsewhere: "0"
    case .tentative: "1"
    case .busy, .unknown: "2"
    case .oof: "3"
    }
  }
}
