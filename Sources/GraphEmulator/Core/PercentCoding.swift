/// Percent-encoding of addresses and forms.
///
/// Source: RFC 3986 section 2.1; WHATWG URL, `application/x-www-form-urlencoded`.
package enum PercentCoding {
  /// `text` with its escapes undone; an escape that is none stays as it stands, and bytes that are not
  /// UTF-8 become U+FFFD.
  ///
  /// A plus is a blank in queries and forms, never in paths.
  package static func decoded(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+") where plusIsBlank:
        bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        if digits.count == 2 {
          bytes.append(UInt8(digits[0] << 4 | digits[1]))
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      default:
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `text` so that it can stand as one path segment or as a value in a query: everything but the
  /// unreserved characters is escaped.
  package static func encoded(_ text: String) -> String {
    let hexDigits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The names and values of a query or form, decoded, in the order they stand.
  package static func items(_ text: some StringProtocol) -> [(name: String, value: String)] {
    text.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        decoded(parts[0], plusIsBlank: true),
        parts.count > 1 ? decoded(parts[1], plusIsBlank: true) : ""
      )
    }
  }
}
