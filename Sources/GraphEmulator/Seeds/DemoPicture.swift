/// Small pictures of nobody: a head and shoulders in one colour.
enum DemoPicture {
  /// A PNG of 48 by 48 pixels; `hue` is 0 to 359.
  ///
  /// Source: PNG Specification, third edition; the pixels are stored, not compressed (RFC 1951,
  /// section 3.2.4).
  static func png(hue: Int) -> [UInt8] {
    let size = 48
    var rows: [UInt8] = []
    for y in 0..<size {
      rows.append(0)
      for x in 0..<size { rows.append(isPerson(x, y, in: size) ? 1 : 0) }
    }
    let side = number(size)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", side + side + [8, 3, 0, 0, 0])
      + chunk("PLTE", color(hue: hue, light: 230) + color(hue: hue, light: 110))
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  private static func isPerson(_ x: Int, _ y: Int, in size: Int) -> Bool {
    let (dx, head) = (x - size / 2, y - size * 3 / 8)
    let isHead = dx * dx + head * head <= (size / 5) * (size / 5)
    let body = y - size
    return isHead || dx * dx + body * body <= (size * 3 / 8) * (size * 3 / 8)
  }

  /// Three parts out of the six edges of the colour wheel, all as light as `light` allows.
  private static func color(hue: Int, light: Int) -> [UInt8] {
    let fade = hue % 60 * light / 60
    let (full, none) = (light, light / 3)
    let up = none + fade * (full - none) / max(light, 1)
    let down = full - fade * (full - none) / max(light, 1)
    let parts =
      switch hue / 60 % 6 {
      case 0: [full, up, none]
      case 1: [down, full, none]
      case 2: [none, full, up]
      case 3: [none, down, full]
      case 4: [up, none, full]
      default: [full, none, down]
      }
    return parts.map { UInt8(clamping: $0) }
  }

  /// A zlib stream with one stored block, of at most 65,535 bytes.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(clamping: bytes.count)
    let length = [UInt8(truncatingIfNeeded: count), UInt8(count >> 8)]
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + bytes + number(b << 16 | a)
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    var remainder = ~UInt32(0)
    for byte in body {
      remainder ^= UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 1 ? 0xEDB8_8320 ^ (remainder >> 1) : remainder >> 1
      }
    }
    return number(data.count) + body + number(Int(~remainder))
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
