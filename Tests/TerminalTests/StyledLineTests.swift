import Terminal
import Testing

@Suite struct StyledLineTests {
  private let line =
    StyledLine("12:00 ", .dim) + StyledLine("Lunch", .bold) + StyledLine(" in the park")

  @Test func `colour codes surround the text, and only when wanted`() {
    #expect(
      (StyledLine("a", Style([.bold, .strike], color: .red)) + "b").rendered(colored: true)
        == "\u{1B}[1;9;31ma\u{1B}[0mb")
    #expect(line.rendered(colored: false) == "12:00 Lunch in the park")
  }

  @Test func `text that enters is cleaned`() {
    #expect(StyledLine("\u{1b}[2Jx\ny").text == "x y")
  }

  @Test(arguments: [
    (23, "12:00 Lunch in the park"), (22, "12:00 Lunch in the pa…"), (11, "12:00 Lunc…"),
    (6, "12:00…"), (1, "…"), (0, ""), (-1, ""),
  ])
  func `cutting`(cells: Int, expected: String) {
    #expect(line.cut(to: cells).text == expected)
  }

  @Test func `wrapping keeps the styles`() {
    let wrapped = line.wrapped(to: 8)
    #expect(wrapped.map(\.text) == ["12:00", "Lunch in", "the park"])
    #expect(wrapped[1].runs.map(\.style) == [.bold, .plain])
  }

  @Test(arguments: [
    (8, 3, ["12:00", "Lunch in", "the park"]), (8, 2, ["12:00", "Lunch i…"]), (8, 1, ["12:00 L…"]),
    (5, 2, ["12:00", "Lunc…"]), (40, 1, ["12:00 Lunch in the park"]), (8, 0, []),
  ])
  func `wrapping to some lines cuts the last`(cells: Int, lines: Int, expected: [String]) {
    let wrapped = line.wrapped(to: cells, lines: lines)
    #expect(wrapped.map(\.text) == expected)
    // The same from letters that are not ASCII.
    let wide = StyledLine("12:00 ", .dim) + StyledLine("Lünch", .bold) + " in the park"
    #expect(
      wide.wrapped(to: cells, lines: lines).map { $0.text.replacing("ü", with: "u") } == expected)
    if lines == 3 { #expect(wrapped[1].runs.map(\.style) == [.bold, .plain]) }
  }

  @Test func `columns start in the same cell on every row`() {
    let subjects = [
      "Stand-up", "会議室の予約", "👩\u{200D}👩\u{200D}👧\u{200D}👦 picnic", "🇭🇺 Budapest", "cafe\u{0301}",
      "ｶﾀｶﾅ",
      "\u{2708}\u{FE0F} Flight",
    ]
    for width in [5, 12] {
      let table = Table(
        [.init("S", minimum: 5), .init("")], rows: subjects.map { [StyledLine($0), "|"] })
      for line in table.lines(width: width + 3).dropFirst() {
        #expect(DisplayWidth.of(line.text.prefix { $0 != "|" }) == width + 2)
      }
    }
  }

  @Test func `a table drops empty columns, cuts the widest, and stacks when all else fails`() {
    let table = Table(
      [.init("NAME", minimum: 4), .init("NONE"), .init("N", .right)],
      rows: [["a long calendar name", "", "7"], ["b", "", "12"]])
    #expect(
      table.lines(width: nil).map(\.text) == [
        "NAME                   N", "a long calendar name   7", "b                     12",
      ])
    #expect(table.lines(width: 12).map(\.text) == ["NAME       N", "a long …   7", "b         12"])
    #expect(table.lines(width: 5).map(\.text) == ["a lo…", "7", "", "b", "12"])
    for width in 1...30 {
      #expect(table.lines(width: width).allSatisfy { $0.cells <= width })
    }
  }

  @Test func `fields wrap below themselves`() {
    var block = FieldBlock()
    block.add("Name", "Lena Fog")
    block.add("Missing", nil as String?)
    block.add("Address", "Somewhere far away in a long street")
    #expect(
      block.lines(width: nil).map(\.text) == [
        "Name     Lena Fog", "Address  Somewhere far away in a long street",
      ])
    #expect(
      block.lines(width: 40).map(\.text) == [
        "Name     Lena Fog", "Address  Somewhere far away in a long", "         street",
      ])
    #expect(
      block.lines(width: 20).map(\.text) == [
        "Name", "  Lena Fog", "Address", "  Somewhere far away", "  in a long street",
      ])
    for width in 1...60 {
      #expect(block.lines(width: width).allSatisfy { $0.cells <= width })
    }
  }
}
