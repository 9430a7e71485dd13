import FoundationEssentials
import Glibc

/// Names for files that stand beside another for a moment: hidden, unpredictable, told apart by form.
enum TemporaryName {
  /// A fresh path in the folder of `target`.
  static func path(beside target: String, randomness: Randomness) -> String {
    Paths.join(
      Paths.folder(of: target), prefix(of: target) + randomness.hexadecimal(bytes: 8) + ending)
  }

  /// Removes what killed processes left beside `target` more than a day before `now`.
  ///
  /// Files of other users, links and everything of another form stay; failing to remove one is no
  /// matter.
  static func removeOld(beside target: String, now: Date) {
    let prefix = prefix(of: target)
    let folder = Paths.folder(of: target)
    for name in (try? Files.names(in: folder)) ?? [] {
      guard name.hasPrefix(prefix), name.hasSuffix(ending),
        name.utf8.count == prefix.utf8.count + 16 + ending.utf8.count
      else { continue }
      let path = Paths.join(folder, name)
      guard let status = try? Files.status(of: path, followLink: false), status.kind == .regular,
        status.owner == Int(geteuid()), now.timeIntervalSince(status.modified) > 86_400
      else { continue }
      try? Files.remove(path)
    }
  }

  private static let ending = ".tmp"

  private static func prefix(of target: String) -> String { "." + Paths.name(of: target) + "." }
}
