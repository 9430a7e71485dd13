import Cards
import Contacts
import TestSupport
import Testing

@Suite struct MailProgramTests {
  private func contact(_ name: String, _ addresses: String...) -> Contact {
    var contact = Contact(id: "")
    contact.displayName = .known(name)
    contact.emails = .known(addresses.map { ContactEmail(address: $0) })
    return contact
  }

  @Test func `aliases are sorted, and no nick stands twice`() throws {
    var aliases = MuttAliases()
    try aliases.add(contact("Otto Reed", "otto@x.example", "reed@x.example"))
    try aliases.add(contact("Lena Fog", "lena@contoso.example"))
    try aliases.add(contact("Lena Fog", "lena.fog@fabrikam.example"))
    try aliases.add(contact("Reed, Ann (Sales)", "ann@x.example"))
    try aliases.add(contact("help@x.example", "help@x.example"))
    try aliases.add(contact("山田 太郎", "taro@x.example"))
    try aliases.add(contact("Nobody"))
    #expect(
      aliases.text == """
        alias help help@x.example
        alias lena-fog Lena Fog <lena@contoso.example>
        alias lena-fog-2 Lena Fog <lena.fog@fabrikam.example>
        alias otto-reed Otto Reed <otto@x.example>
        alias otto-reed-2 Otto Reed <reed@x.example>
        alias reed-ann-sales \\"Reed, Ann (Sales)\\" <ann@x.example>
        alias 山田-太郎 山田 太郎 <taro@x.example>

        """)
  }

  @Test func `nothing of a contact means anything to mutt`() throws {
    var aliases = MuttAliases()
    let names = [
      "`touch /tmp/x`", "$HOME ${HOME}", "a\\", "x\nset editor=evil", "q\" <evil@x.example>, \"",
      "it's; unset x", "# no comment", "\u{1B}[31mred", "-group",
    ]
    for name in names { try aliases.add(contact(name, "a@x.example")) }
    let lines = aliases.text.split(separator: "\n")
    #expect(lines.count == names.count)
    for line in lines {
      let (nick, value) = try MuttReader.alias(String(line))
      #expect(nick.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" })
      #expect(value.hasSuffix("<a@x.example>"))
      // One address: what is before it is a word or one quoted string.
      let name = value.dropLast("<a@x.example>".count)
      if name.hasPrefix("\"") {
        var isEscaped = false
        let inner = name.dropFirst().prefix { character in
          defer { isEscaped = character == "\\" && !isEscaped }
          return character != "\"" || isEscaped
        }
        #expect(inner.count == name.count - 3)
      } else {
        #expect(!name.contains { "<>,:;\"\\()@".contains($0) })
      }
    }
    for odd in [
      "a b@x.example", "a@x.example>, b@y.example", "a", "@x.example", "\"a\"@x.example", "-a@x.y",
    ] {
      try aliases.add(contact("Odd", odd))
    }
    #expect(aliases.leftOut.count == 6)
    #expect(aliases.text.split(separator: "\n").count == names.count)
  }

  @Test func `an address with signs that mutt expands comes through`() throws {
    var aliases = MuttAliases()
    try aliases.add(contact("A", "a$b`c#d'e@x.example"))
    let (_, value) = try MuttReader.alias(aliases.text.replacing("\n", with: ""))
    #expect(value == "A <a$b`c#d'e@x.example>")
  }

  @Test func `the book of abook`() throws {
    var book = AbookFile()
    var text = AbookFile.header
    for contact in [
      CardWriterTests.lena(), contact("Name\n[7]\nemail=evil", "a@x.example", "b,c@x.example"),
    ] {
      text += try book.entry(of: contact)
    }
    try expectGolden(text, "abook.txt")
  }
}

/// Reads a line as mutt does: what it would run or look up is a failure.
///
/// Source: the manual of mutt, "Syntax of Initialization Files".
enum MuttReader {
  struct Expansion: Error { var text: String }

  static func alias(_ line: String) throws -> (nick: String, value: String) {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[0] == "alias", !words[1].hasPrefix("-") else {
      throw Expansion(text: line)
    }
    var value = ""
    var rest = words[2]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        guard let next = rest.popFirst(), "\\`$#;'\"".contains(next) else {
          throw Expansion(text: line)
        }
        value.append(next)
      case "`", "$", "#", ";": throw Expansion(text: line)
      default: value.append(character)
      }
    }
    return (String(words[1]), value)
  }
}
