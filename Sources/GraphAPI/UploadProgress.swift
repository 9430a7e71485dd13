/// How far a file has come in an upload session, and what to do next.
///
/// Pure: outcome in, step out. The service says with each answer where the next range has to start;
/// where an answer is lost it is asked for that, so that no byte goes up twice and none is left out.
/// Source: Microsoft Graph, "Attach large files to Outlook messages or events".
package struct UploadProgress: Sendable, Hashable {
  /// What the service made of a request to the session.
  package enum Outcome: Sendable, Hashable {
    /// It has everything before this byte; nil where it does not say.
    case has(Int?)
    /// The file is attached.
    case attached
    /// It is not known what has become of the range.
    case open
    /// There is no such session any more: it has run out, or the file is attached already.
    case gone
  }

  /// What comes next.
  package enum Step: Sendable, Hashable {
    case send(Range<Int>)
    /// Ask the session what it has.
    case ask
    /// Look whether the file is among the attachments.
    case look
    case done
    /// The service takes no more of the file.
    case giveUp
  }

  package let size: Int
  /// Bytes that the service surely has.
  package private(set) var received = 0
  private var sent = 0..<0
  private var failures = 0

  /// Tries without a new byte before the upload is given up.
  package static let patience = 5

  /// A file of `size` bytes, of which nothing has gone up.
  package init(size: Int) { self.size = size }

  /// The first range.
  package mutating func start() -> Step { send(from: 0) }

  /// The step after an outcome.
  package mutating func step(after outcome: Outcome) -> Step {
    switch outcome {
    case .attached:
      received = size
      return .done
    case .gone: return .look
    case .open: return fail(.ask)
    case .has(let next):
      let next = next ?? sent.upperBound
      guard (received...size).contains(next) else { return fail(.ask) }
      // Everything is there and no answer has said so.
      if next == size { return .look }
      guard next > received else {
        let again = send(from: next)
        return fail(again)
      }
      received = next
      failures = 0
      return send(from: next)
    }
  }

  private mutating func send(from start: Int) -> Step {
    sent = start..<min(start + AttachmentRequests.range, size)
    return .send(sent)
  }

  private mutating func fail(_ step: Step) -> Step {
    failures += 1
    return failures > Self.patience ? .giveUp : step
  }
}
