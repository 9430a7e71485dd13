import Host
import Terminal

/// Lets a person pick from a list on the terminal, which standard input and output need not be.
struct Picking {
  /// After so many milliseconds an Escape was not the beginning of another key.
  private static let escapeWait: Int32 = 50

  var context: Context
  private let terminal: KeyTerminal

  /// Opens the terminal and leaves it as it is; the error says why there is none to pick on.
  init(_ context: Context) throws(Failure) {
    self.context = context
    let command = "give the query to graphcal contacts instead, which needs no terminal"
    guard !context.options.noInput else {
      throw Failure(.usage, "nothing can be picked with --no-input", hint: command)
    }
    guard context.console.terminal.canRedraw else {
      throw Failure(
        .usage, "nothing can be picked on this terminal",
        why: "TERM is \(context.environment["TERM"] ?? "not set"), which cannot move the cursor",
        hint: command)
    }
    do {
      terminal = try context.console.openTerminal()
    } catch {
      throw Failure(
        .usage, "there is no terminal to pick on", why: error.explanation, hint: command)
    }
  }

  /// Gives the terminal back when nothing is going to be picked.
  func close() { terminal.close() }

  /// Shows the list until something is taken, and gives the places of that.
  ///
  /// - Throws: `Failure` of kind interrupted when it is left, or ended from outside.
  func pick(_ picker: Picker) async throws(Failure) -> [Int] {
    let terminal = terminal
    let result = await withTaskCancellationHandler {
      () async -> Result<[Int], Failure> in
      do throws(Failure) { return .success(try run(picker)) } catch { return .failure(error) }
    } onCancel: {
      terminal.endWait()
    }
    return try result.get()
  }

  private func run(_ picker: Picker) throws(Failure) -> [Int] {
    var picker = picker
    var keys = KeyReader()
    let facts = TerminalFacts(
      isTerminal: (true, true, true), windowWidth: nil,
      coloring: TerminalFacts.Coloring(
        rawValue: (context.options.color == .auto
          ? context.configuration.color ?? .auto : context.options.color).rawValue) ?? .auto,
      variable: { context.environment[$0] })
    var screen = PickerScreen(picker, symbols: facts.symbols, isColored: facts.outputColored)
    screen.theme = context.configuration.theme
    terminal.enter(PickerScreen.entering, PickerScreen.leaving)
    defer { terminal.close() }
    while true {
      try draw(&picker, on: &screen)
      let pressed: [Key]
      switch terminal.read(keys.isWaiting ? Self.escapeWait : nil) {
      case .bytes(let bytes): pressed = keys.keys(bytes)
      case .nothing: pressed = keys.flush()
      case .changed: pressed = []
      case .stopWanted: pressed = [.control("z")]
      case .ended: throw Failure(.interrupted, "interrupted; nothing was picked")
      }
      for key in pressed {
        switch picker.press(key) {
        case .stay: continue
        case .stop: terminal.stop()
        case .left: throw Failure(.interrupted, "nothing was picked")
        case .taken(let places): return places
        }
      }
    }
  }

  private func draw(_ picker: inout Picker, on screen: inout PickerScreen) throws(Failure) {
    let size = terminal.size() ?? (TerminalFacts.usualWidth, 24)
    screen.columns = size.columns
    screen.lines = size.lines
    picker.show(lines: screen.listLines)
    do {
      try terminal.write(screen.frame(of: picker))
    } catch {
      throw Failure(.interrupted, "the terminal has gone; nothing was picked")
    }
  }
}
