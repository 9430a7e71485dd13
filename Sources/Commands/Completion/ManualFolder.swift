import Arguments
import Host

/// Prints the manual for those who install or package: `graphcal __manual` lists the names of its files,
/// `graphcal __manual graphcal-week.1 [DATE]` prints one.
enum ManualFolder {
  /// The word that stands in the place of a command.
  static let word = "__manual"

  /// What to print; nil where there is no such page.
  static func answer(_ words: [String]) -> String? {
    let pages = graphcalProgram.manual(
      version: graphcalVersion, date: words.dropFirst().first ?? "")
    guard let wanted = words.first else {
      return pages.map { $0.fileName + "\n" }.joined()
    }
    return pages.first { $0.fileName == wanted }?.text
  }
}
