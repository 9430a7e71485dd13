import Foundation
import Testing

/// Pages, pictures and texts of the demo mailbox, written by the real program.
@Suite struct DocumentTests {
  @Test func `what is written for reading has every event`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator, ["TZ": "Europe/Berlin"])
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let subjects = try await home.graphcal("week", "--json").items
      .compactMap { $0["subject"] as? String }
    #expect(subjects.count > 5)
    for (form, range) in [
      ("html", ["--week"]), ("svg", ["--week"]), ("org", ["--week"]), ("markdown", ["--week"]),
      ("html", ["--month"]), ("svg", ["--month"]),
    ] {
      let path = home.path("file\(range[0]).\(form)")
      let outcome = try await home.graphcal(["export", "--format", form, "-o", path] + range)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      var words = text.replacingOccurrences(of: "\\", with: "")
        .replacingOccurrences(of: "\u{200B}", with: "")
      for (sign, entity) in [
        ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"), ("&", "&amp;"),
      ] {
        words = words.replacingOccurrences(of: entity, with: sign)
      }
      for subject in subjects where !subject.contains("  ") {
        #expect(words.contains(subject), "\(subject) in \(form)")
      }
    }
    let markdown = try await home.graphcal("agenda", "--format", "markdown")
    #expect(markdown.status == 0 && markdown.output.hasPrefix("# "))
  }
}
