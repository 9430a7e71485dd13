import CalendarTime
import FoundationEssentials
import JSON

/// When a person is taken, as others may see it.
struct FreeBusy {
  struct Item {
    var document: JSONObject
    /// A word of `freeBusyStatus`.
    var status: String
    /// When the owner is taken; whole days from midnight to midnight where the owner is.
    var range: Range<Date>
    /// The midnights of whole days, which are the same on every wall; nil for times of day.
    var days: (first: WallTime, end: WallTime)?
  }

  let items: [Item]

  /// The times of a mailbox's default calendar in a window; cancelled meetings take none.
  init(of mailbox: Mailbox, in window: Range<Date>) throws(GraphError) {
    let reader = EventReader(mailbox)
    let home = (try? mailbox.settings())?["timeZone"]?.string
    let zone = (try? mailbox.store.zones.zone(home ?? "UTC")) ?? .utc
    var items: [Item] = []
    // Whole days are kept by the midnights of UTC, which may lie most of a day from the owner's.
    let wide =
      window.lowerBound.addingTimeInterval(-86_400)..<window.upperBound.addingTimeInterval(86_400)
    for instance in try mailbox.instances(in: try mailbox.defaultCalendar(), showing: wide) {
      let document = try reader.document(instance)
      guard document["isCancelled"] != true, instance.start <= instance.end else { continue }
      var item = Item(
        document: document, status: document["showAs"]?.string ?? "busy",
        range: instance.start..<instance.end)
      let (first, end) = (
        Zone.utc.wallTime(at: instance.start), Zone.utc.wallTime(at: instance.end)
      )
      if document["isAllDay"] == true, first.secondOfDay == 0, end.secondOfDay == 0 {
        item.days = (first, end)
        item.range = zone.instant(of: first)..<max(zone.instant(of: first), zone.instant(of: end))
      }
      if item.range.lowerBound < window.upperBound, item.range.upperBound > window.lowerBound {
        items.append(item)
      }
    }
    self.items = items.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The digit of a status: 0 free or working elsewhere, 1 tentative, 2 busy, 3 out of office.
  ///
  /// Source: Graph "Get free/busy schedule of Outlook users and resources".
  static func digit(_ status: String) -> Int {
    switch status {
    case "tentative": 1
    case "busy", "unknown": 2
    case "oof": 3
    default: 0
    }
  }

  /// The item that takes most of a slot, nil when it is free.
  func taken(_ slot: Range<Date>) -> Item? {
    items.filter {
      $0.range.lowerBound < slot.upperBound && $0.range.upperBound > slot.lowerBound
    }
    .max { Self.digit($0.status) < Self.digit($1.status) }
    .flatMap { Self.digit($0.status) == 0 ? nil : $0 }
  }

  /// One digit for each slot of a window; the last slot may be cut short.
  func view(_ window: Range<Date>, minutes: Int) -> String {
    let length = Double(minutes * 60)
    var view = ""
    var start = window.lowerBound
    while start < window.upperBound {
      let end = start.addingTimeInterval(length)
      view += String(taken(start..<min(end, window.upperBound)).map { Self.digit($0.status) } ?? 0)
      start = end
    }
    return view
  }
}

/// When a person works, by their mailbox settings.
struct WorkingHours {
  let document: JSON
  private let days: Set<Weekday>
  private let start: Int
  private let end: Int
  private let zone: Zone

  init(of mailbox: Mailbox) throws(GraphError) {
    let settings = try? mailbox.settings()
    document = settings?["workingHours"] ?? Mailbox.defaultSettings["workingHours"] ?? [:]
    days = Set(
      (document["daysOfWeek"]?.array ?? []).compactMap(\.string).compactMap(
        Weekday.init(graphName:)))
    start = Self.seconds(document["startTime"]?.string) ?? 8 * 3600
    end = Self.seconds(document["endTime"]?.string) ?? 17 * 3600
    // A custom zone has no rules here that could be looked up.
    zone = (try? mailbox.store.zones.zone(document["timeZone"]?["name"]?.string ?? "UTC")) ?? .utc
  }

  private static func seconds(_ text: String?) -> Int? {
    let parts = (text ?? "").prefix(8).split(separator: ":").compactMap { Int($0) }
    return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : nil
  }

  /// Whether a slot lies within the hours of one working day.
  func hold(_ slot: Range<Date>) -> Bool {
    let (from, to) = (zone.wallTime(at: slot.lowerBound), zone.wallTime(at: slot.upperBound))
    return from.date == to.date && days.contains(from.date.weekday) && from.secondOfDay >= start
      && to.secondOfDay <= end
  }
}
