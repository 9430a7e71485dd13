import Calendaring
import Terminal

/// A picture that stands alone: no script, and nothing that is fetched from anywhere.
struct SVGCanvas {
  /// A rectangle in the units of the picture.
  struct Frame {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  private var markup = Markup(isXML: true)
  private let size: (width: Double, height: Double)
  private let title: String

  /// How wide a cell of text is taken to be at a size of 12; what is wider is clipped.
  private static let cell = 7.2

  init(width: Double, height: Double, title: String) {
    size = (width, height)
    self.title = title
  }

  /// The finished picture; `note` says at its end what it holds.
  func picture(note: String) -> String {
    var picture = Markup(isXML: true)
    picture.add(literal: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    let (width, height) = (Markup.number(size.width), Markup.number(size.height))
    picture.block(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": width, "height": height,
        "viewBox": "0 0 \(width) \(height)", "role": "img", "aria-labelledby": "title note",
      ]
    ) { svg in
      svg.span("title", ["id": "title"], title)
      svg.breakLine()
      svg.span("desc", ["id": "note"], note)
      svg.breakLine()
      svg.block("style") { $0.add(sheet: PageStyle.picture) }
      svg.block("defs") { defs in
        defs.block(
          "pattern",
          [
            "id": "hatch", "width": "8", "height": "8", "patternUnits": "userSpaceOnUse",
            "patternTransform": "rotate(45)",
          ]
        ) { $0.void("rect", ["class": "hatch", "width": "2", "height": "8"]) }
      }
      svg.void("rect", ["class": "paper", "width": width, "height": height])
      svg.append(markup)
    }
    return picture.text
  }

  /// A line of text from a point on its ground line.
  mutating func text(_ words: String, x: Double, y: Double, _ name: String, anchor: String? = nil) {
    guard !words.isEmpty else { return }
    markup.span(
      "text",
      ["class": name, "x": Markup.number(x), "y": Markup.number(y), "text-anchor": anchor],
      words)
    markup.breakLine()
  }

  mutating func line(from: (x: Double, y: Double), to: (x: Double, y: Double)) {
    markup.void(
      "line",
      [
        "class": "line", "x1": Markup.number(from.x), "y1": Markup.number(from.y),
        "x2": Markup.number(to.x), "y2": Markup.number(to.y),
      ])
  }

  mutating func rectangle(_ frame: Frame, _ name: String) {
    markup.void(
      "rect",
      [
        "class": name, "x": Markup.number(frame.x), "y": Markup.number(frame.y),
        "width": Markup.number(frame.width), "height": Markup.number(frame.height),
      ])
  }

  /// An event in its frame, which clips what has no room; `words` are its lines, the first its name.
  mutating func event(_ entry: DocumentEntry, in frame: Frame, _ words: [String]) {
    let (width, height) = (max(1, frame.width), max(1, frame.height))
    markup.block(
      "svg",
      [
        "class": entry.classes, "x": Markup.number(frame.x), "y": Markup.number(frame.y),
        "width": Markup.number(width), "height": Markup.number(height),
      ]
    ) { box in
      box.span("title", entry.line)
      box.breakLine()
      let inner = (width: Markup.number(width - 1), height: Markup.number(height - 1))
      func rectangle(_ name: String, _ box: inout Markup) {
        box.void(
          "rect",
          [
            "class": name, "x": "0.5", "y": "0.5", "width": inner.width, "height": inner.height,
            "rx": "3",
          ])
      }
      rectangle("box", &box)
      if entry.look.border == .tentative { rectangle("hatched", &box) }
      box.void("rect", ["class": "edge", "width": "4", "height": Markup.number(height)])
      for (index, line) in Self.lines(words, width: width - 10, height: height).enumerated() {
        box.span(
          "text",
          [
            "class": line.isName ? (entry.event.isCancelled ? "name cancelled" : "name") : "more",
            "x": "7", "y": Markup.number(12.5 + Double(index) * 14),
          ], line.text)
        box.breakLine()
      }
    }
  }

  /// The lines that fit, each within the width as far as that can be told without the font.
  private static func lines(
    _ words: [String], width: Double, height: Double
  ) -> [(text: String, isName: Bool)] {
    let room = max(1, Int((height - 2) / 14))
    let cells = max(1, Int(width / cell))
    var lines: [(text: String, isName: Bool)] = []
    for (index, text) in words.enumerated() where !text.isEmpty && lines.count < room {
      lines += StyledLine(text).wrapped(to: cells, lines: room - lines.count)
        .map { ($0.text, index == 0) }
    }
    return lines
  }
}
