/// Reads keys out of the bytes of a terminal, which may come in any pieces.
///
/// Sources: ECMA-48 section 5.4 for control sequences; xterm, "Control Sequences", for the keys and for
/// bracketed paste.
package struct KeyReader: Sendable {
  private var pending: [UInt8] = []
  private var pasted: [UInt8]?
  /// More of a pasted text than this is left out.
  private static let longestPaste = 1 << 16

  package init() {}

  /// Whether a key has begun and its rest may still come: after a lone Escape nobody knows.
  package var isWaiting: Bool { !pending.isEmpty && pasted == nil }

  /// The keys that `bytes` end; what is only begun waits for more.
  package mutating func keys(_ bytes: [UInt8]) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    var rest = pending[...]
    while let first = rest.first {
      if pasted != nil {
        guard let key = paste(&rest) else { break }
        keys.append(key)
      } else if first == 0x1B {
        guard let key = escape(&rest) else { break }
        if let key = key { keys.append(key) }
      } else if first < 0x20 || first == 0x7F {
        rest.removeFirst()
        keys.append(Self.control(first))
      } else {
        let text = Self.text(&rest)
        if text.isEmpty { break }
        keys.append(.text(text))
      }
    }
    pending = Array(rest)
    return keys
  }

  /// The key that was only begun and will not be ended: Escape alone is one.
  package mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    defer { pending = [] }
    return pending == [0x1B] ? [.escape] : []
  }

  private static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x0D, 0x0A: .enter
    case 0x09: .tab
    case 0x08, 0x7F: .backspace
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C: .control("\\")
    default: .other
    }
  }

  /// Everything up to the next control, but for a letter at the end that is not all there.
  private static func text(_ rest: inout ArraySlice<UInt8>) -> String {
    var end = rest.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? rest.endIndex
    if end == rest.endIndex { end -= unfinished(rest) }
    defer { rest = rest[end...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// How many bytes at the end begin a letter without ending it.
  private static func unfinished(_ bytes: ArraySlice<UInt8>) -> Int {
    for (back, byte) in bytes.reversed().prefix(4).enumerated() {
      let length = length(of: byte)
      if length > 0 { return length > back + 1 ? back + 1 : 0 }
    }
    return 0
  }

  /// The bytes of a letter by its first one; 0 for one in its middle.
  private static func length(of byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    case 0x80...0xBF: 0
    default: 1
    }
  }

  /// A key that begins with Escape; nil when its end has not come.
  private mutating func escape(_ rest: inout ArraySlice<UInt8>) -> Key?? {
    guard rest.count > 1 else { return nil }
    let second = rest[rest.startIndex + 1]
    switch second {
    case 0x5B: return sequence(&rest)
    case 0x4F:
      guard rest.count > 2 else { return nil }
      let final = rest[rest.startIndex + 2]
      rest = rest.dropFirst(3)
      return .some(final == 0x4D ? .enter : Self.movement(final) ?? .other)
    case 0x1B:
      rest.removeFirst()
      return .some(.escape)
    default:
      // Alt with a letter, of which all bytes belong to it.
      let length = max(1, Self.length(of: second))
      guard rest.count > length else { return nil }
      rest = rest.dropFirst(1 + length)
      return .some(.other)
    }
  }

  /// `ESC [` parameters, intermediates and a final byte.
  private mutating func sequence(_ rest: inout ArraySlice<UInt8>) -> Key?? {
    var end = rest.startIndex + 2
    // The function keys of the Linux console have one byte more.
    if end < rest.endIndex, rest[end] == 0x5B {
      guard rest.count > 3 else { return nil }
      rest = rest.dropFirst(4)
      return .some(.other)
    }
    while end < rest.endIndex, (0x20...0x3F).contains(rest[end]) { end += 1 }
    guard end < rest.endIndex else { return nil }
    let parameters = String(decoding: rest[(rest.startIndex + 2)..<end], as: UTF8.self)
    let final = rest[end]
    // A control inside ends a sequence that was cut off, and counts itself.
    rest = (0x40...0x7E).contains(final) ? rest[(end + 1)...] : rest[end...]
    let number = parameters.split(separator: ";", omittingEmptySubsequences: false).first
      .flatMap { Int($0) }
    switch (final, number) {
    case (0x7E, 200?):
      pasted = []
      return .some(nil)
    case (0x7E, 1?), (0x7E, 7?): return .some(.home)
    case (0x7E, 4?), (0x7E, 8?): return .some(.end)
    case (0x7E, 3?): return .some(.delete)
    case (0x7E, 5?): return .some(.pageUp)
    case (0x7E, 6?): return .some(.pageDown)
    case (0x5A, _): return .some(.backTab)
    default: return .some(Self.movement(final) ?? .other)
    }
  }

  private static func movement(_ final: UInt8) -> Key? {
    switch final {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x48: .home
    case 0x46: .end
    default: nil
    }
  }

  /// A pasted text up to `ESC [ 201 ~`; nil when its end has not come.
  private mutating func paste(_ rest: inout ArraySlice<UInt8>) -> Key? {
    let mark: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    var index = rest.startIndex
    while let start = rest[index...].firstIndex(of: 0x1B) {
      let tail = rest[start...].prefix(mark.count)
      if mark.starts(with: tail), tail.count < mark.count {
        keep(rest[..<start])
        rest = rest[start...]
        return nil
      }
      if tail.elementsEqual(mark) {
        keep(rest[..<start])
        rest = rest[(start + mark.count)...]
        defer { pasted = nil }
        return .paste(String(decoding: pasted ?? [], as: UTF8.self))
      }
      index = start + 1
    }
    keep(rest)
    rest = rest[rest.endIndex...]
    return nil
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let room = Self.longestPaste - (pasted?.count ?? 0)
    pasted? += bytes.prefix(max(0, room))
  }
}
