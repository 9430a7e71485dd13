/// One manual page, made from the declarations that help is made of.
package struct ManualPage: Sendable, Equatable {
  /// Such as `graphcal-week`.
  package var name: String
  /// 1 for the program and its commands, 7 for topics.
  package var section: Int
  /// In the language of man(7).
  package var text: String

  /// Such as `graphcal-week.1`.
  package var fileName: String { "\(name).\(section)" }
}

extension Program {
  /// A page of the program, one a command and one a topic.
  ///
  /// - Parameters:
  ///   - version: of the program.
  ///   - date: as `2026-12-01`; empty where it is not known.
  /// - Returns: the page of the program first.
  package func manual(version: String, date: String) -> [ManualPage] {
    let writer = ManualWriter(
      program: name, version: version, date: date, globals: Globals.options.map(\.shape),
      topics: topics.map(\.name))
    return [writer.overview(summary: summary, groups: groups.map(\.listed), topics: topics)]
      + groups.flatMap(\.commands).map { writer.page(of: $0.shape()) }
      + topics.map(writer.page(of:))
  }
}

extension CommandShape {
  /// The page of a program that has no commands; this is what it takes.
  ///
  /// - Parameters:
  ///   - program: its name.
  ///   - version: of the package.
  ///   - date: as `2026-12-01`; empty where it is not known.
  /// - Returns: the one page.
  package func manual(of program: String, version: String, date: String) -> ManualPage {
    ManualWriter(program: program, version: version, date: date, globals: [], topics: [])
      .page(of: self)
  }
}

extension CommandGroup {
  fileprivate var listed: ManualWriter.Group {
    (title, commands.map { ($0.name, $0.summary) })
  }
}

/// What all pages have in common.
private struct ManualWriter {
  typealias Group = (title: String, commands: [(name: String, summary: String)])

  let program: String
  let version: String
  let date: String
  let globals: [OptionShape]
  let topics: [String]

  private func begin(_ name: String, _ section: Int, _ summary: String) -> Roff {
    var page = Roff(title: name, section: section, source: "\(program) \(version)", date: date)
    page.section("NAME")
    page.raw("\(Roff.typed(name)) \\- \(Roff.typed(Self.phrase(summary)))")
    return page
  }

  /// A sentence as the rest of a line: no capital, no full stop.
  private static func phrase(_ sentence: String) -> String {
    let words = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    guard let first = words.first, words.dropFirst().first?.isLowercase ?? false else {
      return words
    }
    return first.lowercased() + words.dropFirst()
  }

  // MARK: Pages

  func overview(summary: String, groups: [Group], topics: [HelpTopic]) -> ManualPage {
    var page = begin(program, 1, summary)
    page.section("SYNOPSIS")
    page.raw(
      "\(Roff.bold(program)) [\(Roff.italic("global options"))] \(Roff.italic("command")) "
        + "[\(Roff.italic("arguments"))] [\(Roff.italic("options"))]")
    page.section("DESCRIPTION")
    page.paragraph(summary)
    page.section("COMMANDS")
    for group in groups {
      page.subsection(group.title)
      for command in group.commands {
        page.definition(reference("\(program)-\(command.name)", 1), command.summary)
      }
    }
    page.section("OPTIONS")
    page.paragraph("Options that every command takes; they may stand before it or after it.")
    options(globals, in: &page)
    page.section("TOPICS")
    for topic in topics {
      page.definition(reference("\(program)-\(topic.name)", 7), topic.summary)
    }
    page.section("EXIT STATUS")
    page.paragraph(
      "0 when all is done, also with an empty result. \(program) help exit-codes lists the rest.")
    return ManualPage(name: program, section: 1, text: page.text)
  }

  func page(of shape: CommandShape) -> ManualPage {
    let name = shape.name.isEmpty ? program : "\(program)-\(shape.name)"
    var page = begin(name, 1, shape.summary)
    page.section("SYNOPSIS")
    page.raw(synopsis(of: shape))
    page.section("DESCRIPTION")
    page.paragraph(shape.summary)
    for paragraph in Self.paragraphs(of: shape.discussion) { lay(paragraph, in: &page) }
    let arguments = shape.arguments.filter { !$0.help.isEmpty }
    if !arguments.isEmpty {
      page.section("ARGUMENTS")
      for argument in arguments {
        page.definition(Roff.italic(argument.placeholder), argument.help)
      }
    }
    if shape.options.contains(where: { !$0.isHidden }) {
      page.section("OPTIONS")
      options(shape.options, in: &page)
    }
    let others = shape.others(of: globals).filter { !$0.isHidden }
    if !others.isEmpty {
      page.section("GLOBAL OPTIONS")
      page.raw(
        "Explained in \(reference(program, 1)):\n"
          + others.map(Self.synopsis).joined(separator: ",\n"))
    }
    if !shape.examples.isEmpty {
      page.section("EXAMPLES")
      for example in shape.examples {
        page.definition(Roff.bold("\(program) \(example.line)"), example.effect)
      }
    }
    if !topics.isEmpty { seeAlso(from: name, in: &page) }
    return ManualPage(name: name, section: 1, text: page.text)
  }

  func page(of topic: HelpTopic) -> ManualPage {
    let name = "\(program)-\(topic.name)"
    var page = begin(name, 7, topic.summary)
    page.section("DESCRIPTION")
    for paragraph in Self.paragraphs(of: topic.text()) { lay(paragraph, in: &page) }
    seeAlso(from: name, in: &page)
    return ManualPage(name: name, section: 7, text: page.text)
  }

  // MARK: Parts

  private func synopsis(of shape: CommandShape) -> String {
    var words = [Roff.bold(shape.name.isEmpty ? program : "\(program) \(shape.name)")]
    words += shape.arguments.map { Roff.typed($0.synopsis) }
    if shape.options.contains(where: { !$0.isHidden }) {
      words.append("[\(Roff.italic("options"))]")
    }
    return words.joined(separator: " ")
  }

  /// Those without a heading first, then one subsection a heading.
  private func options(_ shapes: [OptionShape], in page: inout Roff) {
    let visible = shapes.filter { !$0.isHidden }
    var headings: [String?] = [nil]
    for shape in visible where !headings.contains(shape.group) { headings.append(shape.group) }
    for heading in headings {
      let options = visible.filter { $0.group == heading }
      if options.isEmpty { continue }
      if let heading { page.subsection(heading) }
      for option in options {
        let short = option.short.map { Roff.bold("-\($0)") + ", " } ?? ""
        page.definition(
          short + Self.synopsis(of: option),
          option.help + (option.isRepeatable ? " Repeatable." : ""))
      }
    }
  }

  private static func synopsis(of option: OptionShape) -> String {
    let whole = option.synopsis
    let end = whole.firstIndex { " =".contains($0) } ?? whole.endIndex
    // An optional value begins with its bracket.
    let name = whole[..<end].hasSuffix("[") ? whole[..<end].dropLast() : whole[..<end]
    let rest = whole[name.endIndex...]
    return Roff.bold(String(name)) + (rest.isEmpty ? "" : Roff.italic(String(rest)))
  }

  private func reference(_ name: String, _ section: Int) -> String {
    "\(Roff.bold(name))(\(section))"
  }

  private func seeAlso(from name: String, in page: inout Roff) {
    page.section("SEE ALSO")
    let others = topics.map { "\(program)-\($0)" }.filter { $0 != name }
    page.raw(
      ([reference(program, 1)] + others.map { reference($0, 7) }).joined(separator: ",\n"))
  }

  private static func paragraphs(of text: String) -> [[String]] {
    var paragraphs: [[String]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(String(line))
      }
    }
    return paragraphs.filter { !$0.isEmpty }
  }

  /// A paragraph is filled; lines that are indented stand as they are.
  private func lay(_ lines: [String], in page: inout Roff) {
    var words: [String] = []
    var indented: [String] = []
    func endWords() {
      if !words.isEmpty { page.paragraph(words.joined(separator: " ")) }
      words = []
    }
    func endBlock() {
      if !indented.isEmpty { page.block(indented) }
      indented = []
    }
    for line in lines {
      if line.hasPrefix(" ") {
        endWords()
        indented.append(line)
      } else {
        endBlock()
        words.append(line)
      }
    }
    endWords()
    endBlock()
  }
}
