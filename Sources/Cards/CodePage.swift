/// The charsets that old cards and tables come in.
///
/// Sources: vCard 2.1 section 2.1.5; WHATWG Encoding Standard for the names.
enum CodePage {
  private static let tables: [String: [Unicode.Scalar]] = CodePageTable.upperHalves.mapValues {
    Array($0.unicodeScalars)
  }

  private static let aliases = [
    "utf8": "utf-8", "us-ascii": "windows-1252", "ascii": "windows-1252",
    "iso-8859-1": "windows-1252", "iso8859-1": "windows-1252", "iso_8859-1": "windows-1252",
    "latin1": "windows-1252", "latin-1": "windows-1252", "cp1252": "windows-1252",
    "ansi": "windows-1252", "cp1250": "windows-1250", "cp1251": "windows-1251",
    "latin2": "iso-8859-2", "iso8859-2": "iso-8859-2", "latin9": "iso-8859-15",
    "iso8859-15": "iso-8859-15", "koi8r": "koi8-r", "iso-8859-9": "windows-1254",
  ]

  /// The text of some bytes; nil for a charset that is not known and bytes that are not UTF-8.
  ///
  /// Bytes that are UTF-8 are read as such whatever the name says, unless it names a charset in which
  /// they would mean something else and there are few of them: programs name one and write the other.
  static func text(_ bytes: some Collection<UInt8>, charset: String?) -> String? {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    let name = charset.map { $0.lowercased() }.map { aliases[$0] ?? $0 }
    if let unicode = String(validating: bytes, as: UTF8.self) { return unicode }
    switch name {
    case nil, "utf-8"?: return decoded(bytes, "windows-1252")
    case let name?: return decoded(bytes, name)
    }
  }

  private static func decoded(_ bytes: some Collection<UInt8>, _ name: String) -> String? {
    guard let table = tables[name] else { return nil }
    var text = String.UnicodeScalarView()
    for byte in bytes {
      if byte < 0x80 {
        text.append(Unicode.Scalar(byte))
      } else if Int(byte) - 0x80 < table.count {
        text.append(table[Int(byte) - 0x80])
      }
    }
    return String(text)
  }
}
