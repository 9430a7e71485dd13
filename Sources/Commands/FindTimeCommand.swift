package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering

/// `graphcal find-time`: when people can meet.
package struct FindTimeCommand: Command {
  package static let name = "find-time"
  package static let summary = "Find a time for a meeting."
  package static let isPaged = true
  package static let discussion = """
    Outlook suggests times in your working hours, from now on and two weeks ahead without --to or \
    --days, the surest first: 100 % means that everybody is free. PERSON is a mail address, or the name \
    of somebody among your contacts and the people you work with. People given with --optional lower \
    the rank of a time, but do not rule it out.

    Personal accounts have no such service: times are then computed here from your own calendars and \
    those shared with you, which is told.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("PERSON", "Who has to be there: address or name.", into: \.people).completing(
      .known(.address))
  ]
  package static let options: [Option<Self>] = [
    .value("for", "D", "How long: 45m, 1h30m; half an hour without it.", into: \.length),
    .repeated(
      "optional", "A", "Who may be there, several parted by a semicolon.", into: \.optional,
      separatedBy: ";"
    ).completing(.known(.address)),
    .value("next", "N", "Show at most so many times; five without it.", into: \.count, in: 1...100),
    .value("from", "T", "From when on; now without it.", into: \.window.from),
    .value("to", "T", "Until when.", into: \.window.to),
    .value("days", "N", "Days to look at, the first included.", into: \.window.days, in: 1...365),
    .optionalValue(
      "room", "NAME", "With a free room: any, or --room=NAME or its address.", into: \.room,
      bare: "", attachedOnly: true, parse: { $0 }),
    .value(
      "at-least", "PERCENT", "Leave out times that are less sure than this.", into: \.percentage,
      in: 0...100),
    .flag("any-time", "Outside working hours too.", into: \.anyTime),
    .flag("without-me", "You need not be free yourself.", into: \.withoutMe),
  ]
  package static let examples = [
    Example("find-time jonas aiko --for 1h", "An hour with both."),
    Example(
      "find-time jonas --optional aiko --from mon --to fri --for 30m",
      "Half an hour with one, at best with both."),
    Example("find-time jonas --room --json", "With a room, for a script."),
  ]

  var people: [String] = []
  var length = "30m"
  var optional: [String] = []
  var count = 5
  var window = TimeWindow()
  var room: String?
  var percentage = 50
  var anyTime = false
  var withoutMe = false

  package init() {}

  package func validate() throws(ArgumentsError) { try window.validate() }

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(SuggestionJSON.fieldNames) { return }
    let length = try context.meetingLength(length, option: "--for")
    try context.requireNetwork(
      for: "no time can be found with others",
      because: "their free/busy is not in the local copy; graphcal free finds your own time")
    let session = try await context.session(needing: .readCalendars)
    let zone = try await context.commandZone(session: session).zone
    let settings = try await context.mailboxSettings(session: session)
    let asked = try window.range(
      TimeReader(context: context, zone: zone), from: context.now(), usualDays: 14)
    let range = min(max(asked.lowerBound, context.now()), asked.upperBound)..<asked.upperBound
    guard !range.isEmpty else {
      throw Failure(
        .usage, "the time asked for is past", hint: "give --from and --to times to come")
    }
    let attendees = try await AttendeeReader(context: context, session: session)
      .attendees(
        required: others(people, session), optional: others(optional, session))
    var query = MeetingTimesQuery(
      attendees: attendees, range: range, length: length, count: count)
    query.isUnrestricted = anyTime
    query.isOrganizerOptional = withoutMe
    query.percentage = percentage
    if session.isPersonal, room != nil {
      throw Failure(
        .usage, "personal accounts know of no rooms", hint: "leave out --room, and name the place")
    }
    query.room = try await wantedRoom(session, in: context)
    let finder = MeetingFinder(
      context: context, session: session, zone: zone, settings: settings, query: query)
    let answer = try await context.working("Looking for a time") {
      () async throws(Failure) in try await finder.find()
    }
    try print(answer, query: query, zone: zone, settings: settings, in: context)
  }

  /// The people besides the account itself, whose time counts anyway.
  private func others(_ words: [String], _ session: Session) -> [String] {
    words.filter { word in
      ![.some("me"), session.userName?.lowercased()].contains(word.lowercased())
    }
  }

  /// The room that has to be free too.
  ///
  /// A name goes to the service as it is where the rooms may not be read.
  private func wantedRoom(
    _ session: Session, in context: Context
  ) async throws(Failure) -> MeetingTimesQuery.Room? {
    guard let room else { return nil }
    if room.isEmpty { return .any }
    do {
      let found = try await RoomResolver(context: context, session: session).room(room)
      return .named(found.address ?? room)
    } catch {
      guard [.refused, .signedOut].contains(error.kind) else { throw error }
      return .named(room)
    }
  }

  private func print(
    _ answer: MeetingFinder.Answer, query: MeetingTimesQuery, zone: Zone,
    settings: MailboxSettings?, in context: Context
  ) throws(Failure) {
    let suggestions = Array(answer.suggestions.prefix(count))
    let listing = Listing(
      context: context, fields: SuggestionJSON.fieldNames, columns: SuggestionJSON.columns)
    if listing.isWanted {
      if let reason = answer.emptyReason { context.note("no time was found: \(reason)") }
      return try listing.print(
        suggestions.map { SuggestionJSON.json($0, zone: zone, zones: context.zones) })
    }
    let names = Dictionary(
      query.attendees.map { (($0.person.address ?? "").lowercased(), PersonText.short($0.person)) }
    ) { first, _ in first }
    let time = TimeText(
      zone: zone,
      clock: context.usesTwelveHours(settings: settings) ? .twelveHours : .twentyFourHours)
    let rows = suggestions.map { suggestion in
      SuggestionList.Row(
        slot: suggestion.range, confidence: suggestion.confidence,
        others: suggestion.availability.filter { $0.word != "free" }.map {
          (names[$0.address.lowercased()] ?? $0.address, $0.word)
        },
        isOrganizerFree: suggestion.organizerAvailability.map { $0 == "free" } ?? true,
        rooms: suggestion.locations)
    }
    try context.print(
      SuggestionList.lines(
        rows, emptyReason: answer.emptyReason, time: time, on: Surface(context.console.terminal)))
    if let first = suggestions.first { context.note(command(first, query, zone: zone)) }
  }

  /// The address of the room that goes with a suggestion.
  private func room(of suggestion: MeetingSuggestion, _ query: MeetingTimesQuery) -> String? {
    if case .named(let address)? = query.room, MailAddress.isAddress(address) { return address }
    // It is going to be typed into a shell.
    return suggestion.roomAddress.flatMap { address in
      let isPlain = address.allSatisfy { $0.isLetter || $0.isNumber || "@.-_+".contains($0) }
      return isPlain && MailAddress.isAddress(address) ? address : nil
    }
  }

  /// What to type to make the first suggestion a meeting.
  private func command(
    _ suggestion: MeetingSuggestion, _ query: MeetingTimesQuery, zone: Zone
  ) -> String {
    var words = [
      "graphcal new-event --subject \"…\"",
      "--start \(suggestion.range.lowerBound.rfc3339(in: zone))",
      "--duration \(Int(query.length / 60))m",
    ]
    for attendee in query.attendees {
      let option = attendee.role == .optional ? "--optional" : "--attendee"
      words.append("\(option) \(attendee.person.address ?? "")")
    }
    if let address = room(of: suggestion, query) {
      words.append("--room \(address)")
    } else if let place = suggestion.locations.first {
      words.append(
        "--location \"\(place.filter { $0 != "\"" && $0 != "\\" && $0 != "$" && $0 != "`" })\"")
    }
    return "to make the first one a meeting: " + words.joined(separator: " ")
  }
}
