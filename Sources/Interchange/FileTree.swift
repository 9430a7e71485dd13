import LineFolding

/// A file of iCalendar line by line: whatever stands in it, in its order, unfolded.
struct FileTree {
  /// A property as it stands in the file.
  struct Line {
    /// In capitals.
    var name: String
    /// The whole line.
    var text: String

    init(_ text: String) {
      self.text = text
      name = text.prefix { $0 != ":" && $0 != ";" }.uppercased()
    }

    /// What stands behind the colon; parameters in quotes may hold one.
    var value: Substring {
      var isQuoted = false
      for index in text.indices {
        if text[index] == "\"" { isQuoted.toggle() }
        if text[index] == ":", !isQuoted { return text[text.index(after: index)...] }
      }
      return ""
    }

    /// What stands between the name and the colon.
    var parameters: Substring {
      text.dropFirst(name.count).dropLast(value.count)
    }
  }

  /// In capitals: `VEVENT`; empty for the file itself.
  var kind: String
  var lines: [Line] = []
  var children: [FileTree] = []

  init(kind: String) { self.kind = kind }

  /// Reads a file.
  ///
  /// - Throws: `CalendarFileError` for what is no text, and for components that do not end as they begin.
  init(_ bytes: [UInt8]) throws(CalendarFileError) {
    var lines = ContentLines(try FileText.utf8(bytes))
    var open = [FileTree(kind: "")]
    while let read = try lines.line() {
      let line = Line(String(decoding: read.bytes, as: UTF8.self))
      switch line.name {
      case "BEGIN": open.append(FileTree(kind: line.value.trimmed.uppercased()))
      case "END":
        guard open.count > 1, let done = open.popLast(),
          done.kind == line.value.trimmed.uppercased()
        else { throw CalendarFileError(line: read.number, "it ends nothing that was begun") }
        open[open.count - 1].children.append(done)
      default: open[open.count - 1].lines.append(line)
      }
    }
    guard open.count == 1 else { throw CalendarFileError("the file ends within a component") }
    self = open[0]
  }

  /// The file again.
  var bytes: [UInt8] {
    var lines = FoldedLines()
    write(to: &lines)
    return lines.bytes
  }

  private func write(to lines: inout FoldedLines) {
    if !kind.isEmpty { lines.add("BEGIN:" + kind) }
    for line in self.lines { lines.add(line.text) }
    for child in children { child.write(to: &lines) }
    if !kind.isEmpty { lines.add("END:" + kind) }
  }

  subscript(name: String) -> Line? { lines.first { $0.name == name } }
}
