/// Turning the bodies of events from HTML to text and back, as `Prefer: outlook.body-content-type`
/// asks.
enum BodyText {
  /// A body as an HTML document; a piece of HTML gets one around it.
  static func document(html: String) -> String {
    html.lowercased().contains("<html")
      ? html
      : "<html><head>\r\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">"
        + "</head><body>\(html)</body></html>"
  }

  /// A text as an HTML document that shows it.
  static func document(text: String) -> String {
    document(html: "<div class=\"PlainText\">\(escaped(text))</div>")
  }

  private static func escaped(_ text: String) -> String {
    var html = ""
    for character in text {
      switch character {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\n", "\r\n": html += "<br>\r\n"
      default: html.append(character)
      }
    }
    return html
  }

  /// What a reader of an HTML body sees: no markup, breaks as line breaks, entities decoded.
  static func text(html: String) -> String {
    var text = ""
    var rest = html[...]
    while let sign = rest.first {
      if sign == "<" {
        rest = skippingTag(rest, into: &text)
      } else if sign == "&" {
        rest = skippingEntity(rest, into: &text)
      } else {
        rest.removeFirst()
        if sign.isWhitespace {
          if let last = text.last, !last.isWhitespace { text.append(" ") }
        } else {
          text.append(sign)
        }
      }
    }
    return trimmed(text)
  }

  /// The first 255 characters of a body's text.
  ///
  /// Source: Graph `event`, property `bodyPreview`.
  static func preview(_ text: String) -> String { String(trimmed(text).prefix(255)) }

  private static func trimmed(_ text: String) -> String {
    let kept = text.drop(while: \.isWhitespace)
    return String(kept.reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func skippingTag(_ html: Substring, into text: inout String) -> Substring {
    if html.hasPrefix("<!--") {
      guard let end = html.firstRange(of: "-->") else { return "" }
      return html[end.upperBound...]
    }
    guard let close = html.firstIndex(of: ">") else { return "" }
    let tag = html[html.index(after: html.startIndex)..<close].lowercased()
    let rest = html[html.index(after: close)...]
    let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
    switch name {
    case "script", "style", "head", "title":
      guard !tag.hasPrefix("/"), !tag.hasSuffix("/") else { return rest }
      let ending = "</" + name
      var inside = rest
      while let next = inside.firstIndex(of: "<") {
        inside = inside[next...]
        if inside.prefix(ending.count).lowercased() == ending {
          guard let end = inside.firstIndex(of: ">") else { return "" }
          return inside[inside.index(after: end)...]
        }
        inside = inside.dropFirst()
      }
      return ""
    case "br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol":
      guard name == "br" || tag.hasPrefix("/") || !(text.last?.isNewline ?? true) else { break }
      if text.last == " " { text.removeLast() }
      text += "\r\n"
    default: break
    }
    return rest
  }

  private static let entities: [Substring: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  private static func skippingEntity(_ html: Substring, into text: inout String) -> Substring {
    let body = html.dropFirst().prefix(10)
    if let end = body.firstIndex(of: ";"), let character = character(body[..<end]) {
      text.append(character)
      return html[html.index(after: end)...]
    }
    text.append("&")
    return html.dropFirst()
  }

  private static func character(_ name: Substring) -> Character? {
    if let known = entities[name] { return known }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map(Character.init)
  }
}
