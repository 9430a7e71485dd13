package import Contacts
import LineFolding

/// Takes along what a card says beyond what a contact of the service holds, when it is written anew.
package enum KeptCardLines {
  /// What is about a card and not about a person, and so stays on it.
  private static let ofCard: Set<String> = [
    "CLASS", "CLIENTPIDMAP", "MAILER", "SOURCE", "X-ABADR", "X-ABORDER", "X-ABUID",
    "X-RADICALE-NAME",
    "X-SHARED-PHOTO-DISPLAY-PREF", "XML",
  ]

  /// A card as it is written now with what the one that was there said beside it.
  ///
  /// - Returns: the card, and the names of what could not be taken along.
  package static func outcome(
    _ new: [UInt8], keeping old: [UInt8], order: PersonName.Order
  ) -> (bytes: [UInt8], lost: [String]) {
    guard case .contact(let card) = CardReader.items(of: old, order: order).first else {
      return (new, [])
    }
    let hasPhoto = lines(of: new).contains { property($0)?.name == "PHOTO" }
    let places = Set(
      card.remarks.filter { remark in
        !remark.isInNote && (remark.reason == nil || remark.what == "PHOTO" && !hasPhoto)
      }.map(\.line))
    var kept: [(line: CardLine, property: CardProperty)] = []
    var lost: [String] = []
    for line in lines(of: old) {
      guard let property = property(line),
        places.contains(line.number) || ofCard.contains(property.name)
      else { continue }
      // Only version 2.1 writes a text so, and the new card is of a later one.
      if property.isQuotedPrintable || line.isTooLong {
        lost.append(property.name)
      } else {
        kept.append((line, property))
      }
    }
    if kept.isEmpty { return (new, lost) }
    return (inserting(kept, labels: labels(of: old), into: new), lost)
  }

  private static func lines(of card: [UInt8]) -> [CardLine] {
    var lines = CardLines()
    var found: [CardLine] = []
    lines.add(card) { _, line in found.append(line) }
    lines.finish { _, line in found.append(line) }
    return found
  }

  private static func property(_ line: CardLine) -> CardProperty? {
    CardProperty(line, isOld: false)
  }

  /// The lines with the words of groups.
  private static func labels(of card: [UInt8]) -> [String: CardLine] {
    var labels: [String: CardLine] = [:]
    for line in lines(of: card) {
      if let property = property(line), property.name == "X-ABLABEL", let group = property.group {
        labels[group] = labels[group] ?? line
      }
    }
    return labels
  }

  /// Puts lines before the end of a card; their groups get numbers that no other has.
  private static func inserting(
    _ kept: [(line: CardLine, property: CardProperty)], labels: [String: CardLine],
    into card: [UInt8]
  ) -> [UInt8] {
    let end = Array("END:VCARD\r\n".utf8)
    guard card.suffix(end.count).elementsEqual(end) else { return card }
    var number = Set(lines(of: card).compactMap { property($0)?.group }).count
    var groups: [String: String] = [:]
    var added = FoldedLines()
    for (line, property) in kept {
      guard let group = property.group else {
        added.add(String(decoding: line.bytes, as: UTF8.self))
        continue
      }
      if groups[group] == nil {
        number += 1
        groups[group] = "item\(number)"
        if let label = labels[group] { added.add(renamed(label, "item\(number)")) }
      }
      added.add(renamed(line, groups[group] ?? group))
    }
    return card.dropLast(end.count) + added.bytes + end
  }

  /// A line in another group.
  private static func renamed(_ line: CardLine, _ group: String) -> String {
    let text = String(decoding: line.bytes, as: UTF8.self)
    let name = text.prefix { $0 != ":" && $0 != ";" }
    guard let dot = name.lastIndex(of: ".") else { return text }
    return group + text[dot...]
  }
}
