package import JSON

/// Rows of fields for other programs: TSV and CSV.
package struct DelimitedText: Sendable {
  /// The two forms that other programs read.
  package enum Format: Sendable {
    /// Tab between fields, line feed after rows.
    case tsv
    /// RFC 4180: comma between fields, quotes where needed, CR LF after rows.
    case csv
  }

  /// A column: its name in the header and where its value stands in an item.
  package struct Column: Hashable, Sendable {
    package var name: String
    /// Tried in order; the first value that is there and not null counts.
    package var paths: [JSONPath]

    package init(_ name: String, _ paths: JSONPath...) {
      self.name = name
      self.paths = paths
    }
  }

  package var format: Format
  package var columns: [Column]

  package init(_ format: Format, columns: [Column]) {
    self.format = format
    self.columns = columns
  }

  /// The columns of events, in the order scripts rely on.
  package static let eventColumns = [
    Column("id", "graphcal.id", "id"), Column("start", "graphcal.start"),
    Column("end", "graphcal.end"), Column("subject", "subject"),
    Column("location", "location.displayName"),
    Column("organizer", "organizer.emailAddress.name", "organizer.emailAddress.address"),
    Column("showAs", "showAs"), Column("etag", "@odata.etag"),
  ]

  /// Columns for chosen fields, each named by its path.
  package static func columns(for fields: FieldSelection) -> [Column] {
    fields.paths.map { Column($0.description, $0) }
  }

  /// The header and one row an item, every row ended.
  package func text(_ items: some Sequence<JSON>) -> String {
    var text = row(columns.map(\.name))
    for item in items {
      text += row(columns.map { Self.field($0, of: item) })
    }
    return text
  }

  private static func field(_ column: Column, of item: JSON) -> String {
    for path in column.paths {
      switch path.value(in: item) {
      case nil, .null?: continue
      case .string(let text)?: return text
      case .array(let elements)? where elements.allSatisfy({ $0.string != nil }):
        return elements.compactMap(\.string).joined(separator: ";")
      case let value?: return value.text(.compact)
      }
    }
    return ""
  }

  private func row(_ fields: [String]) -> String {
    switch format {
    case .tsv:
      fields.map { Self.escaped($0, backslash: true) }.joined(separator: "\t") + "\n"
    case .csv: fields.map(Self.quoted).joined(separator: ",") + "\r\n"
    }
  }

  /// One field without anything that ends fields or rows, or that a terminal would obey.
  ///
  /// Tab and line feed become `\t` and `\n`, other controls `\u001b`. In TSV a backslash is doubled, so
  /// that the original can be told.
  private static func escaped(_ field: String, backslash: Bool) -> String {
    guard field.utf8.contains(where: { !(0x20...0x7E).contains($0) || $0 == 0x5C }) else {
      return field
    }
    var result = ""
    for scalar in field.unicodeScalars {
      switch scalar {
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\\" where backslash: result += "\\\\"
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || scalar.isBidirectionalControl || scalar == "\u{2028}" || scalar == "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func quoted(_ field: String) -> String {
    let field = escaped(field, backslash: false)
    guard
      field.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C }) || field.first == " "
        || field.last == " "
    else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
