/// A part of the day as people name it, which says in which half a time of twelve hours lies.
enum DayPart: String, Hashable {
  case morning, afternoon, evening, night

  /// By its name; nil for any other word.
  init?(_ key: String?) {
    guard let key, let part = DayPart(rawValue: key) else { return nil }
    self = part
  }

  /// The part that the words of a phrase name; nil where they name none, or two.
  static func only(in words: [PhraseWord]) -> DayPart? {
    let parts = Set(words.compactMap { DayPart($0.key == "tonight" ? "night" : $0.key) })
    return parts.count == 1 ? parts.first : nil
  }

  /// Whether an hour of twelve is meant after noon; nil where this part does not say.
  ///
  /// The small hours of a night count as before noon; of which day is not known here.
  func isAfternoon(hour: Int) -> Bool? {
    switch self {
    case .morning: (1...11).contains(hour) ? false : nil
    case .afternoon: hour == 12 || (1...6).contains(hour) ? true : nil
    case .evening: (4...11).contains(hour) ? true : nil
    case .night: (6...11).contains(hour)
    }
  }

  /// Whether a time lies in it, in seconds of the day.
  func contains(second: Int) -> Bool {
    let hour = second / 3600
    return switch self {
    case .morning: hour < 12
    case .afternoon: (12..<19).contains(hour)
    case .evening: (16..<24).contains(hour)
    case .night: hour >= 18 || hour < 6
    }
  }
}
