import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Host
import Interchange
import JSON

/// What is to become of one identity of a file.
struct PlannedImport: Sendable {
  enum Deed: Sendable {
    /// A new event of these properties, with special days where it is a series.
    case create(JSONObject, days: [CalendarDate: SpecialDay])
    /// Properties that change, and days that do.
    case update(JSONObject, days: [CalendarDate: SpecialDay])
    /// The event goes, or these days of the series.
    case cancel(days: [CalendarDate: SpecialDay])
    /// Nothing is to be done, for a reason or because it is so already.
    case unchanged(String?)
    /// Nothing is to be made of it.
    case skipped(String)
    case refused(ItemRefusal)
  }

  /// What a report says of an entry, without what the entry itself says.
  struct Heading: Sendable {
    /// The line of the file it begins on.
    var line: Int
    var uid: String
    var subject: String
    var notes: [String]

    init(_ item: ReadItem) {
      (line, uid, subject, notes) = (item.line, item.uid, item.subject, item.notes)
    }
  }

  var item: Heading
  var deed: Deed
  /// What is there already.
  var event: JSONObject?
  /// How many people get mail.
  var mailed = 0
  /// Why some of what was asked for is not done, whatever is repeated.
  var refusals: [String] = []

  /// The words for the parts that change.
  var changes: [String] {
    guard case .update(let changes, let days) = deed else { return [] }
    return EventPart.parts(of: changes).map(\.rawValue) + (days.isEmpty ? [] : ["days"])
  }

  var isSeries: Bool { event?["type"]?.string?.lowercased() == "seriesmaster" }
}

/// Decides what is to become of what a file says; asks nobody and sends nothing.
struct ImportPlanner {
  var context: Context
  var zone: Zone
  /// Whether the people of the file are to be invited.
  var invites: Bool
  /// The address of the account; nil where only a token is known.
  var owner: String?

  /// The names of zones for the service that were looked for already.
  private var zoneNames: [ZoneKey: String?] = [:]

  private struct ZoneKey: Hashable {
    var zone: String
    var year: Int
  }

  init(context: Context, zone: Zone, invites: Bool, owner: String?) {
    self.context = context
    self.zone = zone
    self.invites = invites
    self.owner = owner
  }

  private var comparison: EventComparison { EventComparison(zones: context.zones) }

  /// Plans what a file says; with `parts` only these of what is there already are to change, as a file
  /// that is kept like the calendar has them.
  mutating func plan(
    _ item: ReadItem, _ entry: ImportIndex.Entry?, of parts: Set<String>? = nil
  ) -> PlannedImport {
    var planned = PlannedImport(
      item: PlannedImport.Heading(item), deed: .unchanged(nil), event: entry?.event)
    do throws(ItemRefusal) {
      let filed = try item.outcome.get()
      if case .cancel(let days) = item.wish {
        planned.deed = try cancel(days, item, entry)
        if case .cancel = planned.deed, let event = entry?.event {
          planned.mailed = MeetingPeople.count(event)
        }
      } else if let entry {
        try update(filed, entry, of: parts, &planned)
      } else {
        try create(filed, &planned)
      }
    } catch {
      planned.deed = .refused(error)
    }
    return planned
  }

  // MARK: New

  private mutating func create(
    _ filed: FiledItem, _ planned: inout PlannedImport
  ) throws(ItemRefusal) {
    let time = try time(filed, &planned.item)
    var event = filed.event.members(isNew: true)
    for (name, value) in time.members { event[name] = value }
    if let rule = filed.rule {
      event["recurrence"] = (rule.kept(in: time.zoneName) ?? rule).graphJSON
    }
    let people = invited(filed.event, &planned.item)
    if !people.isEmpty { event["attendees"] = .array(people.map(\.graphJSON)) }
    planned.mailed = people.count
    event["transactionId"] = .string(context.randomness.uuid())
    event["singleValueExtendedProperties"] =
      SourceIdentity(uid: filed.uid, sequence: filed.sequence).graphJSON
    var ruled = filed.event.members(isNew: false)
    ruled["recurrence"] = event["recurrence"]
    planned.deed = .create(event, days: try days(filed, time, ruled, nil, &planned.item))
  }

  /// Who is invited: nobody unless that was asked for, and nobody to a meeting of somebody else.
  private func invited(_ event: FiledEvent, _ item: inout PlannedImport.Heading) -> [Attendee] {
    let organizer = event.organizer?.address?.lowercased()
    let people = event.attendees.filter { attendee in
      guard let address = attendee.person.address?.lowercased() else { return false }
      return address != organizer && address != owner?.lowercased()
    }
    guard !people.isEmpty else { return [] }
    if !invites {
      let verb = people.count == 1 ? "is" : "are"
      item.notes.append("\(Plural.people(people.count)) of it \(verb) not invited (--invite)")
      return []
    }
    if let organizer, let owner, organizer != owner.lowercased() {
      item.notes.append("nobody is invited: it is a meeting of \(organizer)")
      return []
    }
    return people
  }

  // MARK: There already

  private mutating func update(
    _ filed: FiledItem, _ entry: ImportIndex.Entry, of parts: Set<String>?,
    _ planned: inout PlannedImport
  ) throws(ItemRefusal) {
    if parts == nil, let source = entry.source, source.sequence > filed.sequence {
      planned.deed = .unchanged(
        "the calendar has a newer one (SEQUENCE \(source.sequence) after \(filed.sequence))")
      return
    }
    let event = entry.snapshot?.master ?? entry.event
    if event["isCancelled"]?.bool == true {
      planned.deed = .unchanged("it was called off")
      return
    }
    let time = try time(filed, &planned.item)
    var wanted = filed.event.members(isNew: false)
    for (name, value) in time.members { wanted[name] = value }
    let rule = filed.rule.map { $0.kept(in: time.zoneName) ?? $0 }
    wanted["recurrence"] = rule?.graphJSON ?? .null
    let isSame = isSameSeries(filed, entry)
    if isSame {
      for name in ["start", "end", "isAllDay", "recurrence"] { wanted[name] = event[name] }
    }
    if JoinLink.address(in: event) == filed.event.joinURL {
      wanted["body"] = plainBody(filed.event)
    }
    var changes = comparison.reduced(wanted, on: event)
    // A change of the rule or the time makes all days alike.
    var days = try days(filed, time, wanted, isSame ? entry.snapshot : nil, &planned.item)
    if let parts {
      (changes, days) = Self.limited(changes, days, to: parts)
      if parts.contains("days"), isSame { refuseReturns(filed, entry, &days, &planned) }
    }
    if changes.isEmpty, days.isEmpty { return }
    if let carried = CarriedEvent(entry, in: context, zone: zone) {
      (changes, days) = carried.reduced(changes, days, of: filed)
      if changes.isEmpty, days.isEmpty { return }
    }
    guard MeetingPeople.isOrganizer(event) else {
      if parts != nil { return planPersonal(changes, days, of: event, &planned) }
      let isOther =
        !EventPart.personal.isSuperset(of: EventPart.parts(of: changes)) || !days.isEmpty
      planned.deed = .unchanged(
        isOther ? "only \(MeetingPeople.organizer(event)) can change this meeting" : nil)
      return
    }
    let people = MeetingPeople.count(event)
    let isHeard = !EventPart.silent.isSuperset(of: EventPart.parts(of: changes)) || !days.isEmpty
    if people > 0, isHeard {
      guard invites else {
        throw ItemRefusal(
          line: planned.item.line,
          "\(Plural.people(people)) would be told by mail of the change; --invite allows it")
      }
      planned.mailed = people
    }
    changes["singleValueExtendedProperties"] =
      SourceIdentity(uid: filed.uid, sequence: filed.sequence).graphJSON
    planned.deed = .update(changes, days: days)
  }

  private func isSameSeries(_ filed: FiledItem, _ entry: ImportIndex.Entry) -> Bool {
    guard let snapshot = entry.snapshot else { return false }
    let times = TimeReader(context: context, zone: zone)
    return (try? FiledItem(of: snapshot, times: times))?.isSameSeries(as: filed) ?? false
  }

  /// The text alone: the event knows the way into its meeting by itself.
  private func plainBody(_ event: FiledEvent) -> JSON {
    var event = event
    event.joinURL = nil
    return event.members(isNew: false)["body"] ?? .null
  }

  // MARK: Called off

  private func cancel(
    _ days: [ReadItem.CancelledDay], _ item: ReadItem, _ entry: ImportIndex.Entry?
  ) throws(ItemRefusal) -> PlannedImport.Deed {
    guard let entry else { return .skipped("called off, and not in the calendar") }
    if let source = entry.source, source.sequence > item.sequence {
      return .unchanged(
        "the calendar has a newer one (SEQUENCE \(source.sequence) after \(item.sequence))")
    }
    var gone: [CalendarDate: SpecialDay] = [:]
    if days.isEmpty {
      if entry.event["isCancelled"]?.bool == true { return .unchanged(nil) }
    } else {
      guard let snapshot = entry.snapshot else {
        return .unchanged("one of a series is called off, and the event is no series")
      }
      let clock = SeriesClock(of: snapshot.master, zones: context.zones)
      for day in days {
        let date: CalendarDate
        switch day {
        case .date(let day): date = day
        case .instant(let instant): date = clock.zone.date(at: instant)
        }
        if !snapshot.deleted.contains(date),
          snapshot.exceptions[date]?["isCancelled"]?.bool != true
        {
          gone[date] = .deleted
        }
      }
      if gone.isEmpty { return .unchanged(nil) }
    }
    // Nobody has to be told of what is so already.
    guard MeetingPeople.count(entry.event) == 0 || invites else {
      throw ItemRefusal(
        line: item.line,
        "\(Plural.people(MeetingPeople.count(entry.event))) would be told by mail; --invite allows it"
      )
    }
    return .cancel(days: gone)
  }

  // MARK: Times and days

  /// When the event is, in the words of the service.
  private mutating func time(
    _ filed: FiledItem, _ item: inout PlannedImport.Heading
  ) throws(ItemRefusal) -> EventDraft.Time {
    let (time, note) = try time(
      filed.event.time, isSeries: filed.rule != nil, line: item.line)
    if let note { item.notes.append(note) }
    return time
  }

  private mutating func time(
    _ time: FiledEvent.Time, isSeries: Bool, line: Int
  ) throws(ItemRefusal) -> (EventDraft.Time, note: String?) {
    switch time {
    case .allDay(let first, let end):
      let name = serviceName(of: zone, from: context.now())
      return (.allDay(first: first, end: end, zoneName: name ?? "UTC"), nil)
    case .timed(let start, let end, let zone):
      let from = isSeries ? max(start, context.now()) : start
      let name = serviceName(of: zone, from: from)
      let walls = (zone.wallTime(at: start), zone.wallTime(at: end))
      if isSeries {
        guard let name else {
          throw ItemRefusal(
            line: line,
            "a series cannot be kept in \(zone.name): no zone that Outlook knows has its rules")
        }
        return (.timed(start: walls.0, end: walls.1, zoneName: name), nil)
      }
      if let name, zone.instant(of: walls.0) == start, zone.instant(of: walls.1) == end {
        return (.timed(start: walls.0, end: walls.1, zoneName: name), nil)
      }
      let utc = EventDraft.Time.timed(
        start: Zone.utc.wallTime(at: start), end: Zone.utc.wallTime(at: end), zoneName: "UTC")
      return (
        utc,
        name == nil ? "no zone that Outlook knows is like \(zone.name); it is kept in UTC" : nil
      )
    }
  }

  /// The name under which the service knows the clocks of a zone from an instant on.
  private mutating func serviceName(of zone: Zone, from instant: Date) -> String? {
    let key = ZoneKey(zone: zone.name, year: zone.date(at: instant).year)
    if let known = zoneNames[key] { return known }
    let name = context.zones.windowsName(for: zone, from: instant).name
    zoneNames[key] = .some(name)
    return name
  }

  /// The days that have to be made different from the rule, or the same again.
  ///
  /// `ruled` is what the master has, or is going to have; `known` are the days as they are now, nil
  /// where all are going to be alike.
  private mutating func days(
    _ filed: FiledItem, _ time: EventDraft.Time, _ ruled: JSONObject,
    _ known: SeriesSnapshot?, _ item: inout PlannedImport.Heading
  ) throws(ItemRefusal) -> [CalendarDate: SpecialDay] {
    guard let rule = filed.rule else { return [:] }
    var days: [CalendarDate: SpecialDay] = [:]
    for day in filed.deleted where known?.deleted.contains(day) != true {
      if known?.exceptions[day]?["isCancelled"]?.bool != true { days[day] = .deleted }
    }
    for (day, event) in filed.changed {
      var wanted = event.members(isNew: false)
      let (own, note) = try self.time(event.time, isSeries: false, line: item.line)
      if let note { item.notes.append(note) }
      for (name, value) in own.members { wanted[name] = value }
      let changes = comparison.reduced(
        wanted, on: known?.exceptions[day] ?? by(ruled, time, on: day))
      if !changes.isEmpty { days[day] = .changed(changes) }
    }
    guard let known else { return days }
    for (day, event) in known.exceptions
    where filed.changed[day] == nil && !filed.deleted.contains(day) && rule.contains(day)
      && event["isCancelled"]?.bool != true
    {
      var wanted = by(ruled, time, on: day)
      wanted["recurrence"] = nil
      let changes = comparison.reduced(wanted, on: event)
      if !changes.isEmpty { days[day] = .changed(changes) }
    }
    let lost = known.deleted.subtracting(filed.deleted).filter(rule.contains)
    if !lost.isEmpty {
      item.notes.append(
        "\(Plural.of(lost.count, "day")) that were deleted in the calendar stay deleted")
    }
    return days
  }

  /// What the series has on a day by its rule.
  private func by(_ ruled: JSONObject, _ time: EventDraft.Time, on day: CalendarDate) -> JSONObject
  {
    var event = ruled
    for (name, value) in time.moved(to: day).members { event[name] = value }
    return event
  }
}
