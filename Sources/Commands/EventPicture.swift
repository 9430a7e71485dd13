import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Host
import JSON
import Rendering
import Store
import Terminal

/// The grid that events are drawn in.
enum EventPicture: Sendable {
  /// The days of the listing side by side.
  case week
  case month(Month, firstWeekday: Weekday)
}

/// The options of commands that show days on end, as a grid or as a list.
struct PictureOptions: OptionTable {
  static let options: [Option<Self>] = [
    .value("week-start", "DAY", "First day of the week.", into: \.weekStart, parse: Weekday.parse),
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar
    ).completing(.known(.calendarOrAll)),
    .person(into: \.person),
    .value("limit", "N", "Show at most N events.", into: \.limit, in: 1...100_000),
    .flag("grid", "Draw a grid, also off a terminal.", into: \.grid).exclusive("output"),
    .flag("list", "Print a list, also on a terminal.", into: \.list),
  ]

  var weekStart: Weekday?
  var calendar: String?
  var person: String?
  var limit: Int?
  var grid = false
  var list = false

  init() {}

  /// Refuses a grid and a list at once.
  func validate() throws(ArgumentsError) {
    guard grid, list else { return }
    throw ArgumentsError(
      .exclusiveOptions, "--grid and --list exclude each other", hint: "leave one of them out")
  }

  /// Shows what `days` chooses by the clock, the zone and the first day of the week.
  func show(
    in context: Context,
    _ days: (_ now: Date, _ zone: Zone, _ first: Weekday) throws(TimeExpressionError) -> Days
  ) async throws(Failure) {
    let sessions = try await context.sessions(needing: .readCalendars, of: person)
    let zone = try await context.commandZone(session: sessions[0]).zone
    let settings = try await context.mailboxSettings(session: sessions[0])
    let first = context.firstWeekday(option: weekStart, settings: settings)
    let shown: Days
    do {
      shown = try days(context.now(), zone, first)
    } catch {
      throw Failure(error)
    }
    var listing = EventListing(
      context: context, sessions: sessions, zone: zone, settings: settings, dates: shown.listed,
      limit: limit, calendar: calendar)
    if context.drawsGrid(self) {
      listing.dates = shown.drawn
      listing.picture = shown.picture
    }
    try await listing.run()
  }

  /// The days of a list, and those of the grid in its place.
  struct Days {
    var listed: Range<CalendarDate>
    var drawn: Range<CalendarDate>
    var picture: EventPicture

    static func week(_ week: Week) -> Days {
      let days = week.firstDay..<week.endDay
      return Days(listed: days, drawn: days, picture: .week)
    }

    /// The days of a month; drawn are whole weeks.
    static func month(_ month: Month, firstWeekday first: Weekday) -> Days {
      let weeks = month.weeks(firstWeekday: first)
      let start = weeks.first?.firstDay ?? month.firstDay
      return Days(
        listed: month.firstDay..<month.endDay, drawn: start..<(weeks.last?.endDay ?? month.endDay),
        picture: .month(month, firstWeekday: first))
    }
  }
}

extension Context {
  /// Whether events are drawn as a grid: when asked for, else on a terminal that is wide enough.
  ///
  /// A grid that was asked for and has no room at all is told and becomes a list.
  func drawsGrid(_ choice: PictureOptions) -> Bool {
    guard !options.isForScripts, options.format == nil, !choice.list else { return false }
    let terminal = console.terminal
    guard choice.grid else {
      return terminal.isOutputTerminal && terminal.width >= GridSurface.usualWidth
    }
    if terminal.width >= GridSurface.minimumWidth { return true }
    note("a grid needs \(GridSurface.minimumWidth) columns, and here are \(terminal.width)")
    return false
  }

  /// The colours of the categories of a mailbox by their names, remembered for a day.
  ///
  /// Colours are not worth an error: where they cannot be had there are none.
  func categoryColors(session: Session) async -> [String: Style.Color] {
    Self.colors(await categoryPresets(session: session))
  }

  /// The colours (`preset7`) of the categories by their names; null where they cannot be had.
  ///
  /// With `fresh` the service is asked even when a remembered answer is young.
  func categoryPresets(fresh: Bool = false, session: Session) async -> JSON {
    // Others keep their categories to themselves.
    guard session.mailbox == nil else { return .null }
    let now = machineClock.now()
    let remembered = await state.fact("categories", account: session.accountKey)
    if !fresh, let remembered, Self.isFresh(remembered.stored, at: now) {
      return remembered.value
    }
    var presets = JSONObject()
    do throws(GraphError) {
      for item in try await session.graph.list(CalendarRequests.categories).items {
        if let name = item["displayName"]?.string { presets[name] = item["color"] ?? .null }
      }
    } catch {
      // Whoever may not read them is not asked again today.
      guard case .server = error else { return .null }
    }
    await state.remember("categories", .object(presets), account: session.accountKey, at: now)
    return .object(presets)
  }

  private static func colors(_ presets: JSON) -> [String: Style.Color] {
    var colors: [String: Style.Color] = [:]
    for (name, preset) in presets.object ?? [:] {
      colors[name] = preset.string.flatMap(EventPalette.color(preset:))
    }
    return colors
  }
}
