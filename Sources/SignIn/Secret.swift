/// A token, code or verifier; whatever prints it shows a stand-in.
package struct Secret: Hashable, Sendable {
  /// The text itself, for the wire and the cache only.
  package let exposed: String

  package init(_ text: String) { exposed = text }

  /// A short name of the text that does not give it away: FNV-1a, 64 bits, in hexadecimal.
  ///
  /// Tokens hold far more than 64 unpredictable bits, so none can be found from this.
  package var fingerprint: String {
    let hash = exposed.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "(secret)" }
  package var debugDescription: String { "(secret)" }
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
