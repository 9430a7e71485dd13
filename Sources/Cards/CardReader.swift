package import Contacts

/// Reads contacts out of vCards of version 2.1, 3.0 and 4.0, card by card.
///
/// The bytes of the file are given in pieces of any size, and each card comes out as it ends; no more
/// than one is kept. What is wrong with a card is told and costs no other.
///
/// Sources: RFC 6350; RFC 2426; "vCard, the electronic business card", version 2.1.
package struct CardReader {
  /// What one card may have in all, its picture included.
  private static let largestCard = 12 << 20
  private static let mostProperties = 5000

  private struct OpenCard {
    var line: Int
    var lines: [CardLine] = []
    var size = 0
    var isOld = false
    var version = ""
    /// Lines that were left out since the card has too many.
    var surplus = 0
  }

  private let order: PersonName.Order
  private var text = TextBytes()
  private var lines = CardLines()
  private var open: OpenCard?
  /// Cards inside a card, of which nothing is read.
  private var depth = 0
  private var items: [ContactFileItem] = []
  /// How many cards have begun so far.
  package private(set) var count = 0

  /// A reader that makes names to show, where cards have none, in `order`.
  package init(order: PersonName.Order = .givenFirst) { self.order = order }

  /// Takes the next bytes of the file; the cards that have ended.
  package mutating func add(_ bytes: [UInt8]) -> [ContactFileItem] {
    feed(text.add(bytes))
    defer { items = [] }
    return items
  }

  /// Ends the file; what was still open.
  package mutating func finish() -> [ContactFileItem] {
    feed(text.finish())
    var ended: [CardLine] = []
    lines.finish { _, line in ended.append(line) }
    for line in ended { take(line) }
    if let card = open {
      open = nil
      refuse(card, "the file ends within the card")
    }
    defer { items = [] }
    return items
  }

  /// All cards of a file that is in memory.
  package static func items(
    of bytes: [UInt8], order: PersonName.Order = .givenFirst
  ) -> [ContactFileItem] {
    var reader = CardReader(order: order)
    return reader.add(bytes) + reader.finish()
  }

  private mutating func feed(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    var lines = lines
    self.lines = CardLines()
    lines.add(bytes) { state, line in
      take(line)
      state.keepsBlanks = open?.isOld ?? false
    }
    self.lines = lines
  }

  private mutating func take(_ line: CardLine) {
    switch Self.mark(line) {
    case .begin where depth > 0: depth += 1
    case .begin:
      if let card = open {
        // An agent of version 2.1 is a card within the card.
        if let last = card.lines.last, Self.isAgent(last) {
          depth = 1
          return
        }
        close(card, isWhole: false)
      }
      count += 1
      open = OpenCard(line: line.number)
    case .end where depth > 0: depth -= 1
    case .end:
      guard let card = open else { return }
      open = nil
      close(card, isWhole: true)
    case .version(let version) where depth == 0:
      open?.version = version
      open?.isOld = version == "2.1"
    case .version, nil:
      guard depth == 0, var card = open else { return }
      open = nil
      if card.size + line.bytes.count > Self.largestCard
        || card.lines.count >= Self.mostProperties
      {
        card.surplus += 1
      } else {
        card.size += line.bytes.count
        card.lines.append(line)
      }
      open = card
    }
  }

  private mutating func refuse(_ card: OpenCard, _ reason: String) {
    items.append(.refused(number: count, line: card.line, reason: reason))
  }

  private mutating func close(_ card: OpenCard, isWhole: Bool) {
    var mapper = CardMapper(line: card.line, isOld: card.isOld)
    for line in card.lines {
      guard let property = CardProperty(line, isOld: card.isOld) else {
        mapper.draft.leaveOut(
          line.number, "line", Self.start(of: line), because: "it is no property")
        continue
      }
      if line.isTooLong {
        mapper.draft.leaveOut(
          line.number, property.name, Self.start(of: line),
          because: "it is longer than \(Self.limit(of: line) >> 20) MB")
        continue
      }
      mapper.add(property)
    }
    if card.surplus > 0 {
      mapper.draft.leaveOut(
        card.line, "\(card.surplus) properties", "", because: "the card is too large")
    }
    if !isWhole {
      mapper.draft.leaveOut(card.line, "END:VCARD", "", because: "it is missing")
    }
    mapper.finish()
    if mapper.isGroup {
      return refuse(card, "it is a list of people and not a contact")
    }
    guard let (contact, remarks) = mapper.draft.contact(order: order) else {
      return refuse(card, "it tells of nobody: no name, address or number")
    }
    items.append(
      .contact(
        ReadContact(
          number: count, line: card.line, uid: mapper.uid, revision: mapper.revision,
          photo: mapper.photo, contact: contact, remarks: remarks)))
  }

  private enum Mark {
    case begin, end
    case version(String)
  }

  /// What a line without a value of its own says.
  private static func mark(_ line: CardLine) -> Mark? {
    guard line.bytes.count < 64, let first = line.bytes.first,
      [UInt8(ascii: "b"), UInt8(ascii: "e"), UInt8(ascii: "v")].contains(first | 0x20)
    else { return nil }
    let text = String(decoding: line.bytes, as: UTF8.self).uppercased().filter { !$0.isWhitespace }
    if text == "BEGIN:VCARD" { return .begin }
    if text == "END:VCARD" { return .end }
    return text.hasPrefix("VERSION:") ? .version(String(text.dropFirst(8))) : nil
  }

  /// What a line that is too long went beyond; a text is cut down to its start at once.
  private static func limit(of line: CardLine) -> Int {
    line.bytes.count > CardLines.longestText ? CardLines.longestValue : CardLines.longestText
  }

  private static func isAgent(_ line: CardLine) -> Bool {
    let text = String(decoding: line.bytes.prefix(64), as: UTF8.self).uppercased()
    return text.hasPrefix("AGENT") && text.trimmedOrNil?.hasSuffix(":") == true
  }

  private static func start(of line: CardLine) -> String {
    CodePage.text(line.bytes.prefix(80), charset: nil) ?? ""
  }
}
