/// Why a time, a duration or a week as typed is unclear.
package struct TimeExpressionError: Error, Hashable, Sendable {
  /// What is wrong, each with the words concerned.
  package enum Problem: Hashable, Sendable {
    /// There are no words at all.
    case empty
    /// A word that means nothing here.
    case unknown(String)
    /// A date that no calendar has, such as 30 February.
    case noSuchDate(String)
    /// A clock time that no clock shows, such as 25:00 or 13pm.
    case noSuchClock(String)
    /// A week that the year does not have.
    case noSuchWeek(String)
    /// Day and month could be either, as in 03/04/2026.
    case ambiguousDate(String)
    /// A number without a unit.
    case missingUnit(String)
    /// A second date, time or offset beside what was understood.
    case repeated(String)
    /// An offset without a clock time.
    case offsetWithoutClock(String)
    /// Beyond the years 1 to 9999, or a duration of more than 100 years.
    case outOfRange
  }

  /// What was typed.
  package let text: String
  /// What is wrong with it.
  package let problem: Problem
  /// What the words before the problem meant, such as `Fri 4 Dec 2026`.
  package let understood: [String]
  /// Forms that would do.
  package let hint: String

  /// One line without a full stop: what is wrong, and what was understood.
  package var message: String {
    let sense = understood.isEmpty ? "" : ", understood: " + understood.joined(separator: ", ")
    return "unclear \"\(text)\": \(reason)\(sense)"
  }

  private var reason: String {
    switch problem {
    case .empty: "nothing is given"
    case .unknown(let word): "\"\(word)\" is not known"
    case .noSuchDate(let date): "there is no day \(date)"
    case .noSuchClock(let clock): "no clock shows \(clock)"
    case .noSuchWeek(let week): "there is no week \(week)"
    case .ambiguousDate(let date): "\(date) may be day or month first"
    case .missingUnit(let number): "\(number) of what"
    case .repeated(let word): "\"\(word)\" comes on top"
    case .offsetWithoutClock(let offset): "\(offset) needs a clock time before it"
    case .outOfRange: "too far away"
    }
  }

  static let timeHint =
    "2026-12-01 09:00, 2026-12-01, 9:00, 9am, tomorrow 9:00, fri 15:00, 21 dec, +2h"
  static let durationHint = "45m, 1h30m, 1:30, 2d, PT45M"
  static let weekHint = "+1, -1, 2026-W53, 2026-12, dec, 2026-12-01, 7 dec, next fri"
}
