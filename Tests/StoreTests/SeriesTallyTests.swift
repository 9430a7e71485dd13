import JSON
import Testing

import Store

/// What a round asks about series, and what it loses.
///
/// Items are written short: `m:S` is the series S,
/// `o:S1` and `e:S1` an occurrence and an exception of S, `-x` something removed, `s:x` a single event.
@Suite struct SeriesTallyTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var came: [String]
    /// What is stored, in the same words.
    var stored: [String]
    var isFull = false
    var asks: [SeriesTally.Question]
    /// What is lost when every question is answered with "not there".
    var loses: Set<String> = []

    init(
      _ name: String, came: [String], stored: [String] = [], isFull: Bool = false,
      asks: [SeriesTally.Question], loses: Set<String> = []
    ) {
      testDescription = name
      self.came = came
      self.stored = stored
      self.isFull = isFull
      self.asks = asks
      self.loses = loses
    }
  }

  static func item(_ word: String) -> String {
    if word.hasPrefix("-") {
      return #"{"id":"\#(word.dropFirst())","@removed":{"reason":"deleted"}}"#
    }
    let id = word.dropFirst(2)
    switch word.prefix(1) {
    case "m": return #"{"id":"\#(id)","type":"seriesMaster"}"#
    case "o": return #"{"id":"\#(id)","type":"Occurrence","seriesMasterId":"\#(id.prefix(1))"}"#
    case "e": return #"{"id":"\#(id)","type":"exception","seriesMasterId":"\#(id.prefix(1))"}"#
    default: return #"{"id":"\#(id)","type":"singleInstance"}"#
    }
  }

  static let rows = [
    Row("nothing", came: [], stored: ["m:S", "o:S1"], asks: []),
    Row("a single event", came: ["s:x"], asks: []),
    Row("all of a new series", came: ["m:S", "o:S1", "o:S2"], isFull: true, asks: []),
    Row(
      "a series without itself", came: ["o:S1"], isFull: true, asks: [.master("S")],
      loses: ["S", "S1"]),
    Row("exceptions stand by themselves", came: ["e:S1"], isFull: true, asks: []),
    Row(
      "a stored series that came without itself is read again", came: ["o:S1"],
      stored: ["m:S", "o:S1"], asks: [.master("S")], loses: ["S", "S1"]),
    Row("all of a stored series", came: ["m:S", "o:S1"], stored: ["m:S", "o:S1"], asks: []),
    Row(
      "one that did not come", came: ["m:S", "o:S1"], stored: ["m:S", "o:S1", "o:S2"],
      asks: [.members("S")], loses: ["S2"]),
    Row(
      "an exception alone", came: ["e:S1"], stored: ["m:S", "o:S1", "o:S2"],
      asks: [.members("S")], loses: ["S2"]),
    Row(
      "one removed, the others silent", came: ["-S1"], stored: ["m:S", "o:S1", "o:S2", "e:S3"],
      asks: [.members("S")], loses: ["S2", "S3"]),
    Row("the last one removed", came: ["-S1"], stored: ["m:S", "o:S1"], asks: []),
    Row(
      "a series removed takes its own along", came: ["-S"], stored: ["m:S", "o:S1", "e:S2"],
      asks: [], loses: ["S1", "S2"]),
    Row(
      "of two words the later stands", came: ["o:S1", "-S1", "m:S", "-S"], stored: ["m:S", "o:S1"],
      asks: []),
    Row("removed, then there again", came: ["-x", "s:x"], asks: []),
    Row(
      "two series", came: ["o:S1", "o:T1"], isFull: true, asks: [.master("S"), .master("T")],
      loses: ["S", "S1", "T", "T1"]),
  ]

  @Test(arguments: rows)
  func `what is asked about series`(row: Row) throws {
    var round = DeltaRound(.calendar, from: row.isFull ? nil : "d")
    try round.take(
      DeltaRoundTests.page(row.came.map(Self.item).joined(separator: ","), delta: "d2"))
    var stored: [String: SeriesTally.Stored] = [:]
    var seriesOf: [String: String] = [:]
    for word in row.stored {
      let id = String(word.dropFirst(2))
      let series = String(id.prefix(1))
      var known = stored[series] ?? SeriesTally.Stored(hasMaster: false, members: [])
      if word.hasPrefix("m") {
        known.hasMaster = true
      } else {
        known.members.insert(id)
        seriesOf[id] = series
      }
      stored[series] = known
    }
    round.place(removed: seriesOf)
    #expect(round.series.questions(stored: stored, isFull: row.isFull) == row.asks)
    var lost = round.series.lossesOfRemovedSeries(stored: stored)
    for question in row.asks {
      switch question {
      case .master(let id):
        lost.formUnion(round.series.losses(withoutMaster: id, stored: stored))
      case .members(let id):
        lost.formUnion(round.series.losses(of: id, present: [], stored: stored))
      }
    }
    #expect(lost == row.loses)
  }

  @Test func `what the service still has is not lost`() throws {
    var round = DeltaRound(.calendar, from: "d")
    try round.take(DeltaRoundTests.page(Self.item("e:S1"), delta: "d2"))
    let stored = ["S": SeriesTally.Stored(hasMaster: true, members: ["S1", "S2", "S3"])]
    #expect(
      round.series.losses(of: "S", present: ["S1", "S2"], stored: stored) == ["S3"])
  }
}
