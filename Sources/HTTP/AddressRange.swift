/// A network address with a prefix length, such as `10.0.0.0/8` or `fd00::/8`.
struct AddressRange {
  private let bytes: [UInt8]
  private let length: Int

  /// Reads address, slash and length; nil when any of them is missing or wrong.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let bytes = Self.bytes(of: parts[0]), let length = Int(parts[1]),
      (0...bytes.count * 8).contains(length)
    else { return nil }
    self.bytes = bytes
    self.length = length
  }

  /// Whether `host` is an address of this network; false for names.
  func contains(_ host: String) -> Bool {
    guard let other = Self.bytes(of: host[...]), other.count == bytes.count else { return false }
    return (0..<length).allSatisfy { bit in
      (bytes[bit / 8] ^ other[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
    }
  }

  private static func bytes(of text: some StringProtocol) -> [UInt8]? {
    text.contains(":") ? sixteen(text) : four(text)
  }

  private static func four(_ text: some StringProtocol) -> [UInt8]? {
    let bytes = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return bytes.count == 4
      ? bytes.reduce(into: Optional([])) { list, byte in
        list = byte.flatMap { byte in list.map { $0 + [byte] } }
      } : nil
  }

  private static func sixteen(_ text: some StringProtocol) -> [UInt8]? {
    let halves = String(text).split(separator: "::", omittingEmptySubsequences: false)
    guard (1...2).contains(halves.count) else { return nil }
    var groups: [[UInt16]] = []
    for half in halves {
      var list: [UInt16] = []
      for word in half.split(separator: ":", omittingEmptySubsequences: false) where !half.isEmpty {
        guard (1...4).contains(word.count), let group = UInt16(word, radix: 16) else { return nil }
        list.append(group)
      }
      groups.append(list)
    }
    let written = groups.reduce(0) { $0 + $1.count }
    guard groups.count == 1 ? written == 8 : written < 8 else { return nil }
    let filled =
      groups.count == 1
      ? groups[0] : groups[0] + [UInt16](repeating: 0, count: 8 - written) + groups[1]
    return filled.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }
}
