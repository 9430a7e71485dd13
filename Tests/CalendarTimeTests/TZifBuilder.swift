import Foundation

/// Makes the bytes of TZif files, sound ones and others.
struct TZifBuilder {
  var version: UInt8 = UInt8(ascii: "2")
  /// Second and type index.
  var changes: [(Int, UInt8)] = []
  /// Offset, summer time, index in `names`.
  var types: [(Int, UInt8, UInt8)] = [(0, 0, 0)]
  var names = "UTC\0"
  /// Second and correction.
  var leaps: [(Int, Int)] = []
  /// Nil leaves the footer away altogether.
  var footer: String? = ""

  var bytes: [UInt8] {
    if version < UInt8(ascii: "2") { return block(timeSize: 4) }
    let first = TZifBuilder(version: version).block(timeSize: 4)
    return first + block(timeSize: 8) + (footer.map { Array("\n\($0)\n".utf8) } ?? [])
  }

  private func block(timeSize: Int) -> [UInt8] {
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leaps.count, changes.count, types.count, names.utf8.count] {
      bytes += integer(count, 4)
    }
    for change in changes { bytes += integer(change.0, timeSize) }
    bytes += changes.map(\.1)
    for type in types { bytes += integer(type.0, 4) + [type.1, type.2] }
    bytes += Array(names.utf8)
    for leap in leaps { bytes += integer(leap.0, timeSize) + integer(leap.1, 4) }
    return bytes
  }

  private func integer(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ((size - 1 - $0) * 8)) }
  }
}

/// A folder of zone files that ends with the closure.
func withZoneFolder(
  _ files: [String: [UInt8]], _ body: (String) throws -> Void
) throws {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "graphcal-zones-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, bytes) in files {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
  try body(folder.path(percentEncoded: false))
}
