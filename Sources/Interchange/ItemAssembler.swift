import CalendarTime
import Calendaring
import FoundationEssentials
import ICalendarC

/// Puts the components of one identity together: an event, or a series and its special days.
struct ItemAssembler {
  /// In capitals; nil where the file says none.
  let method: String?
  private var reader: EventReader

  init(method: String?, zones: FileZones) {
    self.method = method
    reader = EventReader(zones: zones)
  }

  /// What becomes of components with one identity, or of one without any.
  mutating func items(of components: [Component]) -> [ReadItem] {
    let masters = components.filter { $0["RECURRENCE-ID"] == nil }
    let others = components.filter { $0["RECURRENCE-ID"] != nil }
    guard let master = newest(masters) else { return others.map { orphan($0) } }
    var item = blank(master)
    if masters.count > 1 {
      item.notes.append("its UID stands \(masters.count) times in the file; the newest counts")
    }
    if let refusal = refusal(of: master) {
      item.outcome = .failure(refusal)
      return [item]
    }
    var orphans: [Component] = []
    do throws(ItemRefusal) {
      var filed = try filed(master, &item)
      for other in others where try !take(other, into: &filed, &item) {
        orphans.append(other)
      }
      item.outcome = .success(filed)
      if isCancelled(filed) { item.wish = .cancel(days: []) }
    } catch {
      item.outcome = .failure(error)
      return [item]
    }
    return [item] + orphans.map { orphan($0) }
  }

  /// Of several with one identity the one that was changed most often, or comes last.
  private func newest(_ masters: [Component]) -> Component? {
    masters.enumerated().max {
      (sequence($0.element), $0.offset) < (sequence($1.element), $1.offset)
    }?.element
  }

  private func sequence(_ component: Component) -> Int {
    max(0, component["SEQUENCE"].flatMap { Int($0.value.trimmed) } ?? 0)
  }

  private func blank(_ component: Component) -> ReadItem {
    var notes: [String] = []
    var uid = component.text("UID") ?? ""
    if uid.isEmpty {
      uid = Self.madeUID(component)
      notes.append("it has no UID; one was made of its time and words")
    }
    return ReadItem(
      line: component.line, uid: uid, sequence: sequence(component),
      subject: component.text("SUMMARY") ?? "",
      outcome: .failure(ItemRefusal(line: component.line, "it was not read")), notes: notes)
  }

  /// The same for the same event, so that it is found again.
  private static func madeUID(_ component: Component) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for name in ["DTSTART", "DTEND", "SUMMARY"] {
      for byte in (name + (component[name]?.value ?? "")).utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    return "graphcal-" + String(hash, radix: 16)
  }

  private func refusal(of component: Component) -> ItemRefusal? {
    switch method {
    case nil, "PUBLISH", "REQUEST", "CANCEL": nil
    case "REPLY":
      ItemRefusal(line: component.line, "METHOD:REPLY is somebody's answer and no event")
    case let method?:
      ItemRefusal(line: component.line, "METHOD:\(method) asks for something else than an event")
    }
  }

  private func isCancelled(_ filed: FiledItem) -> Bool {
    method == "CANCEL" || filed.event.isCancelled
  }

  // MARK: A single event or a series

  private mutating func filed(
    _ master: Component, _ item: inout ReadItem
  ) throws(ItemRefusal) -> FiledItem {
    var filed = FiledItem(uid: item.uid, event: try event(master, &item))
    filed.sequence = item.sequence
    if let extra = master["RDATE"] ?? master["EXRULE"] {
      throw ItemRefusal(
        line: extra.line,
        "Outlook has no days besides a rule: \(extra.name):\(extra.value.prefix(200))")
    }
    let rules = master.all("RRULE")
    guard let rule = rules.first else { return filed }
    guard rules.count == 1 else {
      throw ItemRefusal(
        line: rules[1].line,
        "Outlook has one rule for a series: RRULE:\(rule.value) and RRULE:\(rules[1].value)")
    }
    try read(rule, into: &filed, &item)
    for property in master.all("EXDATE") { try exclude(property, from: &filed, &item) }
    return filed
  }

  private mutating func event(
    _ component: Component, _ item: inout ReadItem
  ) throws(ItemRefusal) -> FiledEvent {
    let event = try reader.event(component)
    for note in reader.notes where !item.notes.contains(note) { item.notes.append(note) }
    return event
  }

  private func read(
    _ rule: ICalProperty, into filed: inout FiledItem, _ item: inout ReadItem
  ) throws(ItemRefusal) {
    let start = filed.event.time.firstDate
    let reading: RecurrenceReader.Reading
    do {
      var reader = RecurrenceReader(start: start, time: filed.event.time.seriesTime)
      reader.leavesOut = true
      reading = try reader.read("RRULE:" + rule.value.trimmed)
    } catch {
      throw ItemRefusal(line: rule.line, error.message)
    }
    item.notes += reading.notes.map(\.message)
    filed.rule = reading.rule
    filed.deleted = reading.leftOut
    filed.event.time = filed.event.time.moved(
      days: reading.rule.start.daysSinceEpoch - start.daysSinceEpoch)
  }

  // MARK: Days of a series

  private mutating func exclude(
    _ property: ICalProperty, from filed: inout FiledItem, _ item: inout ReadItem
  ) throws(ItemRefusal) {
    for value in property.value.split(separator: ",") {
      guard let moment = WrittenMoment(value, zone: property["TZID"]) else {
        throw ItemRefusal(line: property.line, "EXDATE:\(value) is no date and no time")
      }
      if let day = try day(of: moment, in: filed, line: property.line) {
        filed.deleted.insert(day)
      } else {
        item.notes.append("EXDATE:\(value) is no day of the series and is left aside")
      }
    }
  }

  /// Takes a changed or called-off day; false where the series has no such day.
  private mutating func take(
    _ component: Component, into filed: inout FiledItem, _ item: inout ReadItem
  ) throws(ItemRefusal) -> Bool {
    guard let identity = component["RECURRENCE-ID"], let moment = WrittenMoment(identity) else {
      throw ItemRefusal(
        line: component["RECURRENCE-ID"]?.line ?? component.line,
        "RECURRENCE-ID:\(component["RECURRENCE-ID"]?.value ?? "") is no date and no time")
    }
    if identity["RANGE"]?.uppercased() == "THISANDFUTURE" {
      throw ItemRefusal(
        line: identity.line,
        "RECURRENCE-ID with RANGE=THISANDFUTURE changes all days that follow; such a series is to be "
          + "two")
    }
    guard let day = try day(of: moment, in: filed, line: identity.line) else { return false }
    let event = try event(component, &item)
    item.sequence = max(item.sequence, sequence(component))
    filed.sequence = item.sequence
    if event.isCancelled {
      filed.deleted.insert(day)
      filed.changed[day] = nil
    } else {
      filed.changed[day] = event
      filed.deleted.remove(day)
    }
    return true
  }

  /// The day of the rule that a moment means: by the instant, or by the date for whole days.
  private mutating func day(
    of moment: WrittenMoment, in filed: FiledItem, line: Int
  ) throws(ItemRefusal) -> CalendarDate? {
    guard let rule = filed.rule else { return nil }
    let time = filed.event.time.seriesTime
    let day: CalendarDate
    switch (moment, time.secondOfDay) {
    case (.date(let date), _): day = date
    case (_, nil): day = moment.wallTime?.date ?? rule.start
    case (_, _?):
      let instant = try reader.place(moment, line: line).instant
      day = time.zone.date(at: instant)
      // A time that the clocks skip lies later than the rule says.
      guard time.instant(on: day) == instant else { return nil }
    }
    return rule.contains(day) ? day : nil
  }

  /// A changed day whose series is not in the file: an event of its own.
  private mutating func orphan(_ component: Component) -> ReadItem {
    var item = blank(component)
    item.isOneOfSeries = true
    let identity = component["RECURRENCE-ID"]
    do throws(ItemRefusal) {
      if let refusal = refusal(of: component) { throw refusal }
      if identity?["RANGE"]?.uppercased() == "THISANDFUTURE" {
        throw ItemRefusal(
          line: identity?.line ?? component.line,
          "RECURRENCE-ID with RANGE=THISANDFUTURE changes a series that is not in the file")
      }
      let event = try event(component, &item)
      if method == "CANCEL" || event.isCancelled, let moment = identity.flatMap(WrittenMoment.init)
      {
        let line = identity?.line ?? component.line
        if case .date(let date) = moment {
          item.wish = .cancel(days: [.date(date)])
        } else {
          item.wish = .cancel(days: [.instant(try reader.place(moment, line: line).instant)])
        }
      } else {
        item.uid += "#" + (identity?.value.trimmed ?? "")
        item.notes.append("its series is not in the file; it becomes a single event")
      }
      var filed = FiledItem(uid: item.uid, event: event)
      filed.sequence = item.sequence
      item.outcome = .success(filed)
    } catch {
      item.outcome = .failure(error)
    }
    return item
  }
}
