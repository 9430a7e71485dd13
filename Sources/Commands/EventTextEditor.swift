import CalendarTime
import FoundationEssentials
import Host
import JSON
import Terminal

/// Lets a person change an event as text in the editor of their choice.
struct EventTextEditor {
  var context: Context
  var zone: Zone
  var reference: String

  /// Opens the event, or a text that was kept before, and applies what has changed in it.
  ///
  /// A text that cannot be applied is kept: on a terminal it can be opened again at once, else the error
  /// says where it lies.
  func edit(
    _ event: JSONObject, from source: EditEventCommand.Editor,
    apply: (EventOptions, _ namesAll: Bool) async throws(Failure) -> Void
  ) async throws(Failure) {
    let original = EventText(event, zone: zone, zones: context.zones)
    let path: String
    switch source {
    case .file(let file): path = file
    case .fresh: path = try file(original.text(notes: notes))
    }
    while true {
      try await open(path)
      let text = try context.text(ofFile: path)
      do throws(Failure) {
        if try await applied(text, original, apply) { return remove(path, source) }
        context.note("nothing was changed")
        return remove(path, source)
      } catch {
        let prompt = context.console.prompt(mayAsk: !context.options.noInput)
        if error.kind == .usage, prompt.canAsk {
          context.console.report(error.text())
          if case .yes = prompt.confirm("Open the text again?") { continue }
        }
        var failure = error
        failure.hint =
          (error.hint.map { $0 + "; " } ?? "")
          + "the text is kept: graphcal edit-event \(reference) --editor=\(path)"
        throw failure
      }
    }
  }

  private var notes: [String] {
    [
      "Change what is to change, save and close. Nothing changes when nothing is saved.",
      "Times are in \(zone.name). Several people or categories: one line each.",
      "Below the empty line stands the text of the event.",
    ]
  }

  /// Whether there was anything to apply.
  private func applied(
    _ text: String, _ original: EventText,
    _ apply: (EventOptions, _ namesAll: Bool) async throws(Failure) -> Void
  ) async throws(Failure) -> Bool {
    if text.allSatisfy(\.isWhitespace) { return false }
    let (options, namesAll) = try original.changes(to: EventText(parsing: text))
    guard options != EventOptions() || namesAll else { return false }
    try await apply(options, namesAll)
    return true
  }

  /// Writes the text to a file of its own, which nobody else can read.
  private func file(_ text: String) throws(Failure) -> String {
    let base = context.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let folder = Paths.join(base, "graphcal-" + context.randomness.hexadecimal(bytes: 8))
    let path = Paths.join(folder, "event.txt")
    do {
      try PrivateFile(path: path).write(Array(text.utf8), now: context.machineClock.now())
    } catch {
      throw Failure(
        .general, "the text of the event cannot be written", why: error.explanation,
        hint: "set TMPDIR to a folder that can be written")
    }
    return path
  }

  private func remove(_ path: String, _ source: EditEventCommand.Editor) {
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
        why: editor, hint: "the text is kept: graphcal edit-event \(reference) --editor=\(path)")
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
        .usage, "there is no editor to open the event in", hint: "set VISUAL or EDITOR")
    }
  }
}
