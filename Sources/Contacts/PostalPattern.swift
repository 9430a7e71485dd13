/// In which order a country's letters have the parts of an address.
struct PostalPattern {
  /// Lines of letters and of the marks `%N %O %A %C %S %Z`.
  private let lines: [Substring]

  /// The order of most of the world, for countries that the table leaves out.
  private static let usual = "%N|%O|%A|%C %S %Z"

  private static let forms: [Substring: Substring] = {
    var forms: [Substring: Substring] = [:]
    for line in PostalPatternTable.text.split(separator: "\n") {
      guard let colon = line.lastIndex(of: ":") else { continue }
      for code in line[line.index(after: colon)...].split(separator: " ") {
        forms[code] = line[..<colon]
      }
    }
    return forms
  }()

  init(country code: String?, isLatin: Bool) {
    let form = code.flatMap { code in
      (isLatin ? Self.forms["latin-\(code)"] : nil) ?? Self.forms[Substring(code)]
    }
    lines = (form ?? Self.usual[...]).split(separator: "|")
  }

  /// The lines with something in them; parts that the pattern lacks follow the city or the street.
  func lines(
    name: String, company: String, street: String, city: String, state: String,
    postalCode: String
  ) -> [String] {
    var parts: [Character: String] = [
      "N": name, "O": company, "A": street, "C": city, "S": state, "Z": postalCode,
    ]
    for (mark, text) in parts { parts[mark] = text.trimmingBlanks }
    let form = lines.joined(separator: "|")
    let anchor: Character = form.contains("%C") && parts["C"] != "" ? "C" : "A"
    for mark in ["C", "S", "Z"] as [Character] where !form.contains("%\(mark)") {
      guard let text = parts[mark], !text.isEmpty, !form.contains(text.uppercased()) else {
        continue
      }
      let before = parts[anchor] ?? ""
      parts[anchor] = before + (before.isEmpty ? "" : anchor == "A" ? "\n" : " ") + text
    }
    return lines.flatMap { Self.filled($0, with: parts) }
  }

  /// One line of the pattern with its marks replaced.
  ///
  /// What stands between two marks is for a line that has both; what stands before the first, such as
  /// `CH-`, is for a line that has it, and is not written twice.
  private static func filled(_ line: Substring, with parts: [Character: String]) -> [String] {
    var result = ""
    var separator = ""
    var hasMark = false
    var isFilled = false
    var rest = line
    while let character = rest.popFirst() {
      guard character == "%", let mark = rest.popFirst() else {
        separator.append(character)
        continue
      }
      let part = parts[mark] ?? ""
      if !part.isEmpty {
        let isPrefix = !hasMark
        let repeats =
          isPrefix && !separator.isEmpty
          && part.uppercased().hasPrefix(separator.trimmingBlanks.uppercased())
        if isFilled || isPrefix && !repeats { result += separator }
        result += part
        isFilled = true
      }
      hasMark = true
      separator = ""
    }
    if !hasMark { return [String(line)] }
    return isFilled ? (result + separator).split(separator: "\n").map(\.trimmingBlanks) : []
  }
}

extension StringProtocol {
  /// Without blanks and ends of lines around it.
  var trimmingBlanks: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return String(self) }
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
