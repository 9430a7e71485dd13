/// The pages of help, made from declarations; plain text, each line ended.
package enum HelpPage {
  /// The page of one command.
  ///
  /// `globals` are the options all commands share; they are named in one paragraph and explained by
  /// `help options`. `width` is brought into 40 to 100.
  package static func command(
    _ shape: CommandShape, program: String, globals: [OptionShape] = [], width: Int = 80
  ) -> String {
    let width = bounded(width)
    var lines = TextLayout.wrap(shape.summary, width: width)
    lines += ["", "Usage: \(program) \(shape.usage)"]
    let arguments = shape.arguments.filter { !$0.help.isEmpty }
    if !arguments.isEmpty {
      lines += ["", "Arguments:"]
      lines += TextLayout.definitions(
        arguments.map { ($0.placeholder, $0.help) }, width: width)
    }
    lines += options(shape.options, width: width)
    if !shape.discussion.isEmpty {
      lines += [""] + TextLayout.paragraphs(shape.discussion, width: width)
    }
    if !shape.examples.isEmpty {
      lines += ["", "Examples:"]
      for example in shape.examples {
        lines.append("  \(program) \(example.line)")
        lines += TextLayout.wrap(example.effect, width: width - 6).map { "      " + $0 }
      }
    }
    let names = shape.others(of: globals).filter { !$0.isHidden }.map(\.synopsis)
    if !names.isEmpty {
      lines += ["", "Global options (\(program) help options):"]
      lines += TextLayout.wrap(names.map(Self.unbroken).joined(separator: ", "), width: width - 2)
        .map { "  " + Self.broken($0) }
    }
    return text(lines)
  }

  /// The page of the options all commands share.
  package static func globalOptions(
    _ globals: [OptionShape], program: String, width: Int = 80
  ) -> String {
    let width = bounded(width)
    let heading = "Options that every command takes; they may stand before it or after it."
    return text(TextLayout.wrap(heading, width: width) + options(globals, width: width))
  }

  /// Option sections: one without a heading of its own first, then one a heading.
  private static func options(_ shapes: [OptionShape], width: Int) -> [String] {
    let visible = shapes.filter { !$0.isHidden }
    var headings: [String] = []
    for shape in visible {
      let heading = shape.group ?? "Options"
      if !headings.contains(heading) { headings.append(heading) }
    }
    let hasShorts = visible.contains { $0.short != nil }
    return headings.flatMap { heading in
      ["", heading + ":"]
        + TextLayout.definitions(
          visible.filter { ($0.group ?? "Options") == heading }.map { shape in
            let short = shape.short.map { "-\($0), " } ?? (hasShorts ? "    " : "")
            return (short + shape.synopsis, shape.help + (shape.isRepeatable ? " Repeatable." : ""))
          }, width: width)
    }
  }

  static func bounded(_ width: Int) -> Int { min(100, max(40, width)) }

  static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  // A blank inside a synopsis must not become a line break.
  private static func unbroken(_ text: String) -> String {
    String(text.map { $0 == " " ? "\u{A0}" : $0 })
  }

  private static func broken(_ text: String) -> String {
    String(text.map { $0 == "\u{A0}" ? " " : $0 })
  }
}

extension Program {
  /// The page that was asked for.
  ///
  /// `width` counts cells a line may take and is brought into 40 to 100.
  package func help(_ request: HelpRequest, width: Int = 80) -> String {
    switch request {
    case .short: short(width: HelpPage.bounded(width))
    case .overview: overview(width: HelpPage.bounded(width))
    case .command(let name):
      if let entry = command(named: name) {
        HelpPage.command(
          entry.shape(), program: self.name, globals: Globals.options.map(\.shape), width: width)
      } else {
        overview(width: HelpPage.bounded(width))
      }
    case .topic(let name):
      topics.first { $0.name == name }
        .map { TextLayout.fit($0.text(), width: HelpPage.bounded(width)) }
        ?? overview(width: HelpPage.bounded(width))
    case .globalOptions:
      HelpPage.globalOptions(Globals.options.map(\.shape), program: name, width: width)
    }
  }

  private func short(width: Int) -> String {
    var lines = TextLayout.wrap(summary, width: width)
    lines += ["", usage, ""]
    lines += TextLayout.definitions(
      groups.map { ($0.title, $0.commands.map(\.name).joined(separator: ", ")) }, width: width)
    lines.append("")
    lines += TextLayout.wrap(
      "\(name) help explains them; \(name) help COMMAND explains one.", width: width)
    return HelpPage.text(lines)
  }

  private func overview(width: Int) -> String {
    var lines = TextLayout.wrap(summary, width: width)
    lines += ["", usage]
    let topics =
      [("help COMMAND", "One command with its options and examples.")]
      + [("help options", "The options that every command takes.")]
      + topics.map { ("help \($0.name)", $0.summary) }
    let terms = groups.flatMap { $0.commands.map(\.name) } + topics.map(\.0)
    let column = TextLayout.column(for: terms, width: width)
    for group in groups {
      lines += ["", group.title + ":"]
      lines += TextLayout.definitions(
        group.commands.map { ($0.name, $0.summary) }, width: width, column: column)
    }
    lines += ["", "More help:"]
    lines += TextLayout.definitions(topics, width: width, column: column)
    return HelpPage.text(lines)
  }

  private var usage: String {
    "Usage: \(name) [global options] <command> [arguments] [options]"
  }
}
