import Arguments
package import CalendarTime
package import Contacts
import Host
import JSON
package import Store
package import Terminal

/// The preferences file, `config.json`: what a user wants to be the default.
///
/// JSON with `//`, `#` and `/* */` comments; a missing or empty file is no preference at all.
package struct Configuration: Sendable, Equatable {
  package var timeZone: String?
  package var weekStart: Weekday?
  package var timeFormat: GlobalOptions.TimeFormat?
  package var account: String?
  package var color: GlobalOptions.ColorChoice?
  /// Which colours a terminal is asked for.
  package var theme = Theme.standard
  /// Which part of a person's name leads; nil goes by the locale.
  package var nameOrder: PersonName.Order?
  /// The program that prints the passphrase of the token cache, and its arguments.
  package var tokenKeyCommand: [String]?
  /// Whether the key of the token cache lies in the desktop's keyring.
  package var tokenKeyring = false
  /// The program that shows what is taller than the screen; empty for none, nil for no preference.
  package var pager: String?
  /// How old the local copy may be to be read without asking the service.
  package var freshness = Duration.seconds(300)
  /// The days before and after today of which calendars are kept in the local copy.
  package var copiedDays = CopiedDays()
  /// Command lines by the words that stand for them; each begins with a command.
  package var aliases: [String: [String]] = [:]
  /// Sentences for stderr: keys that nothing reads, each with the nearest one that something does.
  package var warnings: [String] = []

  package init() {}

  /// Longest file that is read, in bytes; a person writes far less.
  private static let sizeLimit = 1 << 20

  /// A preference that there is.
  struct Key: Sendable {
    var name: String
    /// One sentence.
    var meaning: String
    /// What holds where the file says nothing.
    var usual: String
  }

  /// All of them, in the order of `graphcal config`.
  static let keys = [
    Key(name: "timeZone", meaning: "The zone of commands.", usual: "that of the mailbox"),
    Key(
      name: "weekStart", meaning: "The first day of a week.", usual: "by the mailbox's language"),
    Key(name: "timeFormat", meaning: "Hours up to 12 or 24.", usual: "that of the mailbox"),
    Key(name: "account", meaning: "Whose mailbox commands use.", usual: "accounts use"),
    Key(name: "color", meaning: "When to colour: auto, always, never.", usual: "auto"),
    Key(
      name: "theme",
      meaning: "standard, bright, plain, or colours by colours: {\"blue\": \"cyan\"}.",
      usual: "standard"),
    Key(
      name: "nameOrder", meaning: "given-first, family-first or locale: how names are built.",
      usual: "locale"),
    Key(name: "pager", meaning: "What shows more than a screen.", usual: "PAGER, less"),
    Key(
      name: "freshness", meaning: "How old the local copy may be to be read as it is.", usual: "5m"),
    Key(name: "syncDaysBack", meaning: "Days before today that sync keeps.", usual: "90"),
    Key(name: "syncDaysAhead", meaning: "Days after today that sync keeps.", usual: "400"),
    Key(
      name: "TokenKeyCommand", meaning: "What prints the passphrase of the token cache.",
      usual: "none"),
    Key(
      name: "TokenKeyring", meaning: "Whether the desktop's keyring has the token cache's key.",
      usual: "false"),
    Key(name: "aliases", meaning: "Command lines by words of one's own.", usual: "none"),
  ]

  /// The bytes of the file at `path`; nil where there is none.
  ///
  /// - Throws: `Failure` of kind usage for what cannot be read.
  static func file(at path: String) throws(Failure) -> [UInt8]? {
    do {
      return try Files.readIfPresent(path, limit: sizeLimit)
    } catch {
      throw Failure(
        .usage, "cannot read the preferences \(path)", why: error.explanation,
        hint: "mend or move away \(path)")
    }
  }

  /// Reads the file at `path`, with `zones` to refuse a zone that nobody knows.
  ///
  /// What cannot be understood is a `Failure` of kind usage that names file, line and key.
  package init(path: String, zones: ZoneDatabase) throws(Failure) {
    try self.init(try Self.file(at: path), path: path, zones: zones)
  }

  /// Reads the bytes of a file that lies at `path`, or is going to.
  ///
  /// What cannot be understood is a `Failure` of kind usage that names file, line and key.
  init(_ bytes: [UInt8]?, path: String, zones: ZoneDatabase) throws(Failure) {
    guard let bytes, bytes.contains(where: { !" \t\r\n\u{FEFF}".utf8.contains($0) }) else { return }
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes, options: [.comments, .keyPositions])
    } catch {
      throw Failure(
        .usage, "\(path), line \(error.line), column \(error.column): \(error.reason)",
        hint: "mend line \(error.line) of \(path)")
    }
    let reader = Reader(path: path, document: document)
    try reader.refuseDuplicates()
    guard let object = document.root.object else {
      throw Failure(
        .usage, "\(path) holds a JSON \(document.root.kind) where an object should be",
        hint: "start the file with { and end it with }")
    }
    let names = Self.keys.map(\.name)
    for key in object.keys where !names.contains(key) {
      let near =
        Spelling.nearest(to: key, in: names).first.map { "; did you mean \"\($0)\"?" } ?? ""
      warnings.append("\(reader.place(of: key)): nothing reads \"\(key)\"\(near)")
    }
    timeZone = try reader.value(of: "timeZone", expecting: "an IANA or Windows zone name") {
      $0.string.flatMap { name in (try? zones.zone(named: name)) == nil ? nil : name }
    }
    weekStart = try reader.value(of: "weekStart", expecting: "monday, sunday or another weekday") {
      $0.string.flatMap { Weekday(named: $0) }
    }
    timeFormat = try reader.value(of: "timeFormat", expecting: "12 or 24") {
      ($0.string ?? $0.number?.text).flatMap(GlobalOptions.TimeFormat.init(rawValue:))
    }
    account = try reader.value(of: "account", expecting: "a user name or account id", \.string)
    tokenKeyCommand = try reader.value(
      of: "TokenKeyCommand", expecting: "a command without quotes, or an array of its words"
    ) { json in
      if let text = json.string {
        // Nothing reads quotes here, so a command that has some means something else.
        guard !text.contains(where: { "\"'\\`$".contains($0) }) else { return nil }
        let words = text.split(separator: " ").map(String.init)
        return words.isEmpty ? nil : words
      }
      let words = json.array?.compactMap(\.string)
      return words?.isEmpty == false && words?.count == json.array?.count ? words : nil
    }
    tokenKeyring =
      try reader.value(of: "TokenKeyring", expecting: "true or false") { $0.bool } ?? false
    if tokenKeyCommand != nil, tokenKeyring {
      throw Failure(
        .usage, "\(path) names two keys for the token cache",
        hint: "keep one of TokenKeyCommand and TokenKeyring")
    }
    nameOrder =
      try reader.value(
        of: "nameOrder", expecting: "given-first, family-first or locale"
      ) { json in
        json.string.flatMap { text -> PersonName.Order?? in
          text == "locale" ? .some(nil) : PersonName.Order(rawValue: text).map { $0 }
        }
      } ?? nil
    freshness =
      try reader.value(of: "freshness", expecting: "a length of time such as 5m or 1h") { json in
        guard let text = json.string, let length = try? CalendarDuration(parsing: text) else {
          return nil
        }
        let seconds = length.days * 86_400 + length.seconds
        return seconds >= 0 ? .seconds(seconds) : nil
      } ?? freshness
    pager = try reader.value(of: "pager", expecting: "a command, or false for none") {
      $0.string ?? ($0.bool == false ? "" : Optional.none)
    }
    for (key, target) in [
      ("syncDaysBack", \CopiedDays.back), ("syncDaysAhead", \CopiedDays.ahead),
    ] {
      let limit = CopiedDays.limit
      if let days = try reader.value(
        of: key, expecting: "a number of days from 1 to \(limit)",
        { json in json.int.flatMap { (1...limit).contains($0) ? $0 : nil } })
      {
        copiedDays[keyPath: target] = days
      }
    }
    color = try reader.value(of: "color", expecting: "auto, always or never") {
      $0.string.flatMap(GlobalOptions.ColorChoice.init(rawValue:))
    }
    let colors = Style.Color.allCases.map(\.name).joined(separator: ", ")
    theme =
      try reader.value(
        of: "theme",
        expecting: "standard, bright, plain or an object of colours (\(colors), bright-… or none)"
      ) { json in
        if let name = json.string { return Theme(named: name) }
        return json.object?.members.reduce(Theme.standard as Theme?) { theme, member in
          member.value.string.flatMap { theme?.replacing(member.key, with: $0) }
        }
      } ?? theme
    try readAliases(reader)
  }

  private mutating func readAliases(_ reader: Reader) throws(Failure) {
    let object =
      try reader.value(of: "aliases", expecting: "an object of command lines by words", \.object)
      ?? [:]
    for (name, json) in object.members {
      let place = reader.place(of: ["aliases", name])
      let line = json.string.map { ShellLine($0 + " ") }
      guard let line, line.quoting == .bare, let first = line.before.first,
        graphcalProgram.command(named: first) != nil
      else {
        throw Failure(
          .usage,
          "\(place): the alias \"\(name)\" is \(json.text(.compact)), which is no command line",
          hint: "begin it with a command, without \"graphcal\", as \"week --calendar all\"")
      }
      if graphcalProgram.command(named: name) != nil || name == "help" {
        warnings.append("\(place): \"\(name)\" is a command, so the alias is never used")
      } else if name.isEmpty || name.hasPrefix("-") || name.contains(where: \.isWhitespace) {
        throw Failure(
          .usage, "\(place): \"\(name)\" cannot be typed as a command",
          hint: "give the alias a name without blanks that begins with no dash")
      }
      aliases[name] = line.before
    }
  }

  /// Names the place of what it refuses.
  private struct Reader {
    let path: String
    let document: JSONDocument

    func place(of key: String) -> String { place(of: [key]) }

    func place(of keys: [String]) -> String {
      "\(path), line \(document.keyPositions[keys]?.line ?? 1)"
    }

    func refuseDuplicates() throws(Failure) {
      guard let duplicate = document.duplicateKeys.first else { return }
      throw Failure(
        .usage, "\(path), line \(duplicate.at.line): \"\(duplicate.key)\" stands twice",
        hint: "remove one of the two")
    }

    func value<Value>(
      of key: String, expecting expected: String, _ read: (JSON) -> Value?
    ) throws(Failure) -> Value? {
      guard let json = document.root[key], !json.isNull else { return nil }
      if let value = read(json) { return value }
      throw Failure(
        .usage, "\(place(of: key)): \"\(key)\" is \(json.text(.compact)), which is not \(expected)",
        hint: "set \"\(key)\" to \(expected)")
    }
  }
}
