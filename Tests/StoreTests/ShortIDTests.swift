import Testing

import Store

@Suite struct ShortIDTests {
  @Test func `the hash is FNV-1a and the signs are those of the interface`() {
    // FNV-1a 64 of "a" is 0xAF63DC4C8601EC8C; written in base 23, then 31.
    var hash: UInt64 = 0xAF63_DC4C_8601_EC8C
    let letters = Array("abcdefghjkmnpqrstuvwxyz")
    let signs = Array("23456789abcdefghjkmnpqrstuvwxyz")
    var expected = String(letters[Int(hash % 23)])
    hash /= 23
    for _ in 0..<11 {
      expected.append(signs[Int(hash % 31)])
      hash /= 31
    }
    #expect(ShortID.of("a") == expected)
    #expect(ShortID.of("a").count == 12)
  }

  @Test func `prefixes are unique, at least four long, and start with a letter`() {
    let ids = (0..<5000).map { "AAMkAGI2-\($0)=" }
    let prefixes = ShortID.prefixes(of: ids)
    #expect(Set(prefixes).count == ids.count)
    for (id, prefix) in zip(ids, prefixes) {
      #expect(prefix.count >= 4)
      #expect(ShortID.of(id).hasPrefix(prefix))
      #expect(ShortID.isCandidate(prefix))
    }
  }

  @Test func `ids known from before lengthen a prefix`() {
    let short = ShortID.of("x")
    let twin = String(short.prefix(6)) + "222222"
    #expect(ShortID.prefixes(of: ["x"], known: [twin]).first?.count ?? 0 >= 7)
    #expect(ShortID.prefixes(of: ["x"]).first?.count == 4)
  }

  @Test(arguments: ["3", "12", "abc", "ab0c", "2bcd", "abcdefghjkmnp", "ABCD", ""])
  func `not a short id`(text: String) {
    #expect(!ShortID.isCandidate(text))
  }
}
