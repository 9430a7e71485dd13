import CalendarTime

/// HTML or XML put together so that no text and no value gets into it unescaped.
///
/// Names of elements and attributes are of this program's making; everything else is escaped.
struct Markup {
  typealias Attributes = KeyValuePairs<StaticString, String?>

  /// Whether empty elements are closed as XML wants it.
  let isXML: Bool
  private(set) var text = ""

  init(isXML: Bool) { self.isXML = isXML }

  /// Puts a text in.
  mutating func add(_ words: String) { text += Self.escaped(words) }

  /// Puts in what this program wrote itself, as it is.
  mutating func add(literal: StaticString) { text += literal.description }

  /// Puts in a style sheet as it is; none of ours has a sign that would end it.
  mutating func add(sheet: PageStyle.StyleSheet) { text += sheet.text }

  /// Puts in an element on lines of its own.
  mutating func block(
    _ name: StaticString, _ attributes: Attributes = [:], _ body: (inout Markup) -> Void
  ) {
    open(name, attributes)
    text += "\n"
    body(&self)
    text += "</\(name)>\n"
  }

  /// Puts in an element within a line.
  mutating func span(
    _ name: StaticString, _ attributes: Attributes = [:], _ body: (inout Markup) -> Void
  ) {
    open(name, attributes)
    body(&self)
    text += "</\(name)>"
  }

  /// Puts in an element with a text; nothing when the text is empty.
  mutating func span(_ name: StaticString, _ attributes: Attributes, _ words: String) {
    guard !words.isEmpty else { return }
    span(name, attributes) { $0.add(words) }
  }

  /// The same without attributes.
  mutating func span(_ name: StaticString, _ words: String) { span(name, [:], words) }

  /// Puts in an element without content on a line of its own.
  mutating func void(_ name: StaticString, _ attributes: Attributes) {
    open(name, attributes, end: isXML ? "/>" : ">")
    text += "\n"
  }

  /// Puts in what was put together elsewhere.
  mutating func append(_ other: Markup) { text += other.text }

  mutating func breakLine() { text += "\n" }

  private mutating func open(_ name: StaticString, _ attributes: Attributes, end: String = ">") {
    text += "<\(name)"
    for (key, value) in attributes {
      guard let value else { continue }
      text += " \(key)=\"" + Self.escaped(value) + "\""
    }
    text += end
  }

  /// A text in which nothing is markup, neither in an element nor in a quoted value.
  ///
  /// Signs that XML does not know, and NUL, which HTML does not know either, become U+FFFD.
  /// Sources: XML 1.0 section 2.2; HTML Standard 13.1.2.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      case "\n", "\t": result.append(scalar)
      default:
        let value = scalar.value
        let isKnown = value >= 0x20 && !(0x7F...0x9F).contains(value) && value & 0xFFFE != 0xFFFE
        result.append(isKnown ? scalar : "\u{FFFD}")
      }
    }
    return String(result)
  }

  /// A number with at most two decimals, the same in every locale.
  static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return sign + "\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : Int(rest).padded(to: 2))
  }
}
