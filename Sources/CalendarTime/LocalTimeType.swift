/// One way of telling the time in a zone: an offset with its abbreviation.
package struct LocalTimeType: Hashable, Sendable {
  /// Seconds east of UTC, -89,999 to 93,599 (RFC 9636 section 3.2).
  package let offset: Int
  /// What the zone's data calls summer time; says nothing about the sign of a change.
  package let isDaylightSaving: Bool
  /// `CEST`, or `+03` where no letters are in use; at least three characters.
  package let abbreviation: String

  /// The offset is to be one that RFC 9636 allows.
  package init(offset: Int, isDaylightSaving: Bool, abbreviation: String) {
    self.offset = offset
    self.isDaylightSaving = isDaylightSaving
    self.abbreviation = abbreviation
  }

  /// The offsets that RFC 9636 allows.
  static let offsets = -89_999...93_599
}
