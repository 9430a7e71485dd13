/// The ids that a mailbox gives its items, and the way back from an id to an item.
///
/// An id is made of the mailbox and the item's number, and of the day for an occurrence, so that it
/// stays the same for ever and needs no table. Both forms look like the service's: the normal one
/// starts with `AAMk`, the immutable one with `AAkALg`.
struct ItemIdentifier: Hashable, Sendable {
  /// The number of the item; for an occurrence that of its master.
  var number: Int
  /// For an occurrence: the day the series puts it on, in days since 1970.
  var day: Int?

  enum Form: Sendable {
    case normal, immutable
  }

  private static let normalStart: [UInt8] = [0x00, 0x03, 0x24, 0x00]
  private static let normalMiddle: [UInt8] = [0x00, 0x46, 0x00, 0x00, 0x00, 0x00, 0x00]
  private static let immutableStart: [UInt8] = [
    0x00, 0x09, 0x00, 0x2E, 0x00, 0x00, 0x00, 0x00, 0x00, 0x1D, 0x84, 0x03, 0x11, 0xAA, 0x66, 0x11,
    0xCD, 0x9B, 0xC8, 0x00, 0xAA, 0x00, 0x2F, 0xC4, 0x5A, 0x0D, 0x00,
  ]
  private static let dayMark: [UInt8] = [0x51, 0x00, 0x08]

  /// The id's text.
  ///
  /// `mailbox` is the user's GUID.
  func text(mailbox: String, form: Form, alphabet: IdAlphabet) -> String {
    Base64.text(
      Self.prefix(mailbox: mailbox, form: form) + Self.bigEndian(number) + dayBytes,
      alphabet: alphabet)
  }

  private var dayBytes: [UInt8] {
    guard let day else { return [] }
    return Self.dayMark + Self.bigEndian(day) + [0x00, 0x10]
  }

  /// What an id of this mailbox stands for.
  ///
  /// - Parameters:
  ///   - text: an id in either form and either alphabet.
  ///   - mailbox: the user's GUID.
  /// - Returns: nil for an id of another mailbox.
  /// - Throws: `GraphError.idMalformed` for what is no id at all.
  static func parse(_ text: String, mailbox: String) throws(GraphError) -> ItemIdentifier? {
    guard let bytes = Base64.bytes(text) else { throw .idMalformed }
    for form in [Form.normal, .immutable] {
      let prefix = prefix(mailbox: mailbox, form: form)
      guard bytes.starts(with: prefix) else { continue }
      let rest = bytes[prefix.count...]
      if rest.count == 8 { return ItemIdentifier(number: number(rest), day: nil) }
      let dayStart = rest.startIndex + 8
      if rest.count == 21, rest[dayStart...].starts(with: dayMark) {
        let day = number(rest[(dayStart + 3)..<(dayStart + 11)])
        return ItemIdentifier(number: number(rest[..<dayStart]), day: day)
      }
    }
    guard bytes.starts(with: normalStart) || bytes.starts(with: immutableStart.prefix(4)) else {
      throw .idMalformed
    }
    return nil
  }

  private static func prefix(mailbox: String, form: Form) -> [UInt8] {
    let mark = MailboxMark(mailbox)
    return switch form {
    case .normal:
      normalStart + Array(mailbox.utf8.prefix(36)) + normalMiddle + mark.bytes + [0x07, 0x00]
        + mark.bytes.reversed() + [0x00, 0x00, 0x00, 0x00, 0x01, 0x0D] + mark.bytes + [0x00, 0x00]
    case .immutable: immutableStart + mark.bytes + [0x00, 0x00]
    }
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Sixteen bytes that stand for a mailbox in ids and change keys.
struct MailboxMark: Sendable {
  let bytes: [UInt8]

  init(_ mailbox: String) {
    var bytes: [UInt8] = []
    for seed in UInt64(0)..<2 {
      // FNV-1a over the GUID, started differently for each half.
      var hash = 0xCBF2_9CE4_8422_2325 ^ seed
      for byte in mailbox.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
    }
    self.bytes = bytes
  }

  /// The `changeKey` of a resource last written by the mailbox's change of this number.
  func changeKey(_ change: Int) -> String {
    let tail = (0..<6).map { UInt8(truncatingIfNeeded: change >> (40 - 8 * $0)) }
    return Base64.text(bytes + tail, alphabet: .plain)
  }
}
