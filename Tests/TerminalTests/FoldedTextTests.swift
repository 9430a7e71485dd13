import Terminal
import Testing

@Suite struct FoldedTextTests {
  @Test(arguments: [
    ("Müller", "muller"), ("ÉCOLE", "ecole"), ("Straße", "strasse"), ("ŁÓDŹ", "lodz"),
    ("Ærøskøbing", "aeroskobing"), ("ﬁle", "file"), ("Ｔｅｓｔ", "test"), ("İstanbul", "istanbul"),
    ("Ελλάδα", "ελλαδα"), ("МОСКВА", "москва"), ("plain", "plain"), ("", ""),
    ("soft\u{AD}hyphen", "softhyphen"), ("O\u{2019}Brien", "o'brien"),
    ("Anne\u{2011}Marie", "anne-marie"),
  ])
  func `letter case, accents and width do not matter`(source: String, folded: String) {
    #expect(FoldedText(source).text == folded)
  }

  @Test func `a part is found wherever it stands`() {
    let text = FoldedText("Übergabe mit Žofie Müller")
    for part in ["uber", "ZOFIE", "müller", "e m", ""] { #expect(text.contains(FoldedText(part))) }
    #expect(!text.contains(FoldedText("meller")))
    // Composed and decomposed are the same.
    #expect(FoldedText("u\u{308}ber") == FoldedText("über"))
  }
}
