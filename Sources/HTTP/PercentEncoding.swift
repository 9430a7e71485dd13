/// Percent-encoding of text for the parts of a URL and for form bodies.
///
/// Every function encodes once: a `%` in the text becomes `%25`. Source: RFC 3986 section 2.
package enum PercentEncoding {
  /// One path segment: everything but the unreserved characters is encoded, also `/ + =` and `.`-only
  /// segments keep their meaning as text.
  package static func segment(_ text: String) -> String {
    if text == "." { return "%2E" }
    if text == ".." { return "%2E%2E" }
    return encode(text) { isUnreserved($0) }
  }

  /// A name or a value of a query; besides the unreserved characters `$ , : / @ ( )` stay readable.
  ///
  /// A blank becomes `%20`, since not every server reads `+` as a blank.
  package static func query(_ text: String) -> String {
    encode(text) { isUnreserved($0) || queryExtras.contains($0) }
  }

  /// A name or a value of an `application/x-www-form-urlencoded` body, blanks as `%20`.
  package static func form(_ text: String) -> String {
    encode(text) { isUnreserved($0) }
  }

  /// The text that was encoded; a `%` without two hexadecimal digits stays as it is.
  ///
  /// `plusIsBlank` says whether `+` stands for a blank, as in form bodies.
  package static func decode(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let high = hexValue(source[index + 1]), let low = hexValue(source[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        let isBlank = plusIsBlank && source[index] == UInt8(ascii: "+")
        bytes.append(isBlank ? UInt8(ascii: " ") : source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let queryExtras = Set("$,:/@()".utf8)
  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  private static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isKept(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
