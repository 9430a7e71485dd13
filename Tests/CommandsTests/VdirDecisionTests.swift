import Host
import JSON
import Testing

@testable import Commands

/// What becomes of an item that may have changed in a folder of files, at the service, or in both.
@Suite struct VdirDecisionTests {
  private static let memory = VdirMemory(
    file: "a.vcf", id: "id-a", etag: "1", localPrint: "l0", remotePrint: "r0",
    localForm: ["name": "Ana", "phone": "1"])

  private static func side(_ print: String, _ form: JSONObject) -> VdirDecision.Side {
    VdirDecision.Side(print: print, form: form)
  }

  private static let old: JSONObject = ["name": "Ana", "phone": "1"]
  private static let other: JSONObject = ["name": "Ana", "phone": "2"]

  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var local: (String, JSONObject)?
    var remote: (String, JSONObject)?
    var isKnown = true
    var step: VdirStep

    init(
      _ name: String, _ local: (String, JSONObject)?, _ remote: (String, JSONObject)?,
      isKnown: Bool = true, _ step: VdirStep
    ) {
      testDescription = name
      self.local = local
      self.remote = remote
      self.isKnown = isKnown
      self.step = step
    }
  }

  @Test(arguments: [
    Row("nothing has changed", ("l0", old), ("r0", old), .nothing),
    Row("new in the folder", ("l1", old), nil, isKnown: false, .create),
    Row("new at the service", nil, ("r1", old), isKnown: false, .pull),
    Row("new in both, and the same", ("l1", old), ("r1", old), isKnown: false, .remember),
    Row(
      "new in both, and otherwise", ("l1", old), ("r1", other), isKnown: false,
      .conflict(["phone"])),
    Row("gone in both", nil, nil, .forget),
    Row("gone in the folder", nil, ("r0", old), .delete),
    Row("gone in the folder, changed at the service", nil, ("r1", other), .pull),
    Row("gone at the service", ("l0", old), nil, .removeFile),
    Row("gone at the service, changed in the folder", ("l1", other), nil, .create),
    Row("changed at the service", ("l0", old), ("r1", other), .pull),
    Row(
      "changed in the folder", ("l1", other), ("r0", old), .push(["phone"], pulls: false)),
    Row("touched in the folder, saying the same", ("l1", old), ("r0", old), .remember),
    Row("changed in both to the same", ("l1", other), ("r1", other), .remember),
    Row(
      "other parts changed", ("l1", other), ("r1", ["name": "Anna", "phone": "1"]),
      .push(["phone"], pulls: true)),
    Row(
      "the same part changed", ("l1", other), ("r1", ["name": "Ana", "phone": "3"]),
      .conflict(["phone"])),
    Row(
      "a part taken away in the folder", ("l1", ["name": "Ana"]), ("r0", old),
      .push(["phone"], pulls: false)),
    Row(
      "a part taken away here and changed there", ("l1", ["name": "Ana"]), ("r1", other),
      .conflict(["phone"])),
    Row(
      "changed in the folder, touched at the service", ("l1", other), ("r1", old),
      .push(["phone"], pulls: false)),
  ])
  func `both sides come to the same`(row: Row) {
    let step = VdirDecision.step(
      local: row.local.map { Self.side($0.0, $0.1) },
      remote: row.remote.map { Self.side($0.0, $0.1) },
      memory: row.isKnown ? Self.memory : nil)
    #expect(step == row.step)
  }

  @Test func `what a file cannot say is no change of the service`() {
    var memory = Self.memory
    memory.remoteForm = ["name": "Ana", "phone": "1", "note": "kept there"]
    let step = VdirDecision.step(
      local: Self.side("l1", Self.other),
      remote: Self.side("r1", ["name": "Ana", "phone": "1", "note": "kept there"]), memory: memory)
    #expect(step == .push(["phone"], pulls: false))
  }

  @Test func `what is remembered is read as it was written`() {
    var memory = Self.memory
    #expect(VdirMemory(memory.json) == memory)
    memory.remoteForm = ["name": "Ana"]
    memory.etag = nil
    #expect(VdirMemory(memory.json) == memory)
  }

  @Test(arguments: [
    ("abc-1@graphcal", "abc-1@graphcal.ics"), ("urn:uuid:1", nil), ("../../etc/passwd", nil),
    (".hidden", nil), ("-rf", nil), ("", nil), ("a b", nil),
  ])
  func `an identity names its file where it can`(uid: String, name: String?) {
    let folder = VdirFolder(path: "/tmp", ending: ".ics", randomness: .counting())
    let got = folder.name(for: uid)
    if let name {
      #expect(got == name)
    } else {
      #expect(got.hasSuffix(".ics"))
      #expect(got.dropLast(4).allSatisfy { $0.isLetter || $0.isNumber })
      #expect(got == folder.name(for: uid))
    }
  }
}
