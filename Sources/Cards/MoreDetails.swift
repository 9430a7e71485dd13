/// What a contact has no place for, as lines at the end of its note.
///
/// A line says what it is and its value, so that a person can use it, and export puts it back where it
/// came from.
struct MoreDetails: Hashable {
  /// What a line can be, by its words.
  enum Kind: String, CaseIterable {
    case email = "E-mail"
    case mobile = "Mobile phone"
    case workPhone = "Work phone"
    case homePhone = "Home phone"
    case phone = "Phone"
    case workFax = "Work fax"
    case homeFax = "Home fax"
    case fax = "Fax"
    case pager = "Pager"
    case carPhone = "Car phone"
    case workAddress = "Work address"
    case homeAddress = "Home address"
    case address = "Address"
    case webPage = "Web page"
    case anniversary = "Anniversary"
  }

  struct Line: Hashable {
    var kind: Kind
    /// A word of the card's owner for it.
    var label: String?
    var value: String

    init(_ kind: Kind, label: String? = nil, _ value: String) {
      self.kind = kind
      self.label = label?.filter { !"()\n\r".contains($0) }.trimmedOrNil
      self.value = value.split(whereSeparator: \.isNewline).compactMap { $0.trimmedOrNil }
        .joined(separator: ", ")
    }

    var text: String { kind.rawValue + (label.map { " (\($0))" } ?? "") + ": " + value }

    /// Reads a line as `text` writes it.
    init?(_ text: String) {
      for kind in Kind.allCases where text.hasPrefix(kind.rawValue) {
        var rest = text.dropFirst(kind.rawValue.count)
        var label: String?
        if rest.hasPrefix(" ("), let end = rest.firstIndex(of: ")") {
          label = String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end])
          rest = rest[rest.index(after: end)...]
        }
        guard rest.hasPrefix(": "), let value = rest.dropFirst(2).trimmedOrNil else { continue }
        self.init(kind, label: label, value)
        return
      }
      return nil
    }
  }

  static let heading = "More contact details:"

  /// The note without these lines; nil where nothing else stands there.
  var note: String?
  var lines: [Line]

  init(note: String?, lines: [Line] = []) {
    self.note = note
    self.lines = lines
  }

  /// Takes a note apart; the lines count only where all that follows the heading are such.
  init(of note: String?) {
    self.init(note: note)
    guard let note, note.contains(Self.heading) else { return }
    let all = note.split(separator: "\n", omittingEmptySubsequences: false)
    guard let place = all.lastIndex(where: { $0 == Self.heading }) else { return }
    let below = all[(place + 1)...].filter { $0.trimmedOrNil != nil }
    let read = below.compactMap { Line(String($0)) }
    guard !read.isEmpty, read.count == below.count else { return }
    var above = Array(all[..<place])
    // The empty line between the note and the heading.
    if above.last?.isEmpty == true { above.removeLast() }
    self.note = above.isEmpty ? nil : above.joined(separator: "\n")
    lines = read
  }

  /// The note with the lines at its end.
  var text: String? {
    guard !lines.isEmpty else { return note }
    let block = ([Self.heading] + lines.map(\.text)).joined(separator: "\n")
    return note.map { $0 + "\n\n" + block } ?? block
  }
}
