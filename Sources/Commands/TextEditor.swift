import Host
import Terminal

/// Lets a person change something as text in the editor of their choice.
struct TextEditor {
  /// Where the text comes from.
  enum Source: Sendable, Equatable {
    case fresh
    /// A text that was kept before.
    case file(String)
  }

  var context: Context
  /// What is changed, in one word: `event`.
  var noun: String
  /// The command that takes a kept text up again, without its option: `graphcal edit-event k7mp`.
  var command: String

  /// Opens the text, or the one that was kept before, and gives to `apply` what was saved.
  ///
  /// `apply` says whether there was anything to change. A text that cannot be applied is kept: on a
  /// terminal it can be opened again at once, else the error says where it lies.
  func edit(
    _ text: String, from source: Source, apply: (String) async throws(Failure) -> Bool
  ) async throws(Failure) {
    let path: String
    switch source {
    case .file(let file): path = file
    case .fresh: path = try file(text)
    }
    while true {
      try await open(path)
      let saved = try context.text(ofFile: path)
      do throws(Failure) {
        let isBlank = saved.allSatisfy(\.isWhitespace)
        let changes = isBlank ? false : try await apply(saved)
        if !changes { context.note("nothing was changed") }
        return remove(path, source)
      } catch {
        let prompt = context.console.prompt(mayAsk: !context.options.noInput)
        if error.kind == .usage, prompt.canAsk {
          context.console.report(error.text())
          if case .yes = prompt.confirm("Open the text again?") { continue }
        }
        var failure = error
        failure.hint = (error.hint.map { $0 + "; " } ?? "") + kept(path)
        throw failure
      }
    }
  }

  private func kept(_ path: String) -> String {
    "the text is kept: \(command) --editor=\(path)"
  }

  /// Writes the text to a file of its own, which nobody else can read.
  private func file(_ text: String) throws(Failure) -> String {
    let base = context.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let folder = Paths.join(base, "graphcal-" + context.randomness.hexadecimal(bytes: 8))
    let path = Paths.join(folder, "\(noun).txt")
    do {
      try PrivateFile(path: path).write(Array(text.utf8), now: context.machineClock.now())
    } catch {
      throw Failure(
        .general, "the text of the \(noun) cannot be written", why: error.explanation,
        hint: "set TMPDIR to a folder that can be written")
    }
    return path
  }

  private func remove(_ path: String, _ source: Source) {
    guard source == .fresh else { return }
    try? Files.remove(path)
    try? Files.removeFolder(Paths.folder(of: path))
  }

  private func open(_ path: String) async throws(Failure) {
    let editor = try self.editor
    // The variable is a line for the shell, as for every program that opens an editor.
    let words = ["/bin/sh", "-c", editor + " \"$@\"", "editor", path]
    let status: Int32
    do {
      let streams: SpawnedProgram.Streams =
        ControllingTerminal.identity == nil ? .inherited : .terminal
      let program = try context.programs.start(words, streams)
      status = try await program?.finish(clock: context.machineClock) ?? 0
    } catch let error as HostError {
      throw Failure(
        .general, "the editor could not be started", why: error.description,
        hint: "set VISUAL or EDITOR; the text is kept in \(path)")
    } catch {
      throw Failure(.interrupted, "stopped; the text is kept in \(path)")
    }
    guard status == 0 else {
      throw Failure(
        .stopped, "the editor ended with status \(status); nothing was changed",
        why: editor, hint: kept(path))
    }
  }

  /// The line that starts the editor: `VISUAL`, else `EDITOR`, else what is usually there.
  private var editor: String {
    get throws(Failure) {
      for name in ["VISUAL", "EDITOR"] {
        if let line = context.environment[name], line.contains(where: { !$0.isWhitespace }) {
          return line
        }
      }
      let usual = ["sensible-editor", "nano", "vi"]
      if context.console.terminal.isInputTerminal,
        let found = usual.first(where: context.programs.isInstalled)
      {
        return found
      }
      throw Failure(
        .usage, "there is no editor to open the \(noun) in", hint: "set VISUAL or EDITOR")
    }
  }
}
