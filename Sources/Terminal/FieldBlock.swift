/// Names on the left and their values on the right, as `me` and `show` print one thing.
package struct FieldBlock: Sendable {
  package private(set) var fields: [(name: String, lines: [StyledLine])] = []

  package init() {}

  /// A field of one value; nil and empty values leave no line.
  package mutating func add(_ name: String, _ value: StyledLine?) {
    guard let value, !value.isEmpty else { return }
    fields.append((name, [value]))
  }

  /// A field of one text; nil and empty texts leave no line.
  package mutating func add(_ name: String, _ value: String?) {
    add(name, value.map { StyledLine($0) })
  }

  /// A field whose values stand below each other.
  package mutating func add(_ name: String, lines: [StyledLine]) {
    let lines = lines.filter { !$0.isEmpty }
    guard !lines.isEmpty else { return }
    fields.append((name, lines))
  }

  /// The block as lines; with a width long values go on below themselves, and below 40 cells each name
  /// stands above its value.
  package func lines(width: Int?) -> [StyledLine] {
    let column = fields.reduce(0) { max($0, DisplayWidth.of($1.name)) } + 2
    let isNarrow = width.map { $0 < 40 } ?? false
    let indent = isNarrow ? min(2, max(0, (width ?? 0) - 1)) : column
    var lines: [StyledLine] = []
    for field in fields {
      let name = StyledLine(field.name, .dim)
      let values = field.lines.flatMap { $0.wrapped(to: width.map { max(1, $0 - indent) }) }
      let margin = StyledLine(String(repeating: " ", count: indent))
      if isNarrow {
        lines.append(name.cut(to: width ?? .max))
        lines += values.map { margin + $0 }
      } else {
        for (index, value) in values.enumerated() {
          lines.append((index == 0 ? name.padded(to: column) : margin) + value)
        }
      }
    }
    return lines
  }
}
