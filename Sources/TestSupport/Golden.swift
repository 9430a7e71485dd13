#if canImport(Testing)
  import FoundationEssentials
  package import Testing

  /// Compares a text with the golden file `name` in the folder `Golden` beside the test's own file.
  ///
  /// With `RECORD_GOLDEN` set the file is written anew, and the test fails all the same, so that nobody
  /// records by accident and believes it passed.
  package func expectGolden(
    _ text: String, _ name: String, filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var folder = filePath.split(separator: "/", omittingEmptySubsequences: false)
    folder.removeLast()
    let directory = folder.joined(separator: "/") + "/Golden"
    let path = directory + "/" + name
    if let value = ProcessInfo.processInfo.environment["RECORD_GOLDEN"], !value.isEmpty {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: path))
      Issue.record(
        "recorded \(name); read it, then run without RECORD_GOLDEN", sourceLocation: sourceLocation)
      return
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      Issue.record(
        "no golden file \(path); RECORD_GOLDEN=1 writes it", sourceLocation: sourceLocation)
      return
    }
    let expected = String(decoding: data, as: UTF8.self)
    guard text != expected else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let first = zip(lines, wanted).prefix { $0 == $1 }.count
    Issue.record(
      """
      \(name) differs from line \(first + 1):
        expected: \(first < wanted.count ? String(wanted[first]) : "(end)")
        got:      \(first < lines.count ? String(lines[first]) : "(end)")
      """, sourceLocation: sourceLocation)
  }
#endif
