/// A list that is narrowed while somebody types, and of which one item or several are taken.
///
/// Knows keys and items alone: what goes to the screen is `PickerScreen`'s.
package struct Picker: Sendable {
  /// One line of the list.
  package struct Item: Sendable {
    /// Texts of any origin.
    package var name: String
    package var value: String
    package var detail: String
    /// Why it cannot be taken; nil where it can.
    package var obstacle: String?
    /// What it is found by.
    package var entry: TextIndex.Entry

    package init(
      name: String, value: String, detail: String = "", obstacle: String? = nil,
      entry: TextIndex.Entry
    ) {
      self.name = name
      self.value = value
      self.detail = detail
      self.obstacle = obstacle
      self.entry = entry
    }
  }

  /// What a key leads to.
  package enum Step: Hashable, Sendable {
    case stay
    /// The places of the items that were taken, in the order they were marked.
    case taken([Int])
    /// Left without taking anything.
    case left
    /// The program stops until it is let go on.
    case stop
  }

  package let items: [Item]
  package let takesMany: Bool
  package private(set) var query: LineEditor
  /// The places of the items that fit the query.
  package private(set) var matches: [Int]
  /// Which of the matches the cursor is on; 0 where there are none.
  package private(set) var cursor = 0
  /// Which of the matches is shown first.
  package private(set) var top = 0
  package private(set) var marked: [Int] = []
  /// What the last key had against it.
  package private(set) var message: String?
  private var page = 1
  private let index: TextIndex

  package init(_ items: [Item], query: String = "", takesMany: Bool = false) {
    self.items = items
    self.takesMany = takesMany
    self.query = LineEditor(query)
    index = TextIndex(items.map(\.entry))
    matches = index.matches(query)
  }

  /// Shows so many lines of the list, at least 1.
  package mutating func show(lines: Int) {
    page = max(1, lines)
    follow()
  }

  /// The matches that are shown, by their places among the matches.
  package var visible: Range<Int> { top..<min(top + page, matches.count) }

  package mutating func press(_ key: Key) -> Step {
    message = nil
    switch key {
    case .enter: return take()
    case .escape, .control("c"), .control("g"), .control("\\"): return .left
    case .control("d") where query.isEmpty: return .left
    case .control("z"): return .stop
    case .up, .control("p"), .control("k"): move(by: -1)
    case .down, .control("n"): move(by: 1)
    case .pageUp, .control("b"): move(by: -page)
    case .pageDown, .control("f"): move(by: page)
    case .tab: mark(then: 1)
    case .backTab: mark(then: -1)
    default: edit(key)
    }
    return .stay
  }

  private mutating func edit(_ key: Key) {
    let before = query.text
    switch key {
    case .text(let text), .paste(let text): query.insert(text)
    case .backspace: query.deleteBackward()
    case .delete, .control("d"): query.deleteForward()
    case .control("w"): query.deleteWord()
    case .control("u"): query.deleteToStart()
    case .left: query.move(by: -1)
    case .right: query.move(by: 1)
    case .home, .control("a"): query.moveToStart()
    case .end, .control("e"): query.moveToEnd()
    default: return
    }
    let after = query.text
    guard before != after else { return }
    matches = index.matches(after)
    cursor = 0
    top = 0
  }

  private mutating func move(by count: Int) {
    cursor = min(max(0, cursor + count), max(0, matches.count - 1))
    follow()
  }

  /// Keeps the cursor among what is shown, and no line empty that could hold an item.
  private mutating func follow() {
    top = min(top, max(0, matches.count - page))
    if cursor < top { top = cursor }
    if cursor >= top + page { top = cursor - page + 1 }
  }

  private mutating func mark(then step: Int) {
    guard matches.indices.contains(cursor) else { return }
    guard takesMany else {
      message = "one only; --multiple takes several"
      return
    }
    let item = matches[cursor]
    if let obstacle = items[item].obstacle {
      message = obstacle
    } else if let place = marked.firstIndex(of: item) {
      marked.remove(at: place)
    } else {
      marked.append(item)
    }
    move(by: step)
  }

  private mutating func take() -> Step {
    if !marked.isEmpty { return .taken(marked) }
    guard matches.indices.contains(cursor) else {
      message = "nothing fits"
      return .stay
    }
    if let obstacle = items[matches[cursor]].obstacle {
      message = obstacle
      return .stay
    }
    return .taken([matches[cursor]])
  }
}
