/// Reads and writes distances from UTC.
package enum OffsetText {
  /// As RFC 3339 writes it, `+05:30`; with seconds only where an old offset has them.
  package static func extended(_ secondsEast: Int) -> String {
    let magnitude = abs(secondsEast)
    let minutes = "\((magnitude / 3600).padded(to: 2)):\((magnitude / 60 % 60).padded(to: 2))"
    let seconds = magnitude % 60 == 0 ? "" : ":" + (magnitude % 60).padded(to: 2)
    return (secondsEast < 0 ? "-" : "+") + minutes + seconds
  }

  /// Seconds east of UTC of `+5`, `+05`, `+0530`, `+530`, `+05:30`, `+05.30`; nil for other text.
  ///
  /// A full stop parts hours from two digits of minutes, as old Windows labels have it; `+5.5` is
  /// nothing.
  package static func seconds(in text: some StringProtocol) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-" || sign == "\u{2212}" else {
      return nil
    }
    let rest = text.dropFirst()
    let hours: Substring
    let minutes: Substring
    if let mark = rest.firstIndex(where: { $0 == ":" || $0 == "." }) {
      (hours, minutes) = (Substring(rest[..<mark]), Substring(rest[rest.index(after: mark)...]))
      guard minutes.count == 2, (1...2).contains(hours.count) else { return nil }
    } else {
      guard (1...4).contains(rest.count) else { return nil }
      let split = rest.count <= 2 ? rest.endIndex : rest.index(rest.endIndex, offsetBy: -2)
      (hours, minutes) = (Substring(rest[..<split]), Substring(rest[split...]))
    }
    guard let hour = Digits.value(of: hours),
      let minute = minutes.isEmpty ? 0 : Digits.value(of: minutes), hour <= 23, minute <= 59
    else { return nil }
    let magnitude = hour * 3600 + minute * 60
    return sign == "+" ? magnitude : -magnitude
  }
}

/// Reads ASCII digits and nothing else: `Int(_:)` takes signs too.
enum Digits {
  static func value(of text: some StringProtocol) -> Int? {
    guard (1...9).contains(text.utf8.count) else { return nil }
    var value = 0
    for byte in text.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }
}
