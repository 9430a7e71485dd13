import Host
import Rendering

/// The forms of an exported file, by their words on the command line.
package enum ExportFormat: String, CaseIterable, Sendable {
  case ics
  /// Version 3.0, which the most programs read.
  case vcard
  case vcard3, vcard4, csv, mutt, abook
  /// For reading: the events of some days.
  case html, svg, org, markdown

  /// The form that the ending of a file's name asks for; nil where it asks for none.
  init?(ending path: String) {
    let endings: [(String, Self)] = [
      (".ics", .ics), (".vcf", .vcard), (".csv", .csv), (".html", .html), (".htm", .html),
      (".svg", .svg), (".org", .org), (".md", .markdown),
    ]
    guard let known = endings.first(where: { path.lowercased().hasSuffix($0.0) }) else {
      return nil
    }
    self = known.1
  }

  /// The form of a document for reading; nil for what programs read.
  var document: EventDocument.Form? { EventDocument.Form(rawValue: rawValue) }

  var isOfContacts: Bool { self != .ics && document == nil }
}

/// Where an export goes: a file, which is there whole or not at all, or the standard output.
struct ExportFile {
  /// Nil and `-` are the standard output.
  var path: String?
  /// Whether a file that is there already may be replaced.
  var isForced: Bool
  var context: Context

  /// Refuses the name of a file that is there, before anything is asked of the service.
  func requireFree() throws(Failure) {
    guard let path, path != "-", !isForced else { return }
    let status: FileStatus?
    do {
      status = try Files.status(of: path)
    } catch {
      throw unwritable(path, error)
    }
    // Into a pipe or a device it is written as it is.
    guard let status, status.kind != .other else { return }
    if status.kind == .folder {
      throw Failure(.usage, "\(path) is a folder", hint: "name a file in it")
    }
    throw taken(path)
  }

  /// Writes it; `words` say what is in it.
  func write(_ bytes: [UInt8], holding words: String) throws(Failure) {
    guard let path, path != "-" else { return try context.console.print(bytes: bytes) }
    if context.onlyTells(words, in: path) { return }
    do {
      try NewFile.write(bytes, to: path, replacing: isForced, randomness: context.randomness)
    } catch {
      // Somebody has made one meanwhile.
      if error.isTaken { throw taken(path) }
      throw unwritable(path, error)
    }
    context.note("\(words) written to \(path)")
  }

  private func taken(_ path: String) -> Failure {
    Failure(.usage, "\(path) is there already", hint: "--force replaces it")
  }

  private func unwritable(_ path: String, _ error: HostError) -> Failure {
    Failure(
      .general, "cannot write \(path)", why: error.explanation,
      hint: "give --output a file that you may write to")
  }
}
