/// Why a phrase is no event, or more than one.
package struct EventPhraseError: Error, Hashable, Sendable {
  /// What is wrong, each with the words concerned.
  package enum Problem: Hashable, Sendable {
    case empty
    /// Nothing says what it is.
    case noSubject
    /// Nothing says when it is.
    case noTime
    /// Words that may mean more than one thing, and each meaning.
    case ambiguous(String, readings: [String])
    /// More than one day, time or length was given.
    case several(String, readings: [String])
    /// Words that name no day or time, such as `next week`.
    case vague(String)
    /// Words of time that nothing was made of, and what was understood beside them.
    case unused(String, understood: [String])
    /// What does not fit together, or does not exist.
    case invalid(String)
    /// A quotation mark without its second.
    case openQuote
    case repetition(RecurrenceError)
  }

  /// What was written.
  package let text: String
  package let problem: Problem

  package init(text: String, problem: Problem) {
    self.text = text
    self.problem = problem
  }

  /// The meanings there are, where there are several.
  package var readings: [String] {
    switch problem {
    case .ambiguous(_, let readings), .several(_, let readings): readings
    case .repetition(let error):
      if case .ambiguous(_, let readings) = error.problem { readings } else { [] }
    default: []
    }
  }

  /// One line without a full stop.
  package var message: String {
    switch problem {
    case .empty: "there is nothing to read"
    case .noSubject: "\"\(text)\" says when, but not what"
    case .noTime: "\"\(text)\" says no day and no time"
    case .ambiguous(let words, let readings):
      "unclear \"\(words)\": it may be \(readings.joined(separator: " or "))"
    case .several(let what, let readings):
      "more than one \(what): \(readings.joined(separator: ", "))"
    case .vague(let words): "\"\(words)\" is no day of its own"
    case .unused(let words, let understood):
      "\"\(words)\" says no time of its own"
        + (understood.isEmpty ? "" : "; understood: \(understood.joined(separator: ", "))")
    case .invalid(let reason): reason
    case .openQuote: "a quotation mark in \"\(text)\" has no second one"
    case .repetition(let error): error.message
    }
  }

  /// What to write instead.
  package var hint: String {
    switch problem {
    case .empty, .noSubject, .noTime: Self.forms
    case .ambiguous, .several:
      "say it in one way; what belongs to the subject goes into quotation marks"
    case .vague: "name the day: next mon, 2026-12-24, in 7 days"
    case .unused:
      "say the day and the time of day: tomorrow 20:00, fri 9am, fri 9-10:30; what belongs to the "
        + "subject goes into quotation marks"
    case .invalid, .openQuote: Self.forms
    case .repetition(let error): error.hint
    }
  }

  private static let forms =
    "lunch with Ana tomorrow 12:30 45m @Cantina; Holiday 24 dec; stand-up every mon 9:15"
}
