package import Arguments
import Host
import JSON
import Rendering
import Terminal

/// `graphcal config`: the preferences, each with where it comes from, and a way to change them.
package struct ConfigCommand: Command {
  package static let name = "config"
  package static let summary = "Show the preferences, or change one."
  package static let needsPreferences = false
  package static let isPaged = true
  package static let itemFields = ["default", "key", "line", "meaning", "value"]
  package static let discussion = """
    The preferences are in config.json, which may also be edited by hand: JSON with comments. "config set" \
    and "config unset" change one member of it and leave comments, order and line ends as they are; what \
    the file would then say is understood first, or nothing is written.

    \(Configuration.keys.map { "\($0.name): \($0.meaning)" }.joined(separator: "\n\n"))

    An alias is set by its name: config set aliases.w "week --calendar all" lets "graphcal w" be that, with \
    what is typed behind it. Quotes part its words as in a shell. No alias hides a command.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("get|set|unset|path KEY VALUE", atLeast: 0, "What to do with which.", into: \.words)
      .written("[get KEY | set KEY VALUE | unset KEY | path]")
      .completing(.choices(["get", "set", "unset", "path"]))
  ]
  package static let examples = [
    Example("config", "What holds, and where it is said."),
    Example("config set timeZone Europe/Lisbon", "The zone of all commands from now on."),
    Example("config set aliases.w \"week --calendar all\"", "A command of one's own: graphcal w."),
    Example("config unset aliases.w", "Takes it out."),
  ]

  private enum Deed: String, CaseIterable {
    case get, set, unset, path

    /// How many words stand behind it.
    var count: Int {
      switch self {
      case .path: 0
      case .get, .unset: 1
      case .set: 2
      }
    }
  }

  var words: [String] = []

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard let word = words.first else { return }
    guard let deed = Deed(rawValue: word), words.count == deed.count + 1 else {
      throw ArgumentsError(
        .unexpectedArgument,
        "config takes nothing, \"path\", \"get\" or \"unset\" with a key, or \"set\" with key and value",
        hint: "graphcal config set KEY VALUE")
    }
    guard deed.count > 0 else { return }
    let name = String(words[1].prefix { $0 != "." })
    let names = Configuration.keys.map(\.name)
    guard names.contains(name), words[1] == name || name == "aliases" else {
      throw ArgumentsError(
        .badValue, "there is no preference \"\(words[1])\"",
        hint: Spelling.question(name, in: names, prefix: "graphcal config \(word) ")
          ?? "graphcal config lists them")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    guard let path = Context.preferencesPath(context.environment) else {
      throw Failure(
        .usage, "there is no folder for preferences",
        why: "neither XDG_CONFIG_HOME nor HOME is set",
        hint: "set HOME")
    }
    switch words.first.flatMap(Deed.init(rawValue:)) {
    case nil: try list(Preferences(path, context), in: context)
    case .path: try context.console.print(path + "\n")
    case .get: try get(Preferences(path, context), in: context)
    case .set, .unset: try change(Preferences(path, context), in: context)
    }
  }

  // MARK: Reading

  /// The file as it is.
  private struct Preferences {
    let path: String
    let bytes: [UInt8]?
    let document: JSONDocument?

    init(_ path: String, _ context: Context) throws(Failure) {
      self.path = path
      bytes = try Configuration.file(at: path)
      // What is wrong with it is told by its name, with the line.
      let read = try Configuration(bytes, path: path, zones: context.zones)
      for warning in read.warnings { context.note(warning) }
      document = bytes.flatMap {
        try? JSONDocument(parsing: $0, options: [.comments, .keyPositions])
      }
    }

    func item(_ key: Configuration.Key) -> JSON {
      let value = document?.root[key.name]
      let line = value == nil ? nil : document?.keyPositions[[key.name]]?.line
      return [
        "default": .string(key.usual), "key": .string(key.name),
        "line": line.map { .number($0) } ?? .null, "meaning": .string(key.meaning),
        "value": value ?? .null,
      ]
    }
  }

  private func list(_ preferences: Preferences, in context: Context) throws(Failure) {
    let listing = Listing(
      context: context, fields: Self.itemFields,
      columns: ["key", "value", "default", "line"].map { .init($0, JSONPath($0)) })
    if listing.isWanted {
      return try listing.print(Configuration.keys.map(preferences.item))
    }
    var table = Table([
      .init("KEY"), .init("VALUE", minimum: 12, comfort: 40),
      .init("FROM", minimum: 8, comfort: 24),
      .init("MEANING", minimum: 40, comfort: 60, rank: 1),
    ])
    for key in Configuration.keys {
      let item = preferences.item(key)
      let isSet = item["line"]?.int != nil
      table.add([
        StyledLine(key.name),
        isSet
          ? StyledLine(TextSanitizer.line(Self.text(item["value"] ?? .null)))
          : StyledLine(key.usual, .dim),
        StyledLine(item["line"]?.int.map { "line \($0)" } ?? "default", isSet ? .plain : .dim),
        StyledLine(key.meaning),
      ])
    }
    let surface = Surface(context.console.terminal)
    try context.print(
      table.lines(width: surface.width, symbols: surface.symbols)
        + ["", StyledLine(TextSanitizer.line(preferences.path))])
  }

  private func get(_ preferences: Preferences, in context: Context) throws(Failure) {
    var value = preferences.document?.root
    for key in words[1].split(separator: ".", maxSplits: 1) { value = value?[String(key)] }
    guard let value, !value.isNull else {
      let usual = Configuration.keys.first { $0.name == words[1] }?.usual
      throw Failure(
        .notFound, "\(words[1]) is not set", why: usual.map { "what holds is the default: \($0)" },
        hint: "graphcal config set \(words[1]) VALUE")
    }
    if try context.printedForScripts(value) { return }
    try context.console.print(TextSanitizer.line(Self.text(value)) + "\n")
  }

  private static func text(_ value: JSON) -> String { value.string ?? value.text(.compact) }

  // MARK: Changing

  private func change(_ preferences: Preferences, in context: Context) throws(Failure) {
    try context.requireRequests(of: "changing a preference")
    let keys = words[1].split(separator: ".", maxSplits: 1).map(String.init)
    if keys == ["aliases"], words.count == 3 {
      throw Failure(
        .usage, "an alias is set by its name",
        hint: "graphcal config set aliases.NAME \"COMMAND …\"")
    }
    let edited = try edited(preferences, keys, in: context)
    guard let edited else { return context.note("\(words[1]) was not set") }
    do {
      try PrivateFile(path: preferences.path, randomness: context.randomness)
        .write(edited, now: context.machineClock.now())
    } catch {
      throw Failure(
        .general, "the preferences are as they were", why: error.explanation,
        hint: "make \(preferences.path) a file that you may write")
    }
    context.note(words.count == 3 ? "\(words[1]) is set" : "\(words[1]) is not set any more")
  }

  /// The bytes of the file with the change in it, which `Configuration` has understood; nil where there
  /// is nothing to change.
  private func edited(
    _ preferences: Preferences, _ keys: [String], in context: Context
  ) throws(Failure) -> [UInt8]? {
    var edit = JSONTextEdit(preferences.bytes ?? [])
    guard words.count == 3 else {
      guard edit.remove(keys) else { return nil }
      _ = try Configuration(edit.bytes, path: preferences.path, zones: context.zones)
      return edit.bytes
    }
    // 30 and true are what they look like, where such a value is wanted; else any value is a text.
    let asText = JSON.string(words[2])
    let readings = ((try? JSON(parsing: words[2])).map { [$0] } ?? []) + [asText]
    var refusal: Failure?
    for value in readings {
      var edit = edit
      edit.set(keys, to: value.text(.wire))
      do {
        _ = try Configuration(edit.bytes, path: preferences.path, zones: context.zones)
        return edit.bytes
      } catch {
        refusal = error
      }
    }
    throw refusal ?? Failure(.usage, "\(words[1]) cannot be set", hint: "graphcal help config")
  }
}
