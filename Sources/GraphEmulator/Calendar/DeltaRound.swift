import CalendarTime
import FoundationEssentials
import JSON

/// Works out what a round over a calendar has to tell.
struct DeltaRound {
  /// One entry of the answer.
  struct Entry {
    enum Content {
      case event(EventInstance)
      /// An occurrence, of which only its times are told.
      case stub(EventInstance)
      /// Gone, with the id it had.
      case removed(String)
    }

    var content: Content
    /// Its place in the round: change, item, day.
    var place: [Int]
    /// What it is of: an item, or a day of a series.
    var subject: Subject
  }

  struct Subject: Hashable {
    var number: Int
    var day: Int?
  }

  let reader: EventReader
  let calendar: MailboxItem
  let window: Range<Date>?
  let tellsMasters: Bool
  private var mailbox: Mailbox { reader.mailbox }

  // MARK: The first round

  /// Everything there is: single events and exceptions whole, occurrences as stubs, their masters once.
  func everything() throws(GraphError) -> [Entry] {
    guard let window else { return try everythingAtAnyTime() }
    var entries: [Entry] = []
    var masters: Set<Int> = []
    for instance in try mailbox.instances(in: calendar, showing: window) {
      if let series = instance.series, masters.insert(series).inserted, tellsMasters {
        entries.append(entry(try masterInstance(series)))
      }
      entries.append(entry(instance))
    }
    return entries
  }

  private func everythingAtAnyTime() throws(GraphError) -> [Entry] {
    var entries: [Entry] = []
    for instance in try mailbox.eventsAndSeries(in: calendar) {
      entries.append(entry(instance))
      guard instance.kind == .seriesMaster else { continue }
      for exception in try exceptions(of: try reader.item(instance.number)) {
        entries.append(entry(exception))
      }
    }
    return entries
  }

  private func masterInstance(_ number: Int) throws(GraphError) -> EventInstance {
    try reader.event(mailbox.id(of: try reader.item(number)), in: nil)
  }

  private func exceptions(of master: MailboxItem) throws(GraphError) -> [EventInstance] {
    var found: [EventInstance] = []
    for special in try mailbox.specialDays(of: master) where !special.isDeleted {
      found.append(try reader.exception(try reader.item(special.item), of: master))
    }
    return found
  }

  private func entry(_ instance: EventInstance) -> Entry {
    Entry(
      content: instance.kind == .occurrence ? .stub(instance) : .event(instance),
      place: [instance.change, instance.number, instance.day ?? .min],
      subject: Subject(number: instance.series ?? instance.number, day: instance.day))
  }

  // MARK: Later rounds

  /// What changed after one change; of two entries for one thing the later stands.
  func changes(after since: Int) throws(GraphError) -> [Entry] {
    var entries: [Subject: Entry] = [:]
    for item in try mailbox.items(.event, in: calendar.number, changedAfter: since) {
      for entry in try changes(of: item, after: since) {
        if case .removed = entry.content, entries[entry.subject] != nil { continue }
        entries[entry.subject] = entry
      }
    }
    return Array(entries.values)
  }

  private func changes(
    of item: MailboxItem, after since: Int
  ) throws(GraphError) -> [Entry] {
    if let series = item.series, let day = item.day {
      return try changesOfException(item, series: series, day: day, after: since)
    }
    var entries = try lostOccurrences(of: item, after: since)
    let id = mailbox.id(of: item)
    if item.isDeleted {
      if try wasSeen(item, since) { entries.append(removed(id, item)) }
      return entries
    }
    let instance = try masterInstance(item.number)
    guard instance.kind == .seriesMaster else {
      if window?.shows(start: instance.start, end: instance.end) ?? true {
        entries.append(entry(instance))
      } else if try wasSeen(item, since) {
        entries.append(removed(id, item))
      }
      return entries
    }
    let now = try current(item)
    if !now.isEmpty || window == nil {
      if tellsMasters { entries.append(entry(instance)) }
    } else if tellsMasters, try wasSeen(item, since) {
      entries.append(removed(id, item))
    }
    for occurrence in now {
      var entry = entry(occurrence)
      // All of a series is told with its master, in one piece.
      entry.place[0] = item.change
      entries.append(entry)
    }
    return entries
  }

  private func changesOfException(
    _ item: MailboxItem, series: Int, day: Int, after since: Int
  ) throws(GraphError) -> [Entry] {
    // A series that is gone takes its exceptions along, and tells so itself.
    guard let master = try mailbox.item(number: series), !master.isDeleted else { return [] }
    if !item.isDeleted {
      let instance = try reader.exception(item, of: master)
      if window?.shows(start: instance.start, end: instance.end) ?? true {
        return [entry(instance)]
      }
    }
    guard master.createdChange <= since else { return [] }
    let timing = try reader.timing(master)
    let (start, end) = timing.instants(
      timing.occurrence(on: CalendarDate(daysSinceEpoch: day)))
    guard let window else { return [] }
    let wasThere =
      if window.shows(start: start, end: end) { true } else {
        try mailbox.wasEver(item, in: window)
      }
    guard wasThere else { return [] }
    return [removed(mailbox.id(of: item), item)]
  }

  /// Whether a client knows an item from before.
  private func wasSeen(_ item: MailboxItem, _ since: Int) throws(GraphError) -> Bool {
    guard item.createdChange <= since else { return false }
    guard let window else { return true }
    return try mailbox.wasEver(item, in: window)
  }

  private func removed(_ id: String, _ item: MailboxItem, day: Int? = nil) -> Entry {
    let day = day ?? item.day
    return Entry(
      content: .removed(id), place: [item.change, item.number, day ?? .min],
      subject: Subject(number: item.series ?? item.number, day: day))
  }

  /// The occurrences and exceptions of a series that show in the window.
  private func current(_ master: MailboxItem) throws(GraphError) -> [EventInstance] {
    guard let window else { return [] }
    let exceptions = try exceptions(of: master).filter {
      window.shows(start: $0.start, end: $0.end)
    }
    return try mailbox.occurrences(of: master, showing: window) + exceptions
  }

  /// The occurrences that a series had in the window before it changed or went, and has no more.
  private func lostOccurrences(
    of item: MailboxItem, after since: Int
  ) throws(GraphError) -> [Entry] {
    guard let window, item.createdChange <= since,
      let past = try mailbox.pastSeries(item.number, at: since)
    else { return [] }
    let timing = try mailbox.timing(of: past)
    var left: Set<Int> = []
    if !item.isDeleted, item.document["recurrence"]?.isNull == false {
      left = Set(try current(item).compactMap(\.day))
    }
    var entries: [Entry] = []
    for day in timing.days(around: window) where !left.contains(day.daysSinceEpoch) {
      let (start, end) = timing.instants(timing.occurrence(on: day))
      guard window.shows(start: start, end: end) else { continue }
      let number = day.daysSinceEpoch
      let id = mailbox.id(ofOccurrence: number, series: item.number, alphabet: item.alphabet)
      entries.append(removed(id, item, day: number))
    }
    return entries
  }
}
