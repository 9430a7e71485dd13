/// One line of text that somebody types, with the place where the next letter goes.
package struct LineEditor: Hashable, Sendable {
  private var characters: [Character] = []
  /// Letters before the cursor.
  private var place = 0
  /// Letters that a line takes.
  private static let longest = 500

  /// A line with the cursor behind its text.
  package init(_ text: String = "") { insert(text) }

  package var text: String { String(characters) }
  package var beforeCursor: String { String(characters[..<place]) }
  package var isEmpty: Bool { characters.isEmpty }

  /// Puts a text at the cursor, cleaned of what is no letter: line breaks become blanks.
  package mutating func insert(_ text: String) {
    // Accents that come by themselves join the letter before.
    let before = Array(beforeCursor + TextSanitizer.line(text))
    let all = Array(String(before) + String(characters[place...]))
    guard all.count <= Self.longest else { return }
    place = min(before.count, all.count)
    characters = all
  }

  package mutating func deleteBackward() {
    guard place > 0 else { return }
    place -= 1
    characters.remove(at: place)
  }

  package mutating func deleteForward() {
    if place < characters.count { characters.remove(at: place) }
  }

  /// Takes away the word before the cursor and the blanks behind it.
  package mutating func deleteWord() {
    var start = place
    while start > 0, characters[start - 1] == " " { start -= 1 }
    while start > 0, characters[start - 1] != " " { start -= 1 }
    characters.removeSubrange(start..<place)
    place = start
  }

  /// Takes away everything before the cursor.
  package mutating func deleteToStart() {
    characters.removeSubrange(..<place)
    place = 0
  }

  /// Takes away everything behind the cursor.
  package mutating func deleteToEnd() { characters.removeSubrange(place...) }

  /// Moves the cursor by so many letters, to the ends of the line at most.
  package mutating func move(by count: Int) {
    place = min(max(0, place + count), characters.count)
  }

  package mutating func moveToStart() { place = 0 }
  package mutating func moveToEnd() { place = characters.count }
}
