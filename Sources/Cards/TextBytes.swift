/// The bytes of a text file as they come, without a byte order mark and never as UTF-16.
///
/// UTF-16 is known by its mark, or by the zeros that plain letters have in it, and becomes UTF-8. All
/// else stays as it is, since old cards tell the charset property by property.
struct TextBytes {
  private enum Form {
    case unknown, plain
    case utf16(isLittle: Bool)
  }

  private var form = Form.unknown
  /// What cannot be judged yet: the first bytes, or half of a character.
  private var held: [UInt8] = []

  /// Takes the next bytes of the file; what can be read of them by now.
  mutating func add(_ bytes: [UInt8]) -> [UInt8] {
    switch form {
    case .plain: return bytes
    case .unknown:
      held += bytes
      return held.count < 4 ? [] : decide()
    case .utf16(let isLittle):
      held += bytes
      return units(isLittle)
    }
  }

  /// What is left at the end of the file.
  mutating func finish() -> [UInt8] {
    let rest: [UInt8]
    switch form {
    case .unknown: rest = decide()
    case .plain, .utf16: rest = []
    }
    let isCut = !held.isEmpty
    held = []
    return isCut ? rest + Array("\u{FFFD}".utf8) : rest
  }

  private mutating func decide() -> [UInt8] {
    let start = held.prefix(4)
    if start.starts(with: [0xEF, 0xBB, 0xBF]) {
      form = .plain
      held.removeFirst(3)
    } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
      form = .utf16(isLittle: start[0] == 0xFF)
      held.removeFirst(2)
    } else if start.count == 4, start[0] != 0, start[1] == 0, start[2] != 0, start[3] == 0 {
      form = .utf16(isLittle: true)
    } else if start.count == 4, start[0] == 0, start[1] != 0, start[2] == 0, start[3] != 0 {
      form = .utf16(isLittle: false)
    } else {
      form = .plain
    }
    if case .utf16(let isLittle) = form { return units(isLittle) }
    let bytes = held
    held = []
    return bytes
  }

  /// The whole characters of what is held.
  private mutating func units(_ isLittle: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(held.count / 2)
    for index in stride(from: 0, to: held.count - 1, by: 2) {
      let (first, second) = (UInt16(held[index]), UInt16(held[index + 1]))
      units.append(isLittle ? second << 8 | first : first << 8 | second)
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    held.removeFirst(units.count * 2)
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
