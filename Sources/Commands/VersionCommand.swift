package import Arguments
import CalendarTime
import Host
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
    var lines = ["graphcal \(graphcalVersion)"]
    if context.options.verbose {
      lines += context.parts.map { part in
        // libcurl begins with its own name.
        part.version.hasPrefix(part.name) ? part.version : "\(part.name) \(part.version)"
      }
    }
    try context.console.print(lines.map { TextSanitizer.line($0) + "\n" }.joined())
  }
}

extension Context {
  /// What the program is made of and leans on, each with its version: the libraries it opens, those it
  /// is linked with, its compiler, the data it reads, and the machine.
  var parts: [(name: String, version: String)] {
    let system = [systemName, Platform.description].compactMap { $0 }.joined(separator: ", ")
    return libraryVersions().map { ($0.name, $0.version ?? "not installed") } + [
      ("SQLite", StateStore.engineVersion), ("utf8proc", DisplayWidth.libraryVersion),
      ("Swift", compilerVersion), ("time zone data", zones.dataVersion ?? "none on this machine"),
      ("system", system),
    ]
  }
}
