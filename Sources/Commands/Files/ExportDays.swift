import Arguments
import CalendarTime
import FoundationEssentials
import GraphAPI

/// The days that `export` is about, as its options say them.
struct ExportDays: Sendable {
  var from: String?
  var to: String?
  /// Empty for this week.
  var week: String?
  /// Empty for this month.
  var month: String?

  /// The options that were given, by their names.
  var options: [(name: String, value: String?)] {
    [("--from", from), ("--to", to), ("--week", week), ("--month", month)]
  }

  /// Refuses what says twice which days are meant.
  func validate() throws(ArgumentsError) {
    let given = options.filter { $0.value != nil }.map(\.name)
    guard given.count > 1, given != ["--from", "--to"] else { return }
    throw ArgumentsError(
      .exclusiveOptions, "\(given[0]) and \(given[1]) both say which days",
      hint: "leave one of them out")
  }

  /// The instants that were asked for; nil for all there are.
  func range(
    in zone: Zone, _ session: Session, _ context: Context
  ) async throws(Failure) -> Range<Date>? {
    guard from != nil || to != nil else {
      guard let picture = try await picture(in: zone, session, context) else { return nil }
      return zone.range(from: picture.listed.lowerBound, to: picture.listed.upperBound)
    }
    let reader = TimeReader(context: context, zone: zone)
    // An open side reaches as far as calendars are kept.
    let start =
      try from.map { (text) throws(Failure) in
        try reader.expression(text, option: "--from").start(in: zone)
      } ?? zone.startOfDay(reader.today.adding(days: -3650))
    let end =
      try to.map { (text) throws(Failure) in
        try reader.expression(text, option: "--to").end(in: zone)
      } ?? zone.startOfDay(reader.today.adding(days: 3650))
    guard start < end else {
      throw Failure(
        .usage, "--to \(to ?? "") lies before --from \(from ?? "")",
        hint: "give the earlier one to --from")
    }
    return start..<end
  }

  /// The week or month that was asked for; nil without one.
  func picture(
    in zone: Zone, _ session: Session, _ context: Context
  ) async throws(Failure) -> PictureOptions.Days? {
    guard week != nil || month != nil else { return nil }
    let settings = try await context.mailboxSettings(session: session)
    let first = context.firstWeekday(option: nil, settings: settings)
    do {
      if let month {
        return .month(
          try MonthExpression.parse(month, now: context.now(), zone: zone), firstWeekday: first)
      }
      return .week(
        try WeekExpression.parse(week ?? "", now: context.now(), zone: zone, firstWeekday: first))
    } catch {
      throw Failure(error)
    }
  }
}
