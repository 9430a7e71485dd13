/// What a picture's first bytes say about it.
struct PictureFormat: Equatable {
  /// A media type: `image/jpeg`, `image/png`, `image/gif`.
  var type: String
  /// In pixels; 0 where the bytes do not tell.
  var width: Int
  var height: Int

  /// Nil for bytes that no known kind of picture begins with.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      let size = Self.jpegSize(bytes)
      (type, width, height) = ("image/jpeg", size.width, size.height)
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      type = "image/png"
      width = Self.number(bytes, at: 16, bytes: 4)
      height = Self.number(bytes, at: 20, bytes: 4)
    } else if bytes.starts(with: Array("GIF8".utf8)) {
      type = "image/gif"
      width = Self.number(bytes, at: 6, bytes: 1) + Self.number(bytes, at: 7, bytes: 1) << 8
      height = Self.number(bytes, at: 8, bytes: 1) + Self.number(bytes, at: 9, bytes: 1) << 8
    } else {
      return nil
    }
  }

  /// A big-endian number, 0 where the bytes end before.
  private static func number(_ bytes: [UInt8], at start: Int, bytes count: Int) -> Int {
    guard start >= 0, start + count <= bytes.count else { return 0 }
    return bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The size in the first frame header.
  ///
  /// Source: ITU-T T.81, annex B.
  private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int) {
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrame {
        return (number(bytes, at: place + 7, bytes: 2), number(bytes, at: place + 5, bytes: 2))
      }
      place += 2 + max(2, number(bytes, at: place + 2, bytes: 2))
    }
    return (0, 0)
  }
}
