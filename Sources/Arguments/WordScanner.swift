/// One use of an option on the command line.
struct OptionUse: Sendable {
  /// Which of the scanner's tables, and which row of it.
  var table: Int
  var row: Int
  var given: OptionGiven
  /// As it was typed, for errors: `--days`, `-o`.
  var spelled: String
}

/// Splits a command line into uses of known options and other words; knows shapes, not effects.
struct WordScanner {
  struct Result {
    var uses: [OptionUse] = []
    /// The words that are no options, in order.
    var words: [String] = []
    var asksForHelp = false
    /// What is left when scanning stopped at the first word.
    var rest: ArraySlice<String> = []
  }

  /// Earlier tables win over later ones.
  let tables: [[OptionShape]]
  /// Whose options they are, for errors: `graphcal week`.
  let owner: String

  /// Reads `words`, options found `earlier` taking part in exclusion; `stopsAtWord` leaves the first
  /// word that is no option and all behind it in `rest`.
  func scan(
    _ words: ArraySlice<String>, after earlier: [OptionUse] = [], stopsAtWord: Bool = false
  ) throws(ArgumentsError) -> Result {
    var result = Result(uses: earlier)
    var rest = words
    do {
      while let word = rest.first {
        if word == "--" {
          rest.removeFirst()
          if stopsAtWord {
            result.rest = rest
          } else {
            result.words += rest
          }
          break
        } else if !Self.isOption(word) {
          if stopsAtWord {
            result.rest = rest
            break
          }
          result.words.append(word)
          rest.removeFirst()
        } else {
          rest.removeFirst()
          if word == "--help" || word == "-h" {
            result.asksForHelp = true
            return result
          } else if word.hasPrefix("--") {
            try takeLong(word, &rest, into: &result)
          } else {
            try takeShorts(word, &rest, into: &result)
          }
        }
      }
    } catch {
      // Somebody who asks for help is given help, whatever else is wrong with the line.
      let open = rest.prefix { $0 != "--" }
      guard open.contains("--help") || open.contains("-h") else { throw error }
      result.asksForHelp = true
    }
    try checkExclusion(result.uses)
    return result
  }

  /// Words that begin with `-` are options, except `-` itself (standard input) and those where a digit
  /// follows (`week -1`, `-2h`).
  static func isOption(_ word: String) -> Bool {
    guard word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 else { return false }
    let second = word.utf8[word.utf8.index(after: word.utf8.startIndex)]
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }

  private func takeLong(
    _ word: String, _ rest: inout ArraySlice<String>, into result: inout Result
  ) throws(ArgumentsError) {
    let body = word.dropFirst(2)
    let equals = body.firstIndex(of: "=")
    let name = String(body[..<(equals ?? body.endIndex)])
    let attached = equals.map { String(body[body.index(after: $0)...]) }
    guard let found = find(where: { $0.name == name }) else {
      if name.hasPrefix("no-"),
        let found = find(where: { $0.isNegatable && $0.name == name.dropFirst(3) })
      {
        guard attached == nil else { throw Self.takesNoValue("--" + name) }
        result.uses.append(
          OptionUse(table: found.table, row: found.row, given: .negation, spelled: "--" + name))
        return
      }
      throw unknown("--" + name)
    }
    try take(found, spelled: "--" + name, attached: attached, &rest, into: &result)
  }

  private func takeShorts(
    _ word: String, _ rest: inout ArraySlice<String>, into result: inout Result
  ) throws(ArgumentsError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      if letter == "h" {
        result.asksForHelp = true
        continue
      }
      guard let found = find(where: { $0.short == letter }) else { throw unknown("-\(letter)") }
      let shape = tables[found.table][found.row]
      if shape.valueUse == .none {
        try take(found, spelled: "-\(letter)", attached: nil, &rest, into: &result)
      } else {
        var attached: String?
        if letters.first == "=" { letters.removeFirst() }
        if !letters.isEmpty { attached = String(letters) }
        letters = ""
        try take(found, spelled: "-\(letter)", attached: attached, &rest, into: &result)
      }
    }
  }

  private func take(
    _ found: (table: Int, row: Int), spelled: String, attached: String?,
    _ rest: inout ArraySlice<String>, into result: inout Result
  ) throws(ArgumentsError) {
    let shape = tables[found.table][found.row]
    var given = OptionGiven.nothing
    if shape.valueUse == .rest {
      let words = (attached.map { [$0] } ?? []) + rest
      rest.removeAll()
      guard !words.isEmpty else {
        throw ArgumentsError(
          .missingValue, "\(spelled) needs a command",
          hint: "\(shape.synopsis), as the last of all options")
      }
      result.uses += words.map {
        OptionUse(table: found.table, row: found.row, given: .text($0), spelled: spelled)
      }
      return
    }
    switch (shape.valueUse, attached) {
    case (.none, nil), (.attached, nil), (.rest, _): break
    case (.none, _?): throw Self.takesNoValue(spelled)
    case (_, let text?): given = .text(text)
    case (.required, nil):
      guard let next = rest.first, !next.hasPrefix("--") else {
        let placeholder = shape.placeholder ?? "VALUE"
        throw ArgumentsError(
          .missingValue, "\(spelled) needs a value",
          hint: "\(spelled) \(placeholder), or \(shape.spelled)=\(placeholder)"
            + " for a value that begins with --")
      }
      given = .text(next)
      rest.removeFirst()
    case (.optional, nil):
      if let next = rest.first, !Self.isOption(next) {
        given = .text(next)
        rest.removeFirst()
      }
    }
    result.uses.append(
      OptionUse(table: found.table, row: found.row, given: given, spelled: spelled))
  }

  private func find(where matches: (OptionShape) -> Bool) -> (table: Int, row: Int)? {
    for (table, options) in tables.enumerated() {
      if let row = options.firstIndex(where: matches) { return (table, row) }
    }
    return nil
  }

  private func checkExclusion(_ uses: [OptionUse]) throws(ArgumentsError) {
    var first: [String: String] = [:]
    for use in uses {
      let shape = tables[use.table][use.row]
      guard let set = shape.exclusiveSet else { continue }
      if let other = first[set], other != shape.spelled {
        throw ArgumentsError(
          .exclusiveOptions, "\(other) and \(shape.spelled) exclude each other",
          hint: "leave one of them out")
      }
      first[set] = shape.spelled
    }
  }

  private func unknown(_ spelled: String) -> ArgumentsError {
    let names = tables.joined().filter { !$0.isHidden }.flatMap {
      $0.isNegatable ? [$0.name, "no-" + $0.name] : [$0.name]
    }
    let word = String(spelled.drop { $0 == "-" })
    let guess = spelled.hasPrefix("--") ? Spelling.question(word, in: names, prefix: "--") : nil
    return ArgumentsError(
      .unknownOption, "\(owner) has no option \(spelled)", hint: guess ?? "\(owner) --help")
  }

  private static func takesNoValue(_ spelled: String) -> ArgumentsError {
    ArgumentsError(.unexpectedValue, "\(spelled) takes no value", hint: "\(spelled) alone")
  }
}
