/// Why a repetition as written cannot be a series.
package struct RecurrenceError: Error, Hashable, Sendable {
  /// What is wrong, each with the words concerned.
  package enum Problem: Hashable, Sendable {
    case empty
    /// A word or part that means nothing here.
    case unknown(String)
    /// Something that has to be said: "which day of December".
    case incomplete(String)
    /// A word that can be read in two ways, and how to say each.
    case ambiguous(String, readings: [String])
    /// What no rule may hold, by RFC 5545 or by the calendar.
    case invalid(String)
    /// What RFC 5545 can say and Outlook cannot keep, and why.
    case noExactForm(String)
    /// Why there is not one day.
    case neverOccurs(String)
    /// The end is given twice.
    case severalEnds
  }

  /// What was written.
  package let text: String
  package let problem: Problem

  package init(text: String, problem: Problem) {
    self.text = text
    self.problem = problem
  }

  /// One line without a full stop.
  package var message: String {
    switch problem {
    case .empty: "nothing says how the event repeats"
    case .unknown(let word): "unclear \"\(text)\": \"\(word)\" is not known here"
    case .incomplete(let what): "unclear \"\(text)\": it does not say \(what)"
    case .ambiguous(let word, let readings):
      "unclear \"\(text)\": \"\(word)\" may be "
        + readings.map { "\"\($0)\"" }.joined(separator: " or ")
    case .invalid(let reason): "\"\(text)\" is no rule: \(reason)"
    case .noExactForm(let reason): "Outlook cannot keep \"\(text)\" exactly: \(reason)"
    case .neverOccurs(let reason): "\"\(text)\" never happens: \(reason)"
    case .severalEnds: "\"\(text)\" has more than one end"
    }
  }

  /// What to write instead.
  package var hint: String {
    switch problem {
    case .empty, .unknown, .incomplete, .invalid: Self.forms
    case .ambiguous(_, let readings): readings.joined(separator: ", or ")
    case .noExactForm: "make several series of it, or single events"
    case .neverOccurs: "give another start, rule or end"
    case .severalEnds: "keep one of count and date"
    }
  }

  private static let forms =
    "daily, weekly on mon,wed, every 2 weeks, weekdays, monthly on 15, monthly on last fri, "
    + "yearly on 24 dec, FREQ=WEEKLY;BYDAY=MO"
}
