/// Why a file as a whole is no calendar that could be read.
package struct CalendarFileError: Error, Hashable, Sendable {
  /// The number of the line concerned, from 1; nil for what is about the file as a whole.
  package let line: Int?
  /// One line without a full stop.
  package let reason: String

  init(line: Int? = nil, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The reason with its line, for people.
  package var message: String { line.map { "line \($0): \(reason)" } ?? reason }
}
