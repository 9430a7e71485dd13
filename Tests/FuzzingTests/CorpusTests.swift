import Foundation
import Fuzzing
import Testing

/// Every input that a fuzzer was begun with or has found, read once more.
@Suite struct CorpusTests {
  @Test(arguments: FuzzTarget.allCases)
  func `every input of the corpus is read without harm`(target: FuzzTarget) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appendingPathComponent("Fuzz/Corpus/\(target.rawValue)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count >= 5)
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      target.run(bytes)
      // Cut off anywhere, it is read without harm as well.
      for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 20)) {
        target.run(Array(bytes.prefix(length)))
      }
    }
  }
}
