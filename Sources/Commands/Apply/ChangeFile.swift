import JSON

/// A file of changes: one JSON object a line, or a table with a header.
struct ChangeFile: Sendable {
  var lines: [ChangeLine] = []
  /// What is wrong, in the order of the lines.
  var problems: [ChangeProblem] = []

  /// Reads every line; `kindOf` says what a line is about that does not say it itself.
  ///
  /// A text that begins with a brace is of JSON lines, any other a table as `--format tsv` prints it.
  init(_ text: String, kindOf: (String?) async -> ChangeLine.Kind?) async {
    var text = text[...]
    if text.unicodeScalars.first == "\u{FEFF}" {
      text = Substring(String(text.unicodeScalars.dropFirst()))
    }
    let rows = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { row in
        var row = Substring(row)
        if row.utf8.last == UInt8(ascii: "\r") { row = Substring(row.utf8.dropLast()) }
        return String(row)
      }
    let first = rows.first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    switch first.first(where: { $0 != " " && $0 != "\t" }) {
    case "[":
      problems = [
        ChangeProblem(
          (rows.firstIndex(of: first) ?? 0) + 1,
          "begins a JSON array; one object a line is wanted, as --jsonl prints it")
      ]
    case "{": await read(objects(in: rows), kindOf)
    default: await read(table(in: rows), kindOf)
    }
    checkNames()
  }

  private typealias Row = (number: Int, object: Result<JSONObject, ChangeProblem>)

  private mutating func read(
    _ rows: [Row], _ kindOf: (String?) async -> ChangeLine.Kind?
  ) async {
    var counts: [String: Int] = [:]
    for row in rows {
      do throws(ChangeProblem) {
        let object = try row.object.get()
        var kind: ChangeLine.Kind?
        if object["kind"] == nil, ChangeRules.kind(of: object) == nil {
          kind = await kindOf(object["id"]?.string)
        }
        var line = try ChangeLine(object, number: row.number, kind: kind)
        // Lines that say the same are still several.
        let count = counts[line.digest, default: 0]
        counts[line.digest] = count + 1
        if count > 0 { line.digest += "-\(count)" }
        lines.append(line)
      } catch {
        problems.append(error)
      }
    }
  }

  // MARK: Forms

  private func objects(in rows: [String]) -> [Row] {
    rows.enumerated().compactMap { index, row in
      if row.allSatisfy(\.isWhitespace) { return nil }
      return (index + 1, Self.object(in: row, number: index + 1))
    }
  }

  private static func object(in row: String, number: Int) -> Result<JSONObject, ChangeProblem> {
    do {
      let document = try JSONDocument(parsing: Array(row.utf8))
      if let twice = document.duplicateKeys.first {
        return .failure(ChangeProblem(number, "says \"\(twice.key)\" twice"))
      }
      guard let object = document.root.object else {
        return .failure(ChangeProblem(number, "is no JSON object, but \(document.root.kind)"))
      }
      return .success(object)
    } catch {
      return .failure(
        ChangeProblem(number, "is no JSON: \(error.reason) (column \(error.column))"))
    }
  }

  private func table(in rows: [String]) -> [Row] {
    guard let header = rows.firstIndex(where: { !$0.isEmpty }) else { return [] }
    let table: ChangeTable
    do {
      table = try ChangeTable(header: rows[header], number: header + 1)
    } catch {
      return [(header + 1, .failure(error))]
    }
    return rows.indices.dropFirst(header + 1).compactMap { index in
      rows[index].isEmpty ? nil : (index + 1, table.object(in: rows[index], number: index + 1))
    }
  }

  // MARK: Lines together

  /// Finds what is wrong with lines that name one another, or the same item.
  private mutating func checkNames() {
    var byName: [String: ChangeLine] = [:]
    var byID: [String: Int] = [:]
    for line in lines {
      if let name = line.name, let other = byName.updateValue(line, forKey: name) {
        problems.append(
          ChangeProblem(line.number, "has the \"ref\" of line \(other.number), \"\(name)\""))
      }
      if let id = line.id, let other = byID.updateValue(line.number, forKey: id) {
        problems.append(
          ChangeProblem(line.number, "is about the same item as line \(other); make them one"))
      }
      guard let after = line.after else { continue }
      guard let earlier = byName[after], earlier.number != line.number else {
        problems.append(
          ChangeProblem(
            line.number, "comes \"after\" \"\(after)\", which no line before it has as \"ref\""))
        continue
      }
      if earlier.kind != line.kind {
        problems.append(
          ChangeProblem(
            line.number, "comes \"after\" line \(earlier.number), which is about another kind"))
      }
    }
    problems.sort { $0.line < $1.line }
  }
}
