import JSON

/// Takes what a command prints for programs apart into its JSON values, however it comes in pieces.
///
/// Arrays and objects end with their bracket, everything else with its line. A line that is no JSON, such
/// as what was done in words, is told apart.
struct JSONPieces {
  enum Piece: Equatable {
    /// One JSON value in UTF-8.
    case value([UInt8])
    /// A line in words, without its end.
    case words(String)
  }

  private var pending: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// What is complete after these bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) -> [Piece] {
    var pieces: [Piece] = []
    for byte in bytes {
      if isInString {
        pending.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      let isOutside = depth == 0
      switch byte {
      case UInt8(ascii: "\n") where isOutside:
        if let piece = line() { pieces.append(piece) }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if isOutside, !pending.isEmpty { break }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): if !isOutside { depth -= 1 }
      case UInt8(ascii: "\"") where !isOutside: isInString = true
      default: break
      }
      pending.append(byte)
      if !isOutside, depth == 0 {
        pieces.append(.value(pending))
        pending.removeAll(keepingCapacity: true)
      }
    }
    return pieces
  }

  /// The line that has ended, which holds no array and no object.
  private mutating func line() -> Piece? {
    defer { pending.removeAll(keepingCapacity: true) }
    guard pending.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else {
      return nil
    }
    if (try? JSON(parsing: pending)) != nil { return .value(pending) }
    return .words(String(decoding: pending, as: UTF8.self))
  }
}
