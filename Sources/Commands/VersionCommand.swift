package import Arguments
import CalendarTime
import JSON
import Terminal

/// `graphcal version`: what this program and its parts are, for support.
package struct VersionCommand: Command {
  package static let name = "version"
  package static let summary = "Print the version; with -v that of the parts too."

  package static let options: [Option<Self>] = []

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if context.options.isForScripts || context.options.fields == .list {
      var item: JSONObject = ["version": .string(graphcalVersion)]
      for part in parts(context) { item[part.name] = .string(part.version) }
      if try context.printedForScripts(.object(item)) { return }
    }
    var text = "graphcal \(graphcalVersion)\n"
    if context.options.verbose {
      for part in parts(context) { text += "\(part.name) \(part.version)\n" }
    }
    try context.console.print(text)
  }

  private func parts(_ context: Context) -> [(name: String, version: String)] {
    context.libraryVersions()
      + [("time zone data", context.zones.dataVersion ?? "none on this machine")]
  }
}
