import Terminal
import Testing

/// The list that is narrowed while somebody types.
@Suite struct PickerTests {
  private static func item(
    _ name: String, _ value: String, digits: [String] = [], obstacle: String? = nil
  ) -> Picker.Item {
    Picker.Item(
      name: name, value: value, obstacle: obstacle,
      entry: TextIndex.Entry(texts: [name, value], digits: digits))
  }

  private static let people = [
    item("Ana O'Brien", "ana+x@contoso.example"),
    item("Jürgen Müller", "jm@fabrikam.example", digits: ["36615550140"]),
    item("Lena Fog", "lena@contoso.example"), item("Nobody", "", obstacle: "no mail address"),
    item("Susana Łódź", "s@contoso.example"), item("山田 太郎", "yamada@contoso.example"),
  ]

  private static func picker(_ query: String = "", many: Bool = false) -> Picker {
    var picker = Picker(people, query: query, takesMany: many)
    picker.show(lines: 4)
    return picker
  }

  @Test(arguments: [
    ("", [0, 1, 2, 3, 4, 5]), ("muller", [1]), ("MÜLLER", [1]), ("o'b", [0]), ("lodz", [4]),
    ("ana", [0, 4]), ("山田", [5]), ("contoso le", [2, 0, 4, 5]), ("contoso nothing", []),
    ("555 0140", [1]), ("0661555", [1]), ("+36 (1) 555", []), ("36", []), ("+x@", [0]),
  ])
  func `a query finds what holds all its words`(query: String, matches: [Int]) {
    #expect(Self.picker(query).matches == matches)
    var typed = Self.picker()
    for letter in query { #expect(typed.press(.text(String(letter))) == .stay) }
    #expect(typed.matches == matches)
  }

  @Test func `what is typed can be changed like a line of a shell`() {
    var picker = Self.picker()
    func press(_ keys: Key...) { for key in keys { _ = picker.press(key) } }
    press(.text("fog lena"), .backspace, .backspace, .left, .left, .text("x"))
    #expect(picker.query.text == "fog xle")
    press(.control("w"), .end)
    #expect(picker.query.text == "fog le")
    press(.home, .text("a"), .delete, .control("e"), .text("e\u{301}"), .backspace)
    #expect(picker.query.text == "aog le")
    press(.text("e"), .text("\u{301}"), .backspace)
    #expect(picker.query.text == "aog le")
    press(.control("u"), .paste("fo\ng\u{1B}[31m"))
    #expect(picker.query.text == "fo g")
    #expect(picker.query.beforeCursor == "fo g")
  }

  @Test func `the cursor stays in the list, and the list around the cursor`() {
    var picker = Self.picker()
    #expect(picker.visible == 0..<4)
    for _ in 0..<9 { _ = picker.press(.down) }
    #expect(picker.cursor == 5 && picker.visible == 2..<6)
    _ = picker.press(.pageUp)
    #expect(picker.cursor == 1 && picker.visible == 1..<5)
    _ = picker.press(.control("p"))
    _ = picker.press(.up)
    #expect(picker.cursor == 0)
    _ = picker.press(.pageDown)
    picker.show(lines: 2)
    #expect(picker.visible.contains(picker.cursor) && picker.visible.count == 2)
    _ = picker.press(.text("ana"))
    #expect(picker.cursor == 0 && picker.visible == 0..<2)
  }

  @Test func `Enter takes the line, and what cannot be taken says why`() {
    var picker = Self.picker()
    _ = picker.press(.down)
    #expect(picker.press(.enter) == .taken([1]))
    var empty = Self.picker("nobody")
    #expect(empty.press(.enter) == .stay)
    #expect(empty.message == "no mail address")
    _ = empty.press(.text("x"))
    #expect(empty.press(.enter) == .stay)
    #expect(empty.message == "nothing fits")
  }

  @Test func `Tab marks where several may be taken`() {
    var picker = Self.picker(many: true)
    _ = picker.press(.down)
    _ = picker.press(.tab)
    #expect(picker.cursor == 2)
    _ = picker.press(.control("u"))
    _ = picker.press(.text("ana"))
    _ = picker.press(.tab)
    _ = picker.press(.backTab)
    #expect(picker.marked == [1, 0, 4])
    _ = picker.press(.backTab)
    #expect(picker.marked == [1, 4])
    // What is marked is taken though it does not fit the query any more.
    #expect(picker.press(.enter) == .taken([1, 4]))
    var hopeless = Self.picker("nobody", many: true)
    _ = hopeless.press(.tab)
    #expect(hopeless.marked.isEmpty && hopeless.message == "no mail address")
    var one = Self.picker()
    _ = one.press(.tab)
    #expect(one.marked.isEmpty && one.message?.contains("--multiple") == true)
  }

  @Test(arguments: [Key.escape, .control("c"), .control("g"), .control("\\"), .control("d")])
  func `it can be left`(key: Key) {
    var picker = Self.picker()
    #expect(picker.press(key) == .left)
  }

  @Test func `Ctrl-D deletes where there is something, and Ctrl-Z stops the program`() {
    var picker = Self.picker("xana")
    _ = picker.press(.home)
    #expect(picker.press(.control("d")) == .stay)
    #expect(picker.query.text == "ana")
    #expect(picker.press(.control("z")) == .stop)
  }

  private static func content(
    _ picker: Picker, columns: Int, lines: Int, _ symbols: Symbols = .unicode
  ) -> [String] {
    var picker = picker
    var screen = PickerScreen(picker, symbols: symbols, isColored: false)
    (screen.columns, screen.lines) = (columns, lines)
    picker.show(lines: screen.listLines)
    return screen.content(of: picker).map(\.text)
  }

  @Test func `the screen`() {
    var picker = Self.picker("an", many: true)
    _ = picker.press(.tab)
    #expect(
      Self.content(picker, columns: 60, lines: 8) == [
        "> an", "  2 of 6, 1 marked  ·  Tab marks, Enter takes, Esc leaves",
        "  • Ana O'Brien    ana+x@contoso.example",
        ">   Susana Łódź    s@contoso.example",
      ])
    #expect(
      Self.content(Self.picker("nobody"), columns: 60, lines: 8, .ascii) == [
        "> nobody", "  1 of 6  -  Enter takes, Esc leaves", "> Nobody         no mail address",
      ])
  }

  @Test(arguments: [1, 2, 3, 5, 10, 20, 40, 79, 80, 500], [1, 2, 3, 24])
  func `any window is enough, wide letters or not`(columns: Int, lines: Int) {
    for query in ["", "山田 太郎 very long and finding nothing at all", "yamada"] {
      let content = Self.content(Self.picker(query), columns: columns, lines: lines)
      #expect(content.count <= max(1, lines))
      for line in content { #expect(DisplayWidth.of(line) <= max(1, columns - 1), "\(line)") }
    }
  }

  @Test func `names that would move the cursor do not`() {
    let hostile = Self.item("Eve\u{1B}[2J\n\u{202E}evil", "e@x.example\u{9B}31m")
    var picker = Picker([hostile], query: "", takesMany: false)
    let screen = PickerScreen(picker, symbols: .unicode, isColored: false)
    picker.show(lines: 3)
    let row = screen.content(of: picker)[2].text
    #expect(row == "> Eve evil  e@x.example")
    #expect(!screen.frame(of: picker).contains("\u{202E}"))
  }

  @Test func `ten thousand items are searched at every key`() {
    let items = (0..<10_000).map { number in
      Self.item("Person \(number) Müller", "p\(number)@contoso.example", digits: ["555\(number)"])
    }
    var picker = Picker(items)
    for letter in "9999" { _ = picker.press(.text(String(letter))) }
    #expect(picker.matches == [9999])
    _ = picker.press(.control("u"))
    #expect(picker.matches.count == 10_000)
    _ = picker.press(.text("muller p12 contoso"))
    #expect(picker.matches.count == 111)
  }
}
