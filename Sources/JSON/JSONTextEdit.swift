/// Changes single members of a JSON text that people write, and leaves all else of it as it is: comments,
/// order, blanks and line ends.
///
/// The text is one that `JSONDocument` reads with `.comments`, or is empty.
package struct JSONTextEdit: Sendable {
  /// The text as it is by now; a byte-order mark is gone.
  package private(set) var bytes: [UInt8]

  package init(_ text: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    bytes = text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : text
  }

  /// Gives a member a value; objects on the way to it are made where there are none.
  ///
  /// - Parameters:
  ///   - path: keys from the outermost object inwards; at least one.
  ///   - value: the value as JSON text of one line.
  package mutating func set(_ path: [String], to value: String) {
    var start = place(0)
    if start == bytes.count {
      if let last = bytes.last, last != Self.lineFeed { insert(lineEnd, at: bytes.count) }
      start = bytes.count
      insert("{\(lineEnd)}\(lineEnd)", at: start)
    }
    set(path[...], to: value, inObjectAt: start, depth: 1)
  }

  /// Takes a member out, with the line that it had for itself.
  ///
  /// - Returns: whether there was one.
  package mutating func remove(_ path: [String]) -> Bool {
    var start = place(0)
    for key in path.dropLast() {
      guard let member = members(of: start).first(where: { $0.key == key }) else { return false }
      start = member.value.lowerBound
    }
    let members = members(of: start)
    guard let index = members.firstIndex(where: { $0.key == path.last }) else { return false }
    let member = members[index]
    var end = member.value.upperBound
    if index < members.count - 1 {
      end = place(end) + 1
    } else if index > 0 {
      let comma = place(members[index - 1].value.upperBound)
      bytes.remove(at: comma)
      removeLines(of: member.start - 1..<end - 1)
      return true
    }
    removeLines(of: member.start..<end)
    return true
  }

  // MARK: Changing

  private mutating func set(
    _ path: ArraySlice<String>, to value: String, inObjectAt start: Int, depth: Int
  ) {
    guard let key = path.first else { return }
    let members = members(of: start)
    if let member = members.first(where: { $0.key == key }) {
      if path.count > 1, bytes[member.value.lowerBound] == UInt8(ascii: "{") {
        set(path.dropFirst(), to: value, inObjectAt: member.value.lowerBound, depth: depth + 1)
      } else {
        bytes.replaceSubrange(member.value, with: nested(path.dropFirst(), value).utf8)
      }
      return
    }
    let text = JSON.string(key).text(.wire) + ": " + nested(path.dropFirst(), value)
    if let last = members.last {
      insert(",", at: last.value.upperBound)
      // A comment behind the last value stays beside it.
      insert(
        lineEnd + margin(of: last.start, depth: depth) + text,
        at: endOfRest(last.value.upperBound + 1))
    } else {
      let close = place(start + 1)
      let between = bytes[start + 1..<close]
      let opened = lineEnd + margin(of: nil, depth: depth) + text
      if between.contains(Self.lineFeed) {
        // Comments may stand in an object without members; the new one goes below them.
        insert(opened, at: endOfText(before: close))
      } else {
        insert(opened + lineEnd + margin(of: nil, depth: depth - 1), at: close)
      }
    }
  }

  private func nested(_ path: ArraySlice<String>, _ value: String) -> String {
    path.reversed().reduce(value) { "{ \(JSON.string($1).text(.wire)): \($0) }" }
  }

  private mutating func insert(_ text: String, at index: Int) {
    bytes.insert(contentsOf: text.utf8, at: index)
  }

  /// Removes a range, and the whole line or lines where nothing else stands on them.
  private mutating func removeLines(of range: Range<Int>) {
    let before = bytes[..<range.lowerBound].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
    let after = bytes[range.upperBound...].firstIndex(of: Self.lineFeed)
    if let after, bytes[before..<range.lowerBound].allSatisfy(Self.isBlank),
      bytes[range.upperBound..<after].allSatisfy(Self.isBlank)
    {
      bytes.removeSubrange(before...after)
    } else {
      bytes.removeSubrange(range)
    }
  }

  // MARK: Reading

  private static let lineFeed = UInt8(ascii: "\n")

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }

  private var lineEnd: String { bytes.contains(0x0D) ? "\r\n" : "\n" }

  private struct Member {
    var key: String
    /// Where the key begins.
    var start: Int
    var value: Range<Int>
  }

  private func members(of start: Int) -> [Member] {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return [] }
    var members: [Member] = []
    var index = place(start + 1)
    while index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      let end = endOfString(index)
      let key = (try? JSON(parsing: bytes[index..<end]))?.string ?? ""
      let value = place(place(end) + 1)
      members.append(Member(key: key, start: index, value: value..<endOfValue(value)))
      index = place(members[members.count - 1].value.upperBound)
      guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { break }
      index = place(index + 1)
    }
    return members
  }

  /// Where the next thing stands that is neither blank nor comment.
  private func place(_ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if bytes[index] == Self.lineFeed || Self.isBlank(bytes[index]) {
        index += 1
      } else if bytes[index] == UInt8(ascii: "#")
        || bytes[index] == UInt8(ascii: "/") && next == UInt8(ascii: "/")
      {
        index = bytes[index...].firstIndex(of: Self.lineFeed) ?? bytes.count
      } else if bytes[index] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        index += 2
        while index + 1 < bytes.count,
          !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/"))
        {
          index += 1
        }
        index += 2
      } else {
        return index
      }
    }
    return bytes.count
  }

  private func endOfString(_ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  private func endOfValue(_ start: Int) -> Int {
    guard start < bytes.count else { return bytes.count }
    switch bytes[start] {
    case UInt8(ascii: "\""): return endOfString(start)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var depth = 0
      var index = start
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "\""): index = endOfString(index)
        case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, index) = (depth + 1, index + 1)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          (depth, index) = (depth - 1, index + 1)
          if depth == 0 { return index }
        default: index += 1
        }
        index = place(index)
      }
      return bytes.count
    default:
      let isOver: (UInt8) -> Bool = {
        Self.isBlank($0) || $0 == Self.lineFeed || ",]}/#".utf8.contains($0)
      }
      return bytes[start...].firstIndex(where: isOver) ?? bytes.count
    }
  }

  /// Behind a comment on the rest of a line; `start` itself where something else stands there.
  private func endOfRest(_ start: Int) -> Int {
    let end = bytes[start...].firstIndex(of: Self.lineFeed) ?? bytes.count
    guard place(start) >= end else { return start }
    return end > start && bytes[end - 1] == 0x0D ? end - 1 : end
  }

  /// Behind the last thing before `end` that is no blank.
  private func endOfText(before end: Int) -> Int {
    var index = end
    while index > 0, Self.isBlank(bytes[index - 1]) || bytes[index - 1] == Self.lineFeed {
      index -= 1
    }
    return index
  }

  /// The blanks before a member that stands on a line of its own; else two for each level.
  private func margin(of start: Int?, depth: Int) -> String {
    if let start {
      let line = bytes[..<start].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
      let blanks = bytes[line..<start]
      if blanks.allSatisfy(Self.isBlank) { return String(decoding: blanks, as: UTF8.self) }
    }
    return String(repeating: "  ", count: depth)
  }
}
