/// A picture that a contact can have, known by its bytes and not by the name of its file.
///
/// Sources: ITU-T T.81 annex B for JPEG; PNG Specification, third edition, section 5; Microsoft Graph,
/// "Update profilePhoto".
package struct ContactPhoto: Hashable, Sendable {
  /// What Outlook shows, by the media type.
  package enum Kind: String, CaseIterable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
  }

  /// Why bytes are no such picture.
  package enum Problem: Error, Hashable, Sendable {
    case empty
    /// It is none of the kinds; the name is that of another kind of picture, where it is one.
    case otherKind(String?)
    /// It begins like a picture and does not go on like one.
    case damaged(Kind)
    /// It is not below `byteLimit`.
    case tooLarge
  }

  /// A picture has to be smaller than this: a request carries less than 4 MB.
  package static let byteLimit = 4 << 20

  package let kind: Kind
  /// In pixels.
  package let width: Int
  package let height: Int

  /// Looks at a picture as a whole: one that was cut off is none.
  package init(_ bytes: [UInt8]) throws(Problem) {
    guard !bytes.isEmpty else { throw .empty }
    guard let kind = Self.kind(of: bytes) else { throw .otherKind(Self.otherKind(of: bytes)) }
    guard let size = kind == .png ? Self.pngSize(bytes) : Self.jpegSize(bytes), size.width > 0,
      size.height > 0
    else { throw .damaged(kind) }
    guard bytes.count < Self.byteLimit else { throw .tooLarge }
    self.kind = kind
    (width, height) = size
  }

  /// The kind that the first bytes tell.
  package static func kind(of bytes: [UInt8]) -> Kind? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    return bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? .png : nil
  }

  private static func otherKind(of bytes: [UInt8]) -> String? {
    func says(_ text: String, at start: Int = 0) -> Bool {
      bytes.dropFirst(start).starts(with: text.utf8)
    }
    if says("GIF8") { return "GIF" }
    if says("RIFF"), says("WEBP", at: 8) { return "WebP" }
    if says("ftyp", at: 4) {
      if says("avif", at: 8) { return "AVIF" }
      if ["heic", "heix", "mif1", "heim", "heis"].contains(where: { says($0, at: 8) }) {
        return "HEIC"
      }
    }
    if says("BM"), bytes.count > 54 { return "BMP" }
    if says("II*\u{0}") || says("MM\u{0}*") { return "TIFF" }
    return nil
  }

  /// The size in the header, where every chunk up to the last is there.
  private static func pngSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    var place = 8
    var size: (width: Int, height: Int)?
    while place + 12 <= bytes.count {
      let length = number(bytes, at: place, bytes: 4)
      let name = Array(bytes[(place + 4)..<(place + 8)])
      guard length <= bytes.count - place - 12 else { return nil }
      if place == 8 {
        guard name == Array("IHDR".utf8), length == 13 else { return nil }
        size = (number(bytes, at: 16, bytes: 4), number(bytes, at: 20, bytes: 4))
      }
      if name == Array("IEND".utf8) { return size }
      place += 12 + length
    }
    return nil
  }

  /// The size in the first frame header, where the picture has an end.
  private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard
      let end = bytes.indices.dropLast().last(where: { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 })
    else { return nil }
    var place = 2
    while place + 9 <= end, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      // Fill bytes, and markers that stand alone.
      if marker == 0xFF || marker == 0x01 || (0xD0...0xD7).contains(marker) {
        place += marker == 0xFF ? 1 : 2
        continue
      }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (number(bytes, at: place + 7, bytes: 2), number(bytes, at: place + 5, bytes: 2))
      }
      place += 2 + max(2, number(bytes, at: place + 2, bytes: 2))
    }
    return nil
  }

  /// A big-endian number; the bytes have to be there.
  private static func number(_ bytes: [UInt8], at start: Int, bytes count: Int) -> Int {
    bytes[start..<(start + count)].reduce(0) { $0 << 8 | Int($1) }
  }
}
