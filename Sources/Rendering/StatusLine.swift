import JSON
import Terminal

/// What is on or comes next, in one line for the bar of a desktop or a terminal.
package struct StatusLine: Sendable, Equatable {
  /// How things stand; bars choose colours and icons by these words.
  package enum State: String, Sendable, CaseIterable {
    case running
    /// What comes next begins within ten minutes.
    case soon
    case next
    /// Nothing is left but an event of the whole day.
    case allday
    case free
    /// There is nothing to tell it from.
    case missing
  }

  /// The bars that have a form of their own.
  package enum Form: String, Sendable, CaseIterable { case text, waybar, tmux, i3status }

  package var state: State
  /// What it is about, as the mailbox has it; this is cut where there is little room.
  package var subject: String
  /// What is said behind the subject, with the sign or blank between them.
  package var rest: String
  /// The same where there is hardly any room.
  package var short: String
  /// Further lines, for bars that show them on request.
  package var details: [String] = []
  /// Whether there is an online meeting to join.
  package var isOnline = false
  /// Whether it is told from what is no longer sure.
  package var isStale = false
  /// How much of a running event is over, 0 to 100.
  package var percentage: Int?

  package init(state: State, subject: String, rest: String = "", short: String) {
    self.state = state
    self.subject = subject
    self.rest = rest
    self.short = short
  }

  /// The line as a bar reads it, with a line feed.
  ///
  /// - Parameters:
  ///   - form: which bar.
  ///   - width: the most cells of what is seen; the subject keeps at least four.
  /// - Returns: nothing but the line feed where there is nothing to show.
  package func text(_ form: Form, width: Int? = nil) -> String {
    let plain = plain(width)
    switch form {
    case .text: return plain + "\n"
    case .tmux:
      // Source: tmux(1), "STYLES" and "FORMATS": a number sign begins one, two stand for one.
      return plain.replacing("#", with: "##") + "\n"
    case .waybar: return waybar(plain).text(.compact) + "\n"
    case .i3status: return block(plain).text(.compact) + "\n"
    }
  }

  private func plain(_ width: Int?) -> String {
    var subject = TextSanitizer.line(subject)
    let rest = TextSanitizer.line(rest)
    if let width { subject = CellText.cut(subject, to: max(4, width - DisplayWidth.of(rest))) }
    return subject + rest
  }

  /// Source: waybar-custom(5), "RETURN-TYPE"; texts are Pango markup.
  private func waybar(_ plain: String) -> JSON {
    var words = [state.rawValue]
    if isOnline { words.append("online") }
    if isStale { words.append("stale") }
    var object: JSONObject = [
      "text": .string(Self.markup(plain)), "alt": .string(state.rawValue),
      "tooltip": .string(
        details.map { Self.markup(TextSanitizer.line($0)) }.joined(separator: "\n")),
      "class": .array(words.map { .string($0) }),
    ]
    if let percentage { object["percentage"] = .number(percentage) }
    return .object(object)
  }

  /// Source: i3bar input protocol, "Blocks in detail", which i3blocks and i3status-rs read too.
  private func block(_ plain: String) -> JSON {
    [
      "name": "graphcal", "instance": .string(state.rawValue), "full_text": .string(plain),
      "short_text": .string(TextSanitizer.line(short)), "markup": "none",
      "urgent": .bool(state == .soon),
    ]
  }

  /// A text in which nothing is markup.
  private static func markup(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
