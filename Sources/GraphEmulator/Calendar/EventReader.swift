import CalendarTime
import FoundationEssentials
import JSON

/// How a request wants events to be written.
struct EventStyle {
  /// The name to answer with, and the zone it stands for; UTC without `Prefer: outlook.timezone`.
  var zoneName = "UTC"
  var zone = Zone.utc
  var bodyAsText = false
  /// Whether `originalStart` comes, which the service leaves out unless it is selected.
  var withOriginalStart = false
  /// Whether `cancelledOccurrences` comes: on a master asked for by id.
  var withCancelled = false
  var withExceptions = false
  /// Whether `attachments` come, as they do expanded.
  var withAttachments = false
  /// False for a token with `Calendars.ReadBasic` alone.
  var withBody = true
  /// What was followed, for `Preference-Applied`.
  var applied: [String] = []

  init() {}

  /// What `call` asks for; throws 400 for a zone that is none.
  init(_ call: GraphCall, zones: GraphZones) throws(GraphError) {
    let preferences = call.preferences
    if let name = preferences["outlook.timezone"] {
      zone = try zones.zone(name)
      zoneName = name
      applied.append("outlook.timezone=\"\(name)\"")
    }
    if let type = preferences["outlook.body-content-type"]?.lowercased(),
      type == "text" || type == "html"
    {
      bodyAsText = type == "text"
      applied.append("outlook.body-content-type=\"\(type)\"")
    }
    let full = [
      "calendars.read", "calendars.readwrite", "calendars.read.shared",
      "calendars.readwrite.shared",
    ]
    withBody = call.scopes.isEmpty || full.contains(where: call.scopes.contains)
  }
}

/// Reads the events of a mailbox as answers write them, each series once.
final class EventReader {
  let mailbox: Mailbox
  /// What the reader may see; answers hide the rest.
  let rights: CalendarRights
  private var items: [Int: MailboxItem] = [:]
  private var timings: [Int: EventTiming] = [:]

  init(_ mailbox: Mailbox, _ rights: CalendarRights = .owner()) {
    self.mailbox = mailbox
    self.rights = rights
  }

  func item(_ number: Int) throws(GraphError) -> MailboxItem {
    if let item = items[number] { return item }
    guard let item = try mailbox.item(number: number), !item.isDeleted else { throw .itemNotFound }
    items[number] = item
    return item
  }

  func timing(_ item: MailboxItem) throws(GraphError) -> EventTiming {
    if let timing = timings[item.number] { return timing }
    let timing = try mailbox.timing(of: item.document)
    timings[item.number] = timing
    return timing
  }

  /// Forgets an item that was just written.
  func forget(_ number: Int) {
    items[number] = nil
    timings[number] = nil
  }

  // MARK: Finding

  /// The event that an id names: a single event, a series, an occurrence or an exception.
  ///
  /// Throws 404 `ErrorItemNotFound`, or 400 `ErrorInvalidIdMalformed`.
  func event(_ id: String, in calendar: MailboxItem?) throws(GraphError) -> EventInstance {
    guard let identifier = try ItemIdentifier.parse(id, mailbox: mailbox.viewer.id),
      let item = try mailbox.item(number: identifier.number), item.kind == .event,
      !item.isDeleted, item.series == nil, calendar == nil || item.parent == calendar?.number
    else { throw .itemNotFound }
    let timing = try timing(item)
    guard let day = identifier.day else {
      let (start, end) =
        timing.instants(timing.rule?.firstDate.map(timing.occurrence(on:)) ?? timing.first)
      return EventInstance(
        kind: timing.rule == nil ? .singleInstance : .seriesMaster, number: item.number,
        change: item.change, start: start, end: end)
    }
    guard let found = try instance(of: item, day: day) else { throw .itemNotFound }
    return found
  }

  /// The occurrence or exception of a series on a day; nil when it was deleted or never was.
  func instance(of master: MailboxItem, day: Int) throws(GraphError) -> EventInstance? {
    let date = CalendarDate(daysSinceEpoch: day)
    let timing = try timing(master)
    guard let rule = timing.rule else { return nil }
    if let special = try mailbox.specialDays(of: master).first(where: { $0.day == day }) {
      guard !special.isDeleted else { return nil }
      return try exception(try item(special.item), of: master)
    }
    guard rule.contains(date) else { return nil }
    let (start, end) = timing.instants(timing.occurrence(on: date))
    return EventInstance(
      kind: .occurrence, number: master.number, series: master.number, day: day,
      change: master.change, start: start, end: end)
  }

  func exception(
    _ item: MailboxItem, of master: MailboxItem
  ) throws(GraphError) -> EventInstance {
    let timing = try mailbox.timing(of: try document(ofException: item))
    let (start, end) = timing.instants(timing.first)
    return EventInstance(
      kind: .exception, number: item.number, series: master.number, day: item.day,
      change: item.change, start: start, end: end)
  }

  // MARK: Documents

  /// The whole document of an instance, times in the zone the event was made in.
  func document(_ instance: EventInstance) throws(GraphError) -> JSONObject {
    switch instance.kind {
    case .singleInstance, .seriesMaster: return try item(instance.number).document
    case .occurrence:
      guard let day = instance.day else { throw .itemNotFound }
      return try document(ofOccurrence: day, series: instance.number)
    case .exception: return try document(ofException: try item(instance.number))
    }
  }

  /// The document of the occurrence on a day: its series' with times of its own.
  func document(ofOccurrence day: Int, series: Int) throws(GraphError) -> JSONObject {
    let master = try item(series)
    let timing = try timing(master)
    let span = timing.occurrence(on: CalendarDate(daysSinceEpoch: day))
    var document = master.document
    document["recurrence"] = .null
    document["transactionId"] = nil
    if timing.isAllDay {
      document["start"] = EventTime.document(span.start, timing.start.zoneName)
      document["end"] = EventTime.document(span.end, timing.end.zoneName)
    } else {
      let zoneName =
        master.document["recurrence"]?["range"]?["recurrenceTimeZone"]?.string
        ?? timing.start.zoneName
      document["start"] = EventTime.document(span.start, zoneName)
      document["end"] = EventTime.document(span.end, zoneName)
    }
    if let id = document["iCalUId"]?.string {
      document["iCalUId"] = .string(
        GlobalObjectID.occurrence(id, on: CalendarDate(daysSinceEpoch: day)))
    }
    return document
  }

  /// The document of an exception: its occurrence's with what was changed.
  func document(ofException item: MailboxItem) throws(GraphError) -> JSONObject {
    guard let series = item.series, let day = item.day else { throw .itemNotFound }
    var document = try document(ofOccurrence: day, series: series)
    for (name, value) in item.document { document[name] = value }
    return document
  }

  /// When the series would have an occurrence or exception; nil for other events.
  func originalStart(of instance: EventInstance) throws(GraphError) -> Date? {
    guard let series = instance.series, let day = instance.day else { return nil }
    let timing = try timing(try item(series))
    let date = CalendarDate(daysSinceEpoch: day)
    return timing.instants(timing.occurrence(on: date)).start
  }

  // MARK: Answers

  /// An instance as the service writes it.
  func json(_ instance: EventInstance, _ style: EventStyle) throws(GraphError) -> JSON {
    let item = try item(instance.number)
    let master = try instance.series.map { (number) throws(GraphError) in try self.item(number) }
    let document = try document(instance)
    var writer = EventWriter(document: rights.shown(document), style: style)
    writer.id =
      if let day = instance.day, let master {
        mailbox.id(ofOccurrence: day, series: master.number, alphabet: master.alphabet)
      } else {
        mailbox.id(of: item)
      }
    writer.changeKey = mailbox.changeKey(of: item)
    writer.created = (master ?? item).created
    writer.modified = item.modified
    writer.kind = instance.kind
    writer.seriesMasterID = master.map(mailbox.id(of:))
    writer.isPersonal = mailbox.user.isPersonal
    if style.withOriginalStart { writer.originalStart = try originalStart(of: instance) }
    if instance.kind == .seriesMaster, style.withCancelled || style.withExceptions {
      try addSpecialDays(of: item, to: &writer, style)
    }
    if style.withAttachments, rights.sight(of: document) == .everything {
      var attachments: [JSON] = []
      for attachment in try mailbox.attachments(of: instance, self) {
        attachments.append(try mailbox.attachmentJSON(attachment, withContent: true))
      }
      writer.attachments = attachments
    }
    return .object(try writer.written(zones: mailbox.store.zones, quirks: mailbox.store.quirks))
  }

  private func addSpecialDays(
    of master: MailboxItem, to writer: inout EventWriter, _ style: EventStyle
  ) throws(GraphError) {
    let special = try mailbox.specialDays(of: master)
    if style.withCancelled {
      let id = mailbox.id(of: master)
      writer.cancelled = special.filter(\.isDeleted).map {
        "OID.\(id).\(CalendarDate(daysSinceEpoch: $0.day))"
      }
    }
    guard style.withExceptions else { return }
    var inner = style
    (inner.withCancelled, inner.withExceptions) = (false, false)
    var exceptions: [JSON] = []
    for day in special where !day.isDeleted {
      exceptions.append(try json(try exception(try item(day.item), of: master), inner))
    }
    writer.exceptions = exceptions
  }
}
