import Contacts
import Testing

/// Pictures known by their bytes.
@Suite struct ContactPhotoTests {
  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let size = UInt32(bytes.count)
    return [
      UInt8(size >> 24), UInt8(size >> 16 & 0xFF), UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF),
    ]
      + Array(name.utf8) + bytes + [0, 0, 0, 0]
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let header = chunk("IHDR", [0, 0, 0, 48, 0, 0, 1, 0, 8, 2, 0, 0, 0])
  private static let png =
    signature + header + chunk("IDAT", [1, 2, 3]) + chunk("IEND", [])

  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0x4A, 0x46]
    + [0xFF, 0xFF, 0xC4, 0, 3, 0] + [0xFF, 0xC2, 0, 11, 8, 1, 0, 0, 200, 1, 1, 0x11, 0]
    + [0xFF, 0xDA, 0, 3, 0, 9, 9, 9, 0xFF, 0xD9]

  @Test func `kind and size are read out of the bytes`() throws {
    let png = try ContactPhoto(Self.png)
    #expect(png.kind == .png && png.width == 48 && png.height == 256)
    let jpeg = try ContactPhoto(Self.jpeg)
    #expect(jpeg.kind == .jpeg && jpeg.width == 200 && jpeg.height == 256)
    // What a telephone adds behind the picture does no harm.
    #expect(try ContactPhoto(Self.jpeg + Array("MotionPhoto".utf8)).kind == .jpeg)
  }

  private static let texts: [(String, ContactPhoto.Problem)] = [
    ("", .empty), ("Dear Ana,\nthis is a letter", .otherKind(nil)), ("GIF89a", .otherKind("GIF")),
    ("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8 ", .otherKind("WebP")),
    ("\u{1}\u{1}\u{1}\u{1}ftypheic", .otherKind("HEIC")),
    ("\u{1}\u{1}\u{1}\u{1}ftypavif", .otherKind("AVIF")), ("II*\u{0}", .otherKind("TIFF")),
  ]

  private static let pictures: [([UInt8], ContactPhoto.Problem)] = [
    (signature, .damaged(.png)), (signature + header, .damaged(.png)),
    (Array(png.dropLast(5)), .damaged(.png)),
    (signature + chunk("IDAT", []) + chunk("IEND", []), .damaged(.png)),
    ([0xFF, 0xD8, 0xFF], .damaged(.jpeg)), (Array(jpeg.dropLast(1)), .damaged(.jpeg)),
    ([0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 0xFF, 0xD9], .damaged(.jpeg)),
    (png + [UInt8](repeating: 0, count: ContactPhoto.byteLimit), .tooLarge),
  ]

  @Test(arguments: texts.map { (Array($0.utf8), $1) } + pictures)
  func `what is no such picture is refused with the reason`(
    bytes: [UInt8], problem: ContactPhoto.Problem
  ) {
    #expect(throws: problem) { try ContactPhoto(bytes) }
  }

  @Test func `a picture cut off anywhere is no picture, and never a crash`() {
    for picture in [Self.png, Self.jpeg] {
      for count in 0..<(picture.count - 1) {
        #expect(throws: ContactPhoto.Problem.self) {
          try ContactPhoto(Array(picture.prefix(count)))
        }
      }
    }
  }
}
