import FoundationEssentials

/// Base64 with the two alphabets that ids of the service come in.
enum Base64 {
  static func text(_ bytes: [UInt8], alphabet: IdAlphabet) -> String {
    let text = Data(bytes).base64EncodedString()
    guard alphabet == .urlSafe else { return text }
    return String(
      decoding: text.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "/"): UInt8(ascii: "-")
        case UInt8(ascii: "+"): UInt8(ascii: "_")
        default: byte
        }
      }, as: UTF8.self)
  }

  /// The bytes of a padded text in either alphabet, or nil when it is none.
  static func bytes(_ text: String) -> [UInt8]? {
    let plain = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "/")
      case UInt8(ascii: "_"): UInt8(ascii: "+")
      default: byte
      }
    }
    return Data(base64Encoded: Data(plain)).map(Array.init)
  }
}
