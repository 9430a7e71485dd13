import Terminal
import Testing

/// Keys out of the bytes of a terminal.
@Suite struct KeyReaderTests {
  private static func keys(_ pieces: String...) -> [Key] {
    var reader = KeyReader()
    return pieces.flatMap { reader.keys(Array($0.utf8)) } + reader.flush()
  }

  @Test(arguments: [
    ("a", [Key.text("a")]), ("ab c", [.text("ab c")]), ("é漢", [.text("é漢")]),
    ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]),
    ("\u{8}", [.backspace]), ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]),
    ("\u{1C}", [.control("\\")]), ("\u{0}", [.other]),
    ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OB\u{1B}OH\u{1B}OF", [.up, .down, .home, .end]),
    ("\u{1B}[1;5A", [.up]), ("\u{1B}[H\u{1B}[F", [.home, .end]),
    ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end]),
    ("\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.delete, .pageUp, .pageDown]),
    ("\u{1B}[Z", [.backTab]), ("\u{1B}[15~x", [.other, .text("x")]),
    ("\u{1B}[[Ax", [.other, .text("x")]), ("\u{1B}qx", [.other, .text("x")]),
    ("\u{1B}éx", [.other, .text("x")]), ("\u{1B}[5\r", [.other, .enter]),
    ("a\u{1B}[Ab\r", [.text("a"), .up, .text("b"), .enter]),
    ("\u{1B}[200~two\nlines\u{1B}[201~\r", [.paste("two\nlines"), .enter]),
    ("\u{1B}[200~\u{1B}[31mred\u{1B}[201~", [.paste("\u{1B}[31mred")]),
  ])
  func `bytes are read as keys`(bytes: String, keys: [Key]) {
    #expect(Self.keys(bytes) == keys)
    // The same one byte at a time, as a slow line brings them.
    var reader = KeyReader()
    let slow = Array(bytes.utf8).flatMap { reader.keys([$0]) } + reader.flush()
    #expect(Self.joined(slow) == Self.joined(keys))
  }

  /// Texts that follow each other as one.
  private static func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { result, key in
      if case .text(let more) = key, case .text(let text) = result.last {
        result[result.count - 1] = .text(text + more)
      } else {
        result.append(key)
      }
    }
  }

  @Test func `a letter in two pieces is one letter, and an escape waits for its end`() {
    var reader = KeyReader()
    #expect(reader.keys([0xC3]).isEmpty)
    #expect(reader.isWaiting)
    #expect(reader.keys([0xA9]) == [.text("é")])
    #expect(!reader.isWaiting)
    #expect(reader.keys([0x1B]).isEmpty)
    #expect(reader.isWaiting)
    #expect(reader.keys([0x5B, 0x41]) == [.up])
    #expect(reader.keys([0x1B, 0x5B]).isEmpty)
    #expect(reader.flush().isEmpty)
    #expect(!reader.isWaiting)
  }

  @Test func `bytes that are no letters do no harm, and a paste has an end`() {
    var reader = KeyReader()
    #expect(reader.keys([0xFF, 0x61]) == [.text("\u{FFFD}a")])
    let long = Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x78, count: 200_000)
    #expect(reader.keys(long).isEmpty)
    #expect(!reader.isWaiting)
    let keys = reader.keys(Array("\u{1B}[201~".utf8))
    #expect(keys == [.paste(String(repeating: "x", count: 1 << 16))])
  }
}
