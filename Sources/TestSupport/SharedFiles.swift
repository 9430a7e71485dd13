import FoundationEssentials
import Host

/// Files of other origin that lie beside the package, for tests that can do without them.
///
/// They are looked for in `GRAPHCAL_SHARED`, then in the folder `shared` next to the package's own.
package enum SharedFiles {
  /// The folder of the package itself.
  package static let package = Paths.folder(of: Paths.folder(of: Paths.folder(of: #filePath)))

  /// The folder `relative` of the shared files; nil where it is absent.
  package static func folder(_ relative: String) -> String? {
    let places = [Environment.current["GRAPHCAL_SHARED"], Paths.folder(of: package) + "/shared"]
    return places.compactMap(\.self).map { $0 + "/" + relative }
      .first { (try? Files.status(of: $0)) != nil }
  }

  /// The names of a folder's files that end in `suffix`, sorted.
  package static func names(in folder: String, suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(suffix) }
      .sorted()
  }
}
