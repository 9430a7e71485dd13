/// The style sheets of pages and pictures; no text of a mailbox comes near them.
enum PageStyle {
  /// The sheet of a page, which `isWide` prints across.
  static func text(isWide: Bool) -> StyleSheet {
    StyleSheet(
      text: """
        :root { --paper: #fff; --ink: #1c1c1e; --quiet: #55585c; --line: #d5d8dc; --shade: #f4f5f7 }
        \(DocumentColor.rules(\.light) { "\($0) { --edge: \($1.edge); --fill: \($1.fill) }" })
        @media screen and (prefers-color-scheme: dark) {
        :root { --paper: #16181b; --ink: #ececee; --quiet: #a3a8ae; --line: #3a3e44; --shade: #1e2125 }
        \(DocumentColor.rules(\.dark) { "\($0) { --edge: \($1.edge); --fill: \($1.fill) }" })
        }
        \(base)
        \(isWide ? wide : narrow)
        """)
  }

  /// A finished sheet, which only this file makes.
  struct StyleSheet {
    let text: String

    fileprivate init(text: String) { self.text = text }
  }

  /// The sheet of a picture, in words that readers of SVG other than browsers know too.
  static var picture: StyleSheet {
    func rules(_ pair: (DocumentColor) -> DocumentColor.Pair) -> String {
      DocumentColor.rules(pair) {
        "\($0) .box { fill: \($1.fill); stroke: \($1.edge) } \($0) .edge { fill: \($1.edge) }"
      }
    }
    func ground(paper: String, ink: String, quiet: String, line: String, shade: String) -> String {
      """
      .paper, .cell, .free .box, .off .box { fill: \(paper) }
      .outside { fill: \(shade) }
      text { fill: \(ink) }
      .axis, .more, .note, .quiet, .off text { fill: \(quiet) }
      .line, .cell { stroke: \(line) }
      .hatch { fill: \(line) }
      """
    }
    return StyleSheet(
      text: """
        text { font: 12px system-ui, "Noto Sans", sans-serif; unicode-bidi: plaintext }
        .title { font-size: 20px; font-weight: bold }
        .day, .date, .name { font-weight: bold }
        .cancelled { text-decoration: line-through }
        .hatched { fill: url(#hatch) }
        .tentative .box { stroke-dasharray: 4 2 }
        .off .box, .elsewhere .box { stroke-dasharray: 1 2 }
        .away .box { stroke-width: 3 }
        \(rules(\.light))
        \(ground(paper: "#fff", ink: "#1c1c1e", quiet: "#55585c", line: "#d5d8dc", shade: "#f4f5f7"))
        .today { fill: #0b6b34 }
        @media (prefers-color-scheme: dark) {
        \(rules(\.dark))
        \(ground(paper: "#16181b", ink: "#ececee", quiet: "#a3a8ae", line: "#3a3e44", shade: "#1e2125"))
        .today { fill: #7ecb96 }
        }

        """)
  }

  private static let base = """
    * { box-sizing: border-box }
    html { font: 100%/1.35 system-ui, "Noto Sans", sans-serif; color: var(--ink); background: var(--paper) }
    body { margin: 0 auto; padding: 1rem; max-width: 90rem }
    h1 { font-size: 1.4rem; margin: 0 0 .6rem }
    h2 { font-size: .95rem; margin: 0; padding: .2rem .3rem }
    ol, ul { list-style: none; margin: 0; padding: 0 }
    footer { margin-top: .8rem; color: var(--quiet); font-size: .85rem }
    footer p { margin: .2rem 0 }
    a { color: inherit }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
    h2.today, .today > time { color: #0b6b34 }
    @media screen and (prefers-color-scheme: dark) { h2.today, .today > time { color: #7ecb96 } }
    .event { background-color: var(--fill); border: 1px solid var(--edge); border-left-width: .3rem; border-radius: .25rem;
      padding: .1rem .3rem; font-size: .8rem; overflow: hidden; overflow-wrap: anywhere; print-color-adjust: exact }
    .tentative, .skipped { background-image: repeating-linear-gradient(135deg, var(--line) 0 2px, transparent 2px 8px) }
    .tentative { border-style: dashed }
    .free { background-color: var(--paper) }
    .away { border-style: double; border-width: 3px; border-left-width: .4rem }
    .elsewhere { border-style: dotted; border-left-style: solid }
    .off { background-color: var(--paper); border-style: dotted; color: var(--quiet) }
    .time, .place, .notes { color: var(--quiet); font-size: .75rem }
    .notes { font-style: italic }
    .legend { display: flex; flex-wrap: wrap; gap: .3rem }

    """

  private static let narrow = """
    body { max-width: 50rem }
    section { margin-bottom: .8rem; break-inside: avoid }
    section .event { margin-top: .2rem; font-size: .95rem }
    section .time, section .place, section .notes { font-size: .85rem }
    @page { size: A4 portrait; margin: 14mm }
    @media print { body { padding: 0; max-width: none } }

    """

  private static let wide = """
    .week { display: grid; grid-template-columns: 3.2rem repeat(var(--days), minmax(0, 1fr)) }
    .day { display: contents }
    .day h2 { grid-row: 1; text-align: center; border-left: 1px solid var(--line) }
    .bars { grid-row: 2; grid-column: 2 / -1; display: grid; gap: 2px 0; padding: 2px 0;
      grid-template-columns: repeat(var(--days), minmax(0, 1fr)); border-top: 1px solid var(--line) }
    .bars .event { margin: 0 2px; white-space: nowrap; text-overflow: ellipsis; min-width: 0 }
    .axis { grid-row: 3; grid-column: 1; position: relative; color: var(--quiet); font-size: .75rem }
    .axis span { position: absolute; right: .4rem }
    .hours { grid-row: 3; position: relative; height: calc(var(--hours) * 3.2rem);
      border: solid var(--line); border-width: 1px 0 1px 1px;
      background: repeating-linear-gradient(var(--line) 0 1px, transparent 1px calc(100% / var(--hours))) }
    .hours li { position: absolute }
    .hours .event { border-radius: .2rem; border-right-width: 1px; background-clip: padding-box }
    .hours .skipped { left: 0; width: 100% }
    .hours .event:hover, .hours .event:focus-within { min-height: max-content; z-index: 1 }
    .cut-before { border-left: none; border-top-left-radius: 0; border-bottom-left-radius: 0 }
    .cut-after { border-right: none; border-top-right-radius: 0; border-bottom-right-radius: 0 }
    .bars .cut-before, .month .cut-before { margin-left: 0 }
    .bars .cut-after, .month .cut-after { margin-right: 0 }
    .month { border-collapse: collapse; width: 100%; table-layout: fixed }
    .month th { font-size: .85rem; padding: .2rem }
    .month .number { width: 2.2rem; color: var(--quiet); font-weight: normal }
    .month td { border: 1px solid var(--line); vertical-align: top; padding: 0; height: 6rem }
    .month td > time { display: block; padding: .1rem .3rem; font-size: .85rem; font-weight: bold }
    .month .outside { background: var(--shade) }
    .month .outside > time { color: var(--quiet); font-weight: normal }
    .month ol { display: grid; grid-template-columns: minmax(0, 1fr); grid-auto-rows: 1.35rem; gap: 2px 0; padding-bottom: 2px }
    .month .event { margin: 0 2px; white-space: nowrap; text-overflow: ellipsis }
    @media screen and (max-width: 44rem) {
    .week { display: block }
    .axis, .skipped { display: none }
    .bars { display: block }
    .day h2 { text-align: left; margin-top: .8rem; border: none }
    .hours { height: auto; border: none; background: none }
    .hours li { position: static; width: auto !important; height: auto !important; margin-top: .2rem }
    .bars .event { white-space: normal; margin-top: .2rem }
    .month .event { font-size: .65rem; padding: 0 .1rem }
    .month .number { display: none }
    }
    @page { size: A4 landscape; margin: 10mm }
    @media print {
    html { font-size: 11pt }
    body { padding: 0; max-width: none }
    .hours { height: var(--printed); break-inside: avoid }
    .week, .month tr { break-inside: avoid }
    .month td { height: 22mm }
    .event { font-size: 8pt }
    .hours .event { font-size: 7.5pt; line-height: 1.05; padding: 0 .2rem }
    .time, .place, .notes { font-size: 7pt }
    }

    """
}
