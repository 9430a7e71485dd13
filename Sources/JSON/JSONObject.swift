/// The members of a JSON object in the order they were written.
///
/// A key stands once. Objects of Graph have a few dozen members at most, where a walk over them beats
/// a hash table in time and in memory.
package struct JSONObject: Sendable {
  package typealias Member = (key: String, value: JSON)

  package private(set) var members: [Member]

  package init() { members = [] }

  /// The given members; of two with the same key the later value stands, at the earlier place.
  package init(_ members: some Sequence<(String, JSON)>) {
    self.members = []
    for (key, value) in members { self[key] = value }
  }

  /// Members whose keys are known to differ.
  package init(distinct members: [Member]) { self.members = members }

  /// The value of `key`; setting nil removes the member, setting a value keeps its place.
  package subscript(key: String) -> JSON? {
    get {
      place(of: key).map { members[$0].value }
    }
    set {
      guard let index = place(of: key) else {
        if let newValue { members.append((key, newValue)) }
        return
      }
      if let newValue {
        members[index].value = newValue
      } else {
        members.remove(at: index)
      }
    }
  }

  /// Keys are the same when their bytes are (RFC 8259, section 8.3); their lengths tell most apart at once.
  static func place(of key: String, in members: [Member]) -> Int? {
    let length = key.utf8.count
    return members.firstIndex { $0.key.utf8.count == length && $0.key == key }
  }

  private func place(of key: String) -> Int? { Self.place(of: key, in: members) }

  package var keys: [String] { members.map(\.key) }
  package var count: Int { members.count }
  package var isEmpty: Bool { members.isEmpty }

  /// The members in the order of their keys' UTF-8 bytes, the same in every locale.
  package var sortedMembers: [Member] {
    let isSorted = zip(members, members.dropFirst()).allSatisfy { Self.stands($0, before: $1) }
    return isSorted ? members : members.sorted(by: Self.stands)
  }

  private static func stands(_ left: Member, before right: Member) -> Bool {
    let (left, right) = (left.key.utf8Span.span, right.key.utf8Span.span)
    for index in 0..<Swift.min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index]
    }
    return left.count < right.count
  }
}

extension JSONObject: Equatable {
  /// Order plays no part: RFC 8259 calls an object an unordered collection.
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }
}

extension JSONObject: Hashable {
  package func hash(into hasher: inout Hasher) {
    for member in sortedMembers {
      hasher.combine(member.key)
      hasher.combine(member.value)
    }
  }
}

extension JSONObject: Sequence {
  package func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
