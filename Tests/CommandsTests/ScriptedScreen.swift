import Commands
import Host
import Synchronization

/// A terminal on which a person presses what a test says, and which remembers what it showed last.
final class ScriptedScreen: Sendable {
  private struct Content {
    var keys: [String]
    var frame = ""
    var isTaken = false
  }

  private let content: Mutex<Content>
  private let size: (columns: Int, lines: Int)

  /// What comes in one piece each; an empty key is a wait that is over.
  init(keys: [String], size: (columns: Int, lines: Int)) {
    content = Mutex(Content(keys: keys))
    self.size = size
  }

  /// Whether a program has taken it and not given it back.
  var isTaken: Bool { content.withLock { $0.isTaken } }

  /// The lines of the last frame, without what only moves the cursor.
  var last: [String] {
    let frame = content.withLock { $0.frame }
    return frame.split(separator: "\r\n", omittingEmptySubsequences: false).map { line in
      let text = line.split(separator: "\u{1B}[K").first.map { String($0) } ?? ""
      return text.replacing("\u{1B}[?25l\u{1B}[H", with: "")
    }
  }

  var terminal: KeyTerminal {
    let size = size
    return KeyTerminal(
      size: { size }, enter: { _, _ in self.content.withLock { $0.isTaken = true } },
      read: { _ in
        self.content.withLock { content in
          guard !content.keys.isEmpty else { return .ended }
          let piece = content.keys.removeFirst()
          return piece.isEmpty ? .nothing : .bytes(Array(piece.utf8))
        }
      },
      write: { (text) throws(HostError) in self.content.withLock { $0.frame = text } },
      stop: {}, endWait: {}, close: { self.content.withLock { $0.isTaken = false } })
  }
}
