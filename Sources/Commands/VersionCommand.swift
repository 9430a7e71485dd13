package import Arguments
import CalendarTime
import JSON
import Store
import Terminal

/// `graphcal version`: what this program and its parts are, for support.
package struct VersionCommand: Command {
  package static let name = "version"
  package static let summary = "Print the version; with -v that of the parts too."
  package static let printsRows = false

  package static let options: [Option<Self>] = []

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if context.options.isForScripts || context.options.fields == .list {
      var item: JSONObject = ["version": .string(graphcalVersion)]
      for part in context.parts { item[part.name] = .string(part.version) }
      if try context.printedForScripts(.object(item)) { return }
    }
    var text = "graphcal \(graphcalVersion)\n"
    if context.options.verbose {
      for part in context.parts { text += "\(part.name) \(part.version)\n" }
    }
    try context.console.print(text)
  }
}

extension Context {
  /// What the program is made of and leans on, each with its version.
  var parts: [(name: String, version: String)] {
    libraryVersions().map { ($0.name, $0.version ?? "not installed") } + [
      ("SQLite", StateStore.engineVersion), ("utf8proc", DisplayWidth.libraryVersion),
      ("time zone data", zones.dataVersion ?? "none on this machine"),
    ]
  }
}
