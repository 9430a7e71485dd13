/// Ids that come out the same in every run, for what has a GUID and comes from a seed.
enum StableID {
  /// A GUID in lower case, made of `parts`.
  static func guid(_ parts: String...) -> String {
    let text = parts.joined(separator: "\u{1F}")
    var digits = ""
    for seed in UInt64(1)...2 {
      // FNV-1a, started differently for each half.
      var hash = 0xCBF2_9CE4_8422_2325 &* seed
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      let half = String(hash, radix: 16)
      digits += String(repeating: "0", count: 16 - half.count) + half
    }
    var signs = Array(digits)
    // Version 8 and the variant of RFC 9562, which leaves the rest to the maker.
    signs[12] = "8"
    signs[16] = "a"
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(signs[$0]) }
      .joined(separator: "-")
  }
}
