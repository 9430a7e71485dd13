import Terminal

/// Turns HTML, as mail programs write it, into readable text.
///
/// Comments, styles and scripts are dropped, breaks and lists are kept as lines, a link keeps its
/// address behind its text. Broken HTML loses its tags and keeps its words.
package enum HTMLText {
  /// The text, cleaned of control characters, without two empty lines in a row.
  package static func plain(_ html: String) -> String { TextSanitizer.block(text(html)) }

  /// The text with every character that is in it, for programs.
  package static func text(_ html: String) -> String {
    var converter = Converter(html)
    return converter.convert()
  }

  private enum List {
    case bullets
    /// The number of the last item.
    case numbers(Int)
  }

  private struct Converter {
    private var input: HTMLTokens
    private var output = HTMLTextOutput()
    /// The lists that are open, the innermost last.
    private var lists: [List] = []
    /// The address and the place in the output of the open link.
    private var link: (address: String, start: Int)?

    init(_ html: String) { input = HTMLTokens(html) }

    mutating func convert() -> String {
      while let token = input.next() {
        switch token {
        case .text(let text): output.add(text)
        case .open(let name, let attributes): open(name, attributes)
        case .close(let name): close(name)
        }
      }
      closeLink()
      return output.finish()
    }

    private mutating func open(_ name: String, _ attributes: [String: String]) {
      switch name {
      case "br": output.breakLine()
      case "hr":
        output.breakBlock()
        output.add(String(repeating: "-", count: 20))
        output.breakBlock()
      case "p", "table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote": output.breakParagraph()
      case "pre":
        output.breakParagraph()
        output.preformatted += 1
      case "ul", "ol":
        output.breakBlock()
        lists.append(name == "ol" ? .numbers(0) : .bullets)
      case "li":
        output.breakBlock()
        output.beginItem(
          mark: bullet(), indent: String(repeating: "  ", count: min(8, max(0, lists.count - 1))))
      case "td", "th": output.separateCell()
      case "a":
        closeLink()
        if let address = attributes["href"] { link = (address, output.length) }
      case "img":
        if let alternative = attributes["alt"] { output.add(alternative) }
      case _ where Self.blocks.contains(name): output.breakBlock()
      default: break
      }
    }

    private mutating func close(_ name: String) {
      switch name {
      case "p", "table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote": output.breakParagraph()
      case "pre":
        output.preformatted = max(0, output.preformatted - 1)
        output.breakParagraph()
      case "ul", "ol":
        output.breakBlock()
        _ = lists.popLast()
      case "a": closeLink()
      case _ where Self.blocks.contains(name): output.breakBlock()
      default: break
      }
    }

    private mutating func bullet() -> String {
      guard case .numbers(let last)? = lists.last else { return "- " }
      lists[lists.count - 1] = .numbers(last + 1)
      return "\(last + 1). "
    }

    /// Writes the address behind the text of a link unless the text says it already.
    private mutating func closeLink() {
      guard let open = link else { return }
      link = nil
      let address = open.address.trimmingBlanks
      let text = output.text(from: open.start).trimmingBlanks
      let scheme = address.prefix { $0 != ":" }.lowercased()
      guard ["http", "https", "mailto", "tel"].contains(scheme) else { return }
      let bare =
        scheme == "mailto" || scheme == "tel" ? address.dropFirst(scheme.count + 1) : address[...]
      let said = text.lowercased()
      guard !bare.isEmpty, said != bare.lowercased(), said != address.lowercased(),
        said + "/" != bare.lowercased()
      else { return }
      output.add(text.isEmpty ? String(bare) : " (\(bare))")
    }

    private static let blocks: Set<String> = [
      "address", "article", "aside", "body", "center", "dd", "div", "dl", "dt", "fieldset",
      "figure", "footer", "form", "header", "html", "li", "main", "nav", "section", "tr",
    ]
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
