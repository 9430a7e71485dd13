/// The part of an HTML body that leads into its online meeting.
///
/// Outlook writes it below the text, mostly between two lines of underscores. A body that is sent back
/// without it makes the meeting an ordinary one (Microsoft Graph, "Update event").
package struct JoinBlock: Sendable, Hashable {
  /// The markup of the block, from its first element to its last.
  package let html: String
  /// The body without it.
  package let rest: String

  /// The block that holds `link`; nil where the body has no such link.
  package init?(in body: String, leadingTo link: String) {
    let spellings = [link, link.replacing("&", with: "&amp;")]
    guard !link.isEmpty, let place = spellings.lazy.compactMap({ body.firstRange(of: $0) }).first
    else { return nil }
    let start = Self.start(in: body, before: place.lowerBound)
    let end = Self.end(in: body, after: place.upperBound)
    html = String(body[start..<end])
    rest = String(body[..<start] + body[end...])
  }

  /// A body of plain text, with the block below it.
  package func body(withText text: String) -> String {
    "<html><body>\r\n<div>\(Self.markup(text))</div>\r\n\(html)\r\n</body></html>"
  }

  /// A line as it stands above and below the block.
  private static let line = String(repeating: "_", count: 20)

  /// The beginning of the element that the block begins with: the line above the link, else the
  /// outermost element that Outlook marks as its own, else the nearest block around the link.
  private static func start(in body: String, before place: String.Index) -> String.Index {
    let head = body[..<place]
    let underscore = head.ranges(of: line).last?.lowerBound
    let own = head.firstRange(of: "me-email-text")?.lowerBound
    let anchor = underscore ?? own ?? place
    let openings = ["<div", "<p>", "<p ", "<table"].compactMap {
      body[..<anchor].ranges(of: $0).last?.lowerBound
    }
    if let opening = openings.max() { return opening }
    return head.ranges(of: "<a").last?.lowerBound ?? bodyStart(in: body)
  }

  /// The end of the line below the link, else of the body's content.
  private static func end(in body: String, after place: String.Index) -> String.Index {
    let tail = body[place...]
    let close = tail.firstRange(of: "</body")?.lowerBound ?? body.endIndex
    guard let line = tail[..<close].firstRange(of: line) else { return close }
    guard let element = tail[line.upperBound..<close].firstRange(of: "</div>") else { return close }
    return element.upperBound
  }

  private static func bodyStart(in body: String) -> String.Index {
    guard let tag = body.firstRange(of: "<body"),
      let end = body[tag.upperBound...].firstIndex(of: ">")
    else { return body.startIndex }
    return body.index(after: end)
  }

  private static func markup(_ text: String) -> String {
    var html = ""
    for character in text {
      switch character {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\n", "\r\n", "\r": html += "<br>\r\n"
      default: html.append(character)
      }
    }
    return html
  }
}
