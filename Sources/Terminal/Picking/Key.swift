/// What a person has pressed on a terminal.
package enum Key: Hashable, Sendable {
  /// Letters, signs and blanks as they were typed.
  case text(String)
  /// A text that was pasted whole, line breaks included.
  case paste(String)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl with a letter, in small.
  case control(Character)
  /// A key that means nothing here.
  case other
}
