import Host
import Terminal

/// What a command says, held back until its end, so that it can be looked at by the screen where it is
/// taller than that.
///
/// What is said on standard error behind a result comes behind it here as well. Before somebody is asked
/// anything, all is shown.
final class PagedOutput: Sendable {
  private enum Piece {
    case output(String)
    case error(String)
  }

  private let base: Streams
  private let held = Locked<[Piece]>([])

  init(_ base: Streams) { self.base = base }

  /// The streams that hold back.
  var streams: Streams {
    let base = base
    return Streams(
      facts: base.facts,
      writeOutput: { [self] (text) throws(HostError) in hold(.output(text)) },
      writeBytes: { [self] (bytes) throws(HostError) in
        try flush()
        try base.writeBytes(bytes)
      },
      writeError: { [self] text in
        let isBehind = held.withLock { pieces in
          guard !pieces.isEmpty else { return false }
          pieces.append(.error(text))
          return true
        }
        if !isBehind { base.writeError(text) }
      },
      readLine: { [self] in
        try? flush()
        return base.readLine()
      },
      typedLine: base.typedLine, discardTyped: base.discardTyped,
      openTerminal: { [self] () throws(HostError) in
        try flush()
        return try base.openTerminal()
      })
  }

  private func hold(_ piece: Piece) { held.withLock { $0.append(piece) } }

  private func taken() -> [Piece] {
    held.withLock { pieces in
      defer { pieces = [] }
      return pieces
    }
  }

  /// Shows what was held back as it came.
  func flush() throws(HostError) {
    for piece in taken() {
      switch piece {
      case .output(let text): try base.writeOutput(text)
      case .error(let text): base.writeError(text)
      }
    }
  }

  /// Shows what was held back, through the pager where it is taller than the terminal.
  ///
  /// A pager that is left before the end is no failure; one that does not start is done without.
  func finish(
    on facts: TerminalFacts, through pager: () -> Pager?, programs: ProgramStarter, clock: Clock
  ) async throws(HostError) {
    let text = held.withLock { pieces in
      pieces.reduce(into: "") { text, piece in
        if case .output(let part) = piece { text += part }
      }
    }
    // The last line is the shell's.
    guard let height = facts.height, Self.lines(text, width: facts.width) >= height,
      let pager = pager()
    else { return try flush() }
    let program: SpawnedProgram?
    do {
      program = try programs.start(pager.words, .fed)
    } catch {
      if pager.isChosen {
        base.writeError("cannot start the pager \(pager.words[0]): \(error.explanation)\n")
      }
      return try flush()
    }
    let pieces = taken()
    await program?.feed(Array(text.utf8), clock: clock)
    for case .error(let text) in pieces { base.writeError(text) }
  }

  /// How many lines of a terminal a text takes.
  static func lines(_ text: String, width: Int) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast(text.isEmpty || text.hasSuffix("\n") ? 1 : 0)
      .reduce(0) { $0 + max(1, (cells($1) + width - 1) / width) }
  }

  /// The cells of a line without its colours.
  private static func cells(_ line: Substring) -> Int {
    guard line.utf8.contains(0x1B) else { return DisplayWidth.of(String(line)) }
    // Colours are the only sequences of our own making: ESC [ … m.
    let parts = line.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
    return parts.enumerated().reduce(0) { sum, part in
      let text =
        part.offset == 0
        ? part.element
        : part.element.firstIndex(of: "m").map { part.element[part.element.index(after: $0)...] }
          ?? ""
      return sum + DisplayWidth.of(String(text))
    }
  }
}
