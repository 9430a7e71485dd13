import Host
import Terminal

/// Draws a picture on the terminal with chafa.
struct PictureViewer {
  private static let program = "chafa"

  private let context: Context
  private let alternative: String

  /// Looks whether a picture can be drawn; `alternative` is the command that saves it instead.
  init(_ context: Context, alternative: String) throws(Failure) {
    guard context.console.terminal.isOutputTerminal else {
      throw Failure(
        .usage, "a picture is drawn on a terminal only",
        hint: "graphcal \(alternative) saves it; - for FILE writes it to standard output")
    }
    guard context.programs.isInstalled(Self.program) else {
      throw Failure(
        .general, "there is no \(Self.program), which draws pictures on a terminal",
        hint: "install \(Self.program), or save the picture: graphcal \(alternative)")
    }
    self.context = context
    self.alternative = alternative
  }

  /// Draws it; the picture lies in a private file for as long as that takes.
  func show(_ bytes: [UInt8]) async throws(Failure) {
    let base = context.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let folder = Paths.join(base, "graphcal-" + context.randomness.hexadecimal(bytes: 8))
    let path = Paths.join(folder, "picture")
    defer {
      try? Files.remove(path)
      try? Files.removeFolder(folder)
    }
    do {
      try PrivateFile(path: path).write(bytes, now: context.machineClock.now())
    } catch {
      throw Failure(
        .general, "the picture cannot be written for \(Self.program)", why: error.explanation,
        hint: "set TMPDIR to a folder that can be written, or graphcal \(alternative)")
    }
    let status: Int32
    do {
      let started = try context.programs.start([Self.program, path], .inherited)
      status = try await started?.finish(clock: context.machineClock) ?? 0
    } catch let error as HostError {
      throw Failure(
        .general, "\(Self.program) could not be started", why: error.description,
        hint: "graphcal \(alternative)")
    } catch {
      throw Failure(.interrupted, "interrupted")
    }
    guard status == 0 else {
      throw Failure(
        .general, "\(Self.program) could not draw the picture",
        why: "it ended with status \(status)", hint: "graphcal \(alternative)")
    }
  }
}
