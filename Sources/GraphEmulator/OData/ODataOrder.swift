import JSON

/// One path of `$orderby` with its direction.
package struct ODataOrder: Equatable, Sendable {
  /// In the metadata's spelling.
  package var path: [String]
  package var descending: Bool
}

/// A value as `$orderby` sees it: nothing first, then false and true, numbers, times, texts without
/// letter case.
enum ODataSortKey: Comparable {
  case nothing
  case bool(Int)
  case number(Double)
  case instant(ODataInstant)
  case text(String)

  init(_ value: JSON) {
    switch value {
    case .bool(let value): self = .bool(value ? 1 : 0)
    case .number(let value): self = .number(value.double)
    case .string(let text):
      if text.utf8.first.map({ (48...57).contains($0) }) == true, let instant = ODataInstant(text) {
        self = .instant(instant)
      } else {
        self = .text(text.lowercased())
      }
    default: self = .nothing
    }
  }
}
