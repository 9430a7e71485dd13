package import Contacts

/// Writes contacts as aliases that mutt and neomutt read with `source`.
///
/// The file is read as a script, so nothing that comes from a contact may mean anything in it: all that
/// mutt expands is escaped, and an address with signs that no address has is left out.
///
/// Source: the manual of mutt, "Defining/Using Aliases" and "Syntax of Initialization Files".
package struct MuttAliases: Sendable {
  private struct Alias {
    var nick: String
    var line: String
  }

  private let order: PersonName.Order
  private var aliases: [Alias] = []
  private var nicks: Set<String> = []
  /// Addresses that were left out, as they are; foreign text.
  package private(set) var leftOut: [String] = []

  package init(order: PersonName.Order = .givenFirst) { self.order = order }

  /// Adds an alias for each address of a contact; the nick is made of its name, or of the address.
  package mutating func add(_ contact: Contact) throws(UnfetchedProperty) {
    let emails = try contact.emails.value
    let title = contact.title(order)
    for email in emails {
      guard Self.isPlain(email.address) else {
        leftOut.append(email.address)
        continue
      }
      let name = title.lowercased() == email.address.lowercased() ? "" : Self.line(title)
      let local = email.address.prefix { $0 != "@" }
      let base = Self.nick(name) ?? Self.nick(String(local)) ?? "contact"
      var nick = base
      var number = 1
      while !nicks.insert(nick).inserted {
        number += 1
        nick = "\(base)-\(number)"
      }
      let address =
        name.isEmpty ? email.address : "\(Self.phrase(name)) <\(email.address)>"
      aliases.append(Alias(nick: nick, line: "alias \(nick) \(Self.escaped(address))\n"))
    }
  }

  /// The aliases, sorted by their nicks.
  package var text: String {
    aliases.sorted { $0.nick < $1.nick }.map(\.line).joined()
  }

  /// A nick of small letters, digits and dashes; nil where nothing is left of the name.
  ///
  /// Letters of other writings stay, since mutt completes them as well.
  private static func nick(_ name: String) -> String? {
    var words: [String] = [""]
    for character in name.lowercased() {
      if character.isLetter || character.isNumber {
        words[words.count - 1].append(character)
      } else if "-_. ".contains(character), words.last?.isEmpty == false {
        words.append("")
      }
    }
    let nick = words.filter { !$0.isEmpty }.joined(separator: "-")
    return nick.isEmpty ? nil : nick
  }

  /// A name in one line without controls.
  private static func line(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if scalar.properties.isWhitespace {
        if text.last != " " { text.append(" ") }
      } else if scalar.properties.generalCategory != .control,
        scalar.properties.generalCategory != .format
      {
        text.append(scalar)
      }
    }
    return String(text).trimmedOrNil ?? ""
  }

  /// A name as a phrase of an address, in quotes where it has to be (RFC 5322 section 3.2.5).
  private static func phrase(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar == " " || scalar == "-" || scalar == "'" || scalar.properties.isAlphabetic
        || ("0"..."9").contains(scalar)
    }
    guard !isPlain else { return name }
    return "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// What mutt expands before it reads an address, behind a backslash each.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "\\`$#;'\"".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// Whether an address holds only what addresses of mail are made of (RFC 5322 section 3.2.3).
  private static func isPlain(_ address: String) -> Bool {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !address.hasPrefix("-") else {
      return false
    }
    return address.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "!#$%&'*+-/=?^_`{|}~.@".unicodeScalars.contains(scalar)
    }
  }
}
