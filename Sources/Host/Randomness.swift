/// Where random bytes come from; tests put a known source here.
package struct Randomness: Sendable {
  /// As many unpredictable bytes as asked for.
  package var bytes: @Sendable (_ count: Int) -> [UInt8]

  package init(bytes: @escaping @Sendable (_ count: Int) -> [UInt8]) { self.bytes = bytes }

  /// The kernel's generator (`getrandom`), fit for secrets.
  package static let system = Randomness { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in generator.next() }
  }

  /// The same bytes at every call, counting up from `first`.
  package static func counting(from first: UInt8 = 0) -> Randomness {
    Randomness { count in (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0) } }
  }

  /// A random UUID (version 4, RFC 9562 section 5.4) in lower case.
  package func uuid() -> String {
    var bytes = bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Self.hex(bytes)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  /// Two lower-case hexadecimal digits for each of `count` random bytes.
  package func hexadecimal(bytes count: Int) -> String { Self.hex(bytes(count)) }

  /// A fraction from 0 up to, not including, 1: for jitter.
  package func fraction() -> Double {
    let value = bytes(6).reduce(0) { $0 << 8 | UInt64($1) }
    return Double(value) / Double(1 << 48)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
