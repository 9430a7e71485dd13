/// Keys that texts of one kind have in common, so that each is made into a string once.
///
/// A slot that was filled keeps its key, and a key has one slot at most.
package struct JSONKeys: Sendable {
  /// A power of two; Graph's resources have some hundred different keys.
  static let slotCount = 256

  private var slots: [String?] = []

  package init() {}

  /// The slot of a key that is known or for which there is room; nil where another has taken it.
  func slot(of text: [UInt8], _ range: Range<Int>) -> Int? {
    // Longer keys are names that somebody made up, mostly once.
    guard (1...40).contains(range.count) else { return nil }
    var hash: UInt32 = 2_166_136_261
    for index in range { hash = (hash ^ UInt32(text[index])) &* 16_777_619 }
    let slot = Int((hash ^ hash >> 15) & UInt32(Self.slotCount - 1))
    guard !slots.isEmpty, let known = slots[slot] else { return slot }
    return Self.isSame(known.utf8Span.span, text, range) ? slot : nil
  }

  private static func isSame(
    _ known: borrowing Span<UInt8>, _ text: [UInt8], _ range: Range<Int>
  ) -> Bool {
    guard known.count == range.count else { return false }
    for index in known.indices where known[index] != text[range.lowerBound + index] { return false }
    return true
  }

  subscript(slot: Int) -> String? {
    get { slots.isEmpty ? nil : slots[slot] }
    set {
      if slots.isEmpty { slots = Array(repeating: nil, count: Self.slotCount) }
      slots[slot] = newValue
    }
  }
}

/// The keys that an object has so far, to find one that comes twice.
struct SeenKeys {
  private var slots = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
  /// Takes over from the walk once an object has many keys without a slot.
  private var others: Set<String> = []
  private var otherCount = 0

  /// Where `key` already stands.
  mutating func place(of key: String, _ slot: Int?, in members: [JSONObject.Member]) -> Int? {
    if let slot {
      let bit = UInt64(1) << UInt64(slot & 63)
      let isNew: Bool
      switch slot >> 6 {
      case 0: isNew = Self.insert(bit, into: &slots.0)
      case 1: isNew = Self.insert(bit, into: &slots.1)
      case 2: isNew = Self.insert(bit, into: &slots.2)
      default: isNew = Self.insert(bit, into: &slots.3)
      }
      return isNew ? nil : JSONObject.place(of: key, in: members)
    }
    otherCount += 1
    guard otherCount > 32 else { return JSONObject.place(of: key, in: members) }
    if others.isEmpty { others = Set(members.map(\.key)) }
    return others.insert(key).inserted ? nil : JSONObject.place(of: key, in: members)
  }

  private static func insert(_ bit: UInt64, into bits: inout UInt64) -> Bool {
    guard bits & bit == 0 else { return false }
    bits |= bit
    return true
  }
}
