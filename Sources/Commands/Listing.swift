import JSON
import Rendering
import Terminal

/// Prints results for programs: JSON, JSON lines, TSV and CSV, with `--fields` applied.
struct Listing {
  var context: Context
  /// Every field that `--fields` may name.
  var fields: [String]
  /// The columns of TSV and CSV when `--fields` names none.
  var columns: [DelimitedText.Column] = []

  /// Whether the result is for a program and not a person.
  var isWanted: Bool { context.options.isForScripts || delimited != nil }

  /// Prints a list in the form asked for; of a long one there is never more than a piece in memory.
  func print(_ items: some Sequence<JSON>) throws(Failure) {
    let selection = try selection()
    if let delimited {
      let columns = selection.map { DelimitedText.columns(for: $0) } ?? columns
      return try context.console.print(DelimitedText(delimited, columns: columns).text(items))
    }
    let isLines = context.options.jsonLines
    guard isLines || style.indent == nil else {
      let items = items.map { selection?.select(from: $0) ?? $0 }
      return try context.console.print(JSON.array(items).text(style) + "\n")
    }
    var piece: [UInt8] = isLines ? [] : Array("[".utf8)
    var isFirst = true
    for item in items {
      if !isFirst, !isLines { piece.append(UInt8(ascii: ",")) }
      isFirst = false
      piece += (selection?.select(from: item) ?? item).bytes(.compact)
      if isLines { piece.append(UInt8(ascii: "\n")) }
      if piece.count >= Self.pieceSize {
        try context.console.print(bytes: piece)
        piece.removeAll(keepingCapacity: true)
      }
    }
    if !isLines { piece += Array("]\n".utf8) }
    try context.console.print(bytes: piece)
  }

  /// How many bytes go out at once.
  private static let pieceSize = 1 << 16

  /// Prints a single thing: an object, or one row.
  func print(_ item: JSON) throws(Failure) {
    if delimited != nil { return try print([item]) }
    let item = try selection()?.select(from: item) ?? item
    let style = context.options.jsonLines ? JSONStyle.compact : style
    try context.console.print(item.text(style) + "\n")
  }

  private var delimited: DelimitedText.Format? {
    switch context.options.format {
    case .tsv: .tsv
    case .csv: .csv
    default: nil
    }
  }

  private var style: JSONStyle {
    context.console.terminal.isOutputTerminal ? .pretty : .compact
  }

  func selection() throws(Failure) -> FieldSelection? {
    guard case .only(let names) = context.options.fields else { return nil }
    do {
      return try FieldSelection(parsing: names, known: fields)
    } catch {
      throw Failure(.usage, error.message, hint: error.hint)
    }
  }
}

extension Context {
  /// With `--fields` alone, prints the names there are, one a line, and says that it did.
  ///
  /// Names that are given but are none of these, or that no output would follow, are refused here,
  /// before anything is asked of the service.
  func listedFieldNames(_ names: [String]) throws(Failure) -> Bool {
    let listing = Listing(context: self, fields: names)
    guard options.fields == .list else {
      try console.shaper?.check(names)
      if try listing.selection() != nil, !listing.isWanted {
        throw Failure(
          .usage, "--fields chooses what programs read, and this is a table for people",
          hint: "add --json, --jsonl, --format tsv or --format csv")
      }
      return false
    }
    try console.print(unshaped: names.map { $0 + "\n" }.joined())
    return true
  }

  /// Prints a single thing for a program, if that is asked for, and says whether it was.
  func printedForScripts(_ item: @autoclosure () -> JSON) throws(Failure) -> Bool {
    guard options.isForScripts || options.fields == .list else { return false }
    let item = item()
    let names = item.object?.keys.sorted() ?? []
    let computed = item["graphcal"]?.object?.keys ?? []
    try console.shaper?.check(names + computed.map { "graphcal." + $0 })
    if try listedFieldNames(names) { return true }
    try Listing(context: self, fields: names).print(item)
    return true
  }
}
