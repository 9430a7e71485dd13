import JSON
import Rendering

/// A table of changes: what its header calls columns, and what their cells hold.
///
/// The columns are those that `--format tsv` prints, with or without `--fields`, and every property of
/// JSON lines by its name. What a cell escapes is what `DelimitedText` escapes.
struct ChangeTable: Sendable {
  private struct Column {
    var name: String
    /// The names on the way to the value.
    var steps: [String]
  }

  private var columns: [Column]

  /// Lists of texts, which a cell parts by semicolons.
  private static let lists: Set<String> = [
    "businessPhones", "categories", "children", "homePhones", "imAddresses", "email", "attendees",
    "emailAddresses",
  ]

  init(header: String, number: Int) throws(ChangeProblem) {
    columns = []
    for cell in header.split(separator: "\t", omittingEmptySubsequences: false) {
      let name = try Self.unescaped(cell, number: number)
      guard !name.isEmpty else { throw ChangeProblem(number, "has a column without a name") }
      guard !columns.contains(where: { $0.name == name }) else {
        throw ChangeProblem(number, "has the column \"\(name)\" twice")
      }
      columns.append(Column(name: name, steps: JSONPath(name).steps))
    }
    guard header.contains("\t") || columns.first?.name == "id" else {
      throw ChangeProblem(
        number, "is no JSON object and no header of a table with tabs between its columns")
    }
  }

  /// A row as an object of the same names.
  func object(in row: String, number: Int) -> Result<JSONObject, ChangeProblem> {
    do throws(ChangeProblem) {
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false)
      guard cells.count == columns.count else {
        throw ChangeProblem(
          number, "has \(cells.count) cells where the header has \(columns.count)")
      }
      var object: JSONObject = [:]
      for (column, cell) in zip(columns, cells) {
        let text = try Self.unescaped(cell, number: number)
        Self.put(try value(text, of: column, number: number), at: column.steps[...], in: &object)
      }
      return .success(object)
    } catch {
      return .failure(error)
    }
  }

  private func value(
    _ text: String, of column: Column, number: Int
  ) throws(ChangeProblem) -> JSON {
    if text.isEmpty { return .null }
    if text.hasPrefix("{") || text.hasPrefix("["), let json = try? JSON(parsing: text) {
      return json
    }
    guard column.steps.count == 1, Self.lists.contains(column.name) else { return .string(text) }
    return .array(
      text.split(separator: ";").map { MailAddress.trimmed($0) }.filter { !$0.isEmpty }
        .map { .string($0) })
  }

  private static func put(
    _ value: JSON, at steps: ArraySlice<String>, in object: inout JSONObject
  ) {
    guard let step = steps.first else { return }
    guard steps.count > 1 else {
      object[step] = value
      return
    }
    var inner = object[step]?.object ?? [:]
    put(value, at: steps.dropFirst(), in: &inner)
    // Cells that are all empty say nothing, as an empty one does.
    object[step] = inner.allSatisfy { $0.value.isNull } ? .null : .object(inner)
  }

  /// A cell without its escapes.
  private static func unescaped(
    _ cell: Substring, number: Int
  ) throws(ChangeProblem) -> String {
    guard cell.utf8.contains(UInt8(ascii: "\\")) else { return String(cell) }
    var text = String.UnicodeScalarView()
    var rest = cell.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "t": text.append("\t")
      case "n": text.append("\n")
      case "r": text.append("\r")
      case "\\": text.append("\\")
      case "u":
        let digits = String(String.UnicodeScalarView(rest.prefix(4)))
        guard digits.count == 4, let code = UInt32(digits, radix: 16),
          let character = Unicode.Scalar(code)
        else { throw ChangeProblem(number, "has \\u without four digits of a character") }
        rest = rest.dropFirst(4)
        text.append(character)
      case let other:
        throw ChangeProblem(
          number,
          "has \\\(other.map { String(Character($0)) } ?? "") in a cell; a backslash is written \\\\"
        )
      }
    }
    return String(text)
  }
}
