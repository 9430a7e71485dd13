import Commands
import TestSupport
import Testing

@testable import Arguments

@Suite struct ManualTests {
  private static let pages = graphcalProgram.manual(version: "1.2.3", date: "2026-12-01")

  @Test func `there is one page a command and one a topic`() {
    let names = Self.pages.map(\.fileName)
    let commands = graphcalProgram.groups.flatMap(\.commands).map { "graphcal-\($0.name).1" }
    let topics = graphcalProgram.topics.map { "graphcal-\($0.name).7" }
    #expect(names == ["graphcal.1"] + commands + topics)
  }

  @Test func `a page has what the help of its command has`() throws {
    for entry in graphcalProgram.groups.flatMap(\.commands) {
      let page = try #require(Self.pages.first { $0.name == "graphcal-\(entry.name)" })
      let plain = page.text
      let shape = entry.shape()
      for option in shape.options where !option.isHidden {
        let name = option.isNegatable ? "--[no-]\(option.name)" : option.spelled
        #expect(plain.contains(Roff.typed(name)))
        #expect(plain.contains(Roff.typed(option.help)))
      }
      for example in shape.examples { #expect(plain.contains(Roff.typed(example.effect))) }
    }
  }

  @Test func `the page of a command reads like this`() throws {
    let page = try #require(Self.pages.first { $0.name == "graphcal-week" })
    try expectGolden(page.text, "graphcal-week.1.txt")
  }

  @Test func `the page of a topic keeps its columns`() throws {
    let page = try #require(Self.pages.first { $0.name == "graphcal-refs" })
    try expectGolden(page.text, "graphcal-refs.7.txt")
  }
}
